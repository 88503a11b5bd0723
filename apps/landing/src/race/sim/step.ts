// Rolls back: one frame of the race. Two run for a coin; the first with seven of them wins, and the next race begins.
import { grab, grabber, layCoin } from './coin.js';
import { at, BUMP_FRAME, GRAB_BY, GRAB_FRAME, NOBODY, type RaceFields, WIN_LEFT, X, Y } from './fields.js';
import { bump, move, push } from './run.js';
import { POINTS_TO_WIN, STAGE_HEIGHT, STAGE_WIDTH, WIN_FRAMES } from './stage.js';

/** Frame numbers of `moment` before anything happened: long ago, and still far from −2^31. */
const LONG_AGO = -1_000_000;

function lineUp(fields: RaceFields): void {
  const { body, speed, moment, score } = fields;
  for (let handle = 0; handle < 2; handle++) {
    body[2 * handle + X] = handle === 0 ? STAGE_WIDTH / 4 : (STAGE_WIDTH / 4) * 3;
    body[2 * handle + Y] = STAGE_HEIGHT / 2;
  }
  speed.fill(0);
  score.fill(0);
  moment[GRAB_BY] = NOBODY;
  moment[GRAB_FRAME] = LONG_AGO;
  moment[BUMP_FRAME] = LONG_AGO;
  moment[WIN_LEFT] = 0;
  layCoin(fields);
}

export function beginRace(fields: RaceFields, seed: number): void {
  // xorshift32 stands still at 0.
  fields.random[0] = seed === 0 ? 1 : seed;
  lineUp(fields);
}

export function stepRace(fields: RaceFields, inputs: Uint32Array, frame: number): void {
  const { moment, score, speed } = fields;
  const left = at(moment, WIN_LEFT);
  if (left > 0) {
    moment[WIN_LEFT] = left - 1;
    if (left === 1) lineUp(fields);
    return;
  }
  for (let handle = 0; handle < 2; handle++) {
    push(speed, handle, inputs[handle] ?? 0);
    move(fields, handle);
  }
  bump(fields, frame);
  const handle = grabber(fields);
  if (handle === NOBODY) return;
  grab(fields, handle, frame);
  if (at(score, handle) >= POINTS_TO_WIN) moment[WIN_LEFT] = WIN_FRAMES;
}
