// A player for tests: follows the ball, and now and then looks away, so that matches have returns and goals both.
import { PHASE, PLAY, VX, X, Y, LEFT, type PongFields } from '../src/sim/fields.js';
import type { Court } from '../src/sim/court.js';
import { DOWN, ONE_PX, UP } from '../src/sim/stage.js';

/** A hash of two integers, uint32. */
function mix(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 12)) >>> 0;
}

/** `skill` is how many of 16 spans of 40 frames it pays attention in. */
export function bot(court: Court, skill: number): (fields: PongFields, handle: number, frame: number) => number {
  return (fields, handle, frame) => {
    const span = (frame / 40) | 0;
    const attentive = mix(handle, span) % 16 < skill;
    if (!attentive) return mix(handle, span + 7) % 4;
    const coming = (fields.ball[VX] ?? 0) < 0 === (court.sideOf[handle] === LEFT);
    if (fields.phase[PHASE] !== PLAY || !coming || fields.ball[X] === undefined) return 0;
    // Aims beside the paddle's centre, a different place each rally, so that returns leave at different angles.
    const aim = ((mix(handle, fields.tally[0] ?? 0) % 41) - 20) * ONE_PX;
    const offset = (fields.ball[Y] ?? 0) + aim - (fields.paddleY[handle] ?? 0);
    if (offset > 4 * ONE_PX) return DOWN;
    if (offset < -4 * ONE_PX) return UP;
    return 0;
  };
}
