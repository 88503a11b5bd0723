// Who plays behind the menu. Good enough to rally, slow enough to lose.
import { LEFT, PHASE, PLAY, RETURNS, VX, Y, type PongFields } from './sim/fields.js';
import type { Court } from './sim/court.js';
import { DOWN, ONE_PX, STAGE_HEIGHT, UP } from './sim/stage.js';

/** Frames between two looks at the ball, and how near is near enough. */
const LOOK_EVERY = 7;
const NEAR = 9 * ONE_PX;

export function demoPlayer(court: Court): (fields: PongFields, handle: number, frame: number) => number {
  const aims = new Int32Array(court.numPlayers);
  const looked = new Int32Array(court.numPlayers);
  return (fields, handle, frame) => {
    if (frame - (looked[handle] ?? 0) >= LOOK_EVERY || frame < (looked[handle] ?? 0)) {
      looked[handle] = frame;
      const coming = fields.phase[PHASE] === PLAY && (fields.ball[VX] ?? 0) < 0 === (court.sideOf[handle] === LEFT);
      // Off the paddle's middle, a little differently each time, so that returns leave at all angles.
      const off = ((((fields.tally[RETURNS] ?? 0) * 37 + handle * 11) % 39) - 19) * ONE_PX;
      aims[handle] = coming ? (fields.ball[Y] ?? 0) + off : STAGE_HEIGHT / 2;
    }
    const way = (aims[handle] ?? 0) - (fields.paddleY[handle] ?? 0);
    return way > NEAR ? DOWN : way < -NEAR ? UP : 0;
  };
}
