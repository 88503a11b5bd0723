import { createRollback } from '@lite-rollback/core';
import { runSyncTest } from '@lite-rollback/core/testing';
import { describe, expect, it } from 'vitest';
import { race } from '../game.js';
import { scriptedHands } from '../hands/scripted.js';
import { steer } from '../hands/steer.js';
import { grabber } from './coin.js';
import { at, BUMP_FRAME, GRAB_FRAME, NOBODY, RACE_FIELDS, type RaceFields, WIN_LEFT, X, Y } from './fields.js';
import { beginRace, stepRace } from './step.js';
import {
  BODY,
  COIN,
  COIN_EDGE,
  DOWN,
  EDGE,
  LEFT,
  POINTS_TO_WIN,
  PX,
  RIGHT,
  STAGE_HEIGHT,
  STAGE_WIDTH,
  UP,
  WIN_FRAMES,
} from './stage.js';

function begun(seed = 7): RaceFields {
  const { fields } = createRollback({ capacity: 1, fields: RACE_FIELDS });
  beginRace(fields, seed);
  return fields;
}

function place(fields: RaceFields, handle: number, x: number, y: number): void {
  fields.body[2 * handle + X] = x;
  fields.body[2 * handle + Y] = y;
}

describe('the race', () => {
  it('comes out the same after every rollback, and reaches all that there is to it', () => {
    const reached = { grabs: 0, bumps: 0, wins: 0 };
    const report = runSyncTest(race, {
      frames: 6000,
      seed: 3,
      inputs: (player, frame, out) => (out[0] = inputs[player]?.(frame) ?? 0),
      onFrame(fields, frame) {
        if (at(fields.moment, GRAB_FRAME) === frame) reached.grabs += 1;
        if (at(fields.moment, BUMP_FRAME) === frame) reached.bumps += 1;
        if (at(fields.moment, WIN_LEFT) === WIN_FRAMES) reached.wins += 1;
        states[frame] = { body: fields.body.slice(), coin: fields.coin.slice(), moment: fields.moment.slice() };
      },
    });
    expect(report.mismatch).toBeUndefined();
    expect(report.ok).toBe(true);
    expect(reached.grabs).toBeGreaterThan(30);
    expect(reached.bumps).toBeGreaterThan(10);
    expect(reached.wins).toBeGreaterThan(2);
  });
  // The hands see the state as of the frame before, like a player at a screen.
  const states: Pick<RaceFields, 'body' | 'coin' | 'moment'>[] = [];
  const hands = [scriptedHands(0), scriptedHands(1)];
  const inputs = hands.map((hand) => {
    const asked: number[] = [];
    return (frame: number) => (asked[frame] ??= hand({ ...begun(), ...states[frame - 1] }, frame));
  });

  it('is the same to the left as to the right, and stands still when nobody presses', () => {
    const fields = begun();
    fields.coin.fill(-STAGE_WIDTH);
    const start = fields.body.slice();
    for (let frame = 0; frame < 30; frame++) stepRace(fields, Uint32Array.of(LEFT | UP, RIGHT | DOWN), frame);
    const gone = fields.body.map((value, i) => value - at(start, i));
    expect(gone[2 + X]).toBe(-at(gone, X));
    expect(gone[2 + Y]).toBe(-at(gone, Y));
    expect(gone[X]).toBeLessThan(-20 * PX);
    for (let frame = 30; frame < 90; frame++) stepRace(fields, Uint32Array.of(0, LEFT | RIGHT | UP | DOWN), frame);
    expect([...fields.speed]).toEqual([0, 0, 0, 0]);
  });

  it('keeps everybody on the stage, and nobody in another', () => {
    const fields = begun();
    let shoves = 0;
    for (let frame = 0; frame < 4000; frame++) {
      const press = (frame >> 5) & 15;
      // Half of the time one runs at the other.
      const chase = steer(at(fields.body, X) - at(fields.body, 2 + X), at(fields.body, Y) - at(fields.body, 2 + Y), 0);
      stepRace(fields, Uint32Array.of(press, (frame & 512) === 0 ? 15 & ~press : chase), frame);
      if (at(fields.moment, BUMP_FRAME) === frame) shoves += 1;
      for (const handle of [0, 1]) {
        expect(at(fields.body, 2 * handle + X)).toBeGreaterThanOrEqual(EDGE);
        expect(at(fields.body, 2 * handle + X)).toBeLessThanOrEqual(STAGE_WIDTH - EDGE);
        expect(at(fields.body, 2 * handle + Y)).toBeGreaterThanOrEqual(EDGE);
        expect(at(fields.body, 2 * handle + Y)).toBeLessThanOrEqual(STAGE_HEIGHT - EDGE);
      }
    }
    expect(shoves).toBeGreaterThan(10);
  });

  it('sets two on one spot apart', () => {
    const fields = begun();
    place(fields, 0, STAGE_WIDTH / 2, STAGE_HEIGHT / 2);
    place(fields, 1, STAGE_WIDTH / 2, STAGE_HEIGHT / 2);
    fields.coin.fill(COIN_EDGE);
    stepRace(fields, Uint32Array.of(0, 0), 0);
    expect(at(fields.body, 2 + X) - at(fields.body, X)).toBeGreaterThanOrEqual(2 * BODY);
  });

  it('gives the coin to the nearer of two who touch it, and to nobody while both are as near', () => {
    const fields = begun();
    fields.coin[X] = STAGE_WIDTH / 2;
    fields.coin[Y] = STAGE_HEIGHT / 2;
    const reach = BODY + COIN - PX;
    place(fields, 0, STAGE_WIDTH / 2 - reach, STAGE_HEIGHT / 2);
    place(fields, 1, STAGE_WIDTH / 2 + reach, STAGE_HEIGHT / 2);
    expect(grabber(fields)).toBe(NOBODY);
    place(fields, 1, STAGE_WIDTH / 2 + reach - 1, STAGE_HEIGHT / 2);
    expect(grabber(fields)).toBe(1);
    place(fields, 1, STAGE_WIDTH / 2 + reach + 1, STAGE_HEIGHT / 2);
    expect(grabber(fields)).toBe(0);
    place(fields, 0, STAGE_WIDTH / 2 - BODY - COIN, STAGE_HEIGHT / 2);
    place(fields, 1, STAGE_WIDTH / 2 + BODY + COIN, STAGE_HEIGHT / 2 + 1);
    expect(grabber(fields)).toBe(NOBODY);
  });

  it('begins anew after seven points', () => {
    const fields = begun();
    fields.score[1] = POINTS_TO_WIN - 1;
    place(fields, 1, at(fields.coin, X), at(fields.coin, Y));
    stepRace(fields, Uint32Array.of(0, 0), 0);
    expect([...fields.score]).toEqual([0, POINTS_TO_WIN]);
    for (let frame = 1; frame < WIN_FRAMES; frame++) stepRace(fields, Uint32Array.of(LEFT, LEFT), frame);
    expect([...fields.score]).toEqual([0, POINTS_TO_WIN]);
    stepRace(fields, Uint32Array.of(LEFT, LEFT), WIN_FRAMES);
    expect([...fields.score]).toEqual([0, 0]);
  });
});
