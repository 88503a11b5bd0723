// Which keys lead from one place to another.
import { DOWN, LEFT, RIGHT, UP } from '../sim/stage.js';

/** Bits of the eight-way direction nearest to (dx, dy). Nearer than `slack` along an axis is there. All in one unit. */
export function steer(dx: number, dy: number, slack: number): number {
  const [wide, high] = [Math.abs(dx), Math.abs(dy)];
  let bits = 0;
  // tan 22.5° is 0.41: below it the direction is along the other axis alone.
  if (wide > slack && wide > 0.41 * high) bits |= dx < 0 ? LEFT : RIGHT;
  if (high > slack && high > 0.41 * wide) bits |= dy < 0 ? UP : DOWN;
  return bits;
}
