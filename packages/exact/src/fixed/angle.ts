// Angles on integers. A full turn is 65,536, which is ONE: an angle is a fixed-point number of turns. Wrapping is one
// mask, and no angle drifts. Angles grow from the x axis towards the y axis: clockwise where y points down, as on a
// screen.
import { mul } from './arithmetic.js';
import { ONE } from './one.js';
import { exact, rounded } from './rounded.js';

/** A full turn: 65,536. A quarter is TURN / 4, and one unit some 0.0055 degrees. */
export const TURN = ONE;

/** 2π / TURN. */
const RADIANS_PER_UNIT = 0.00009587379924285257;

/** The same angle in [0, TURN). */
export const wrapAngle = (angle: number): number => angle & (TURN - 1);

/** The angle nearest to so many degrees, not wrapped: degrees(90) is 16,384. Saturates; NaN gives 0. */
export function degrees(value: number): number {
  exact[0] = (value * TURN) / 360;
  return rounded();
}

/** The angle in radians, as a double: for a canvas, and for the functions on doubles. */
export const toRadians = (angle: number): number => (angle | 0) * RADIANS_PER_UNIT;

/** The shorter way from one angle to the other, in [-TURN/2, TURN/2). To the opposite direction it is -TURN/2. */
export const angleDifference = (from: number, to: number): number => ((to - from) << 16) >> 16;

/** `from` turned by at most `step` ≥ 0 towards `to`, the shorter way, in [0, TURN). */
export function turnTowards(from: number, to: number, step: number): number {
  const way = angleDifference(from, to);
  const most = step | 0;
  return wrapAngle(from + (way < 0 ? Math.max(way, -most) : Math.min(way, most)));
}

/** The angle that lies `t` of the shorter way from `from` to `to`, t in Q16.16, in [0, TURN). */
export const lerpAngle = (from: number, to: number, t: number): number =>
  wrapAngle(from + mul(angleDifference(from, to), t));
