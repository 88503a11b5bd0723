// Rolls back: the coin, who takes it, and where the next one lies.
import { nextPRNG } from '@lite-rollback/core';
import { at, GRAB_BY, GRAB_FRAME, GRAB_X, GRAB_Y, NOBODY, type RaceFields, X, Y } from './fields.js';
import { BODY, COIN, COIN_DRAWS, COIN_EDGE, COIN_NEAREST, STAGE_HEIGHT, STAGE_WIDTH } from './stage.js';

function squaredDistance(fields: RaceFields, handle: number, x: number, y: number): number {
  const dx = at(fields.body, 2 * handle + X) - x;
  const dy = at(fields.body, 2 * handle + Y) - y;
  return dx * dx + dy * dy;
}

function draw(random: Uint32Array, from: number, to: number): number {
  return from + (nextPRNG(random, 0) % (to - from));
}

/** Lays a coin where the race for it will be closest. */
export function layCoin(fields: RaceFields): void {
  let least = Infinity;
  for (let i = 0; i < COIN_DRAWS; i++) {
    const x = draw(fields.random, COIN_EDGE, STAGE_WIDTH - COIN_EDGE);
    const y = draw(fields.random, COIN_EDGE, STAGE_HEIGHT - COIN_EDGE);
    const near = Math.sqrt(squaredDistance(fields, 0, x, y)) | 0;
    const far = Math.sqrt(squaredDistance(fields, 1, x, y)) | 0;
    const gift = Math.min(near, far) < COIN_NEAREST ? STAGE_WIDTH : 0;
    const unfair = Math.abs(near - far) + gift;
    if (unfair >= least) continue;
    least = unfair;
    fields.coin[X] = x;
    fields.coin[Y] = y;
  }
}

/**
 * The runner who takes the coin in this frame: who touches it, of two the nearer one. Both as near: nobody, until one
 * is nearer.
 */
export function grabber(fields: RaceFields): number {
  const x = at(fields.coin, X);
  const y = at(fields.coin, Y);
  const [first, second] = [squaredDistance(fields, 0, x, y), squaredDistance(fields, 1, x, y)];
  if (first === second || Math.min(first, second) >= (BODY + COIN) * (BODY + COIN)) return NOBODY;
  return first < second ? 0 : 1;
}

export function grab(fields: RaceFields, handle: number, frame: number): void {
  const { moment, coin, score } = fields;
  moment[GRAB_BY] = handle;
  moment[GRAB_FRAME] = frame;
  moment[GRAB_X] = at(coin, X);
  moment[GRAB_Y] = at(coin, Y);
  score[handle] = at(score, handle) + 1;
  layCoin(fields);
}
