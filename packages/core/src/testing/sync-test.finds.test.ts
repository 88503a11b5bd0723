import { describe, expect, it } from 'vitest';
import { nextPRNG } from '../base/prng.js';
import type { Game } from '../match/game.js';
import { runSyncTest } from './sync-test.js';
import { type Walkers, walkers } from './walkers.js';

const DISTANCES = [1, 2, 4, 8];

describe('runSyncTest finds state outside the snapshot', () => {
  const base = walkers();
  /** Each makes a fresh game whose fault shows in `pos`; `frame` is when the fault first can show at distance 1. */
  const faults: [string, () => Walkers][] = [
    [
      'a counter in a module variable',
      () => {
        let ticks = 0;
        return walkers({
          simulate(fields, inputs, frame) {
            base.simulate(fields, inputs, frame);
            fields.pos[2] = fields.pos[2]! + ticks++;
          },
        });
      },
    ],
    [
      'the last input kept outside, for "pressed just now"',
      () => {
        const before = [0, 0, 0, 0];
        return walkers({
          simulate(fields, inputs, frame) {
            base.simulate(fields, inputs, frame);
            for (let p = 0; p < 4; p++) {
              if (inputs[p]! & 1 && !(before[p]! & 1)) fields.pos[p] = fields.pos[p]! + 50;
              before[p] = inputs[p]!;
            }
          },
        });
      },
    ],
    [
      'a random generator outside',
      () => {
        const rng = new Uint32Array([7]);
        return walkers({
          simulate(fields, inputs, frame) {
            base.simulate(fields, inputs, frame);
            fields.pos[0] = fields.pos[0]! + (nextPRNG(rng, 0) & 0xff);
          },
        });
      },
    ],
    [
      'Math.random',
      () =>
        walkers({
          simulate(fields, inputs, frame) {
            base.simulate(fields, inputs, frame);
            fields.pos[3] = Math.floor(Math.random() * 1e6);
          },
        }),
    ],
    [
      'a derived value cached from the frame before',
      () => {
        let highest = -Infinity;
        return walkers({
          simulate(fields, inputs, frame) {
            base.simulate(fields, inputs, frame);
            if (fields.pos[1]! > highest) fields.pos[2] = fields.pos[2]! + 1;
            highest = Math.max(highest, fields.pos[1]!);
          },
        });
      },
    ],
    [
      'a list of things in flight outside',
      () => {
        const shots: number[] = [];
        return walkers({
          simulate(fields, inputs, frame) {
            base.simulate(fields, inputs, frame);
            if (inputs[0]! & 4) shots.push(frame + 5);
            fields.pos[0] = fields.pos[0]! + shots.filter((end) => end === frame).length;
          },
        });
      },
    ],
    [
      'an effect that runs once per frame number',
      () => {
        const done = new Set<number>();
        return walkers({
          simulate(fields, inputs, frame) {
            base.simulate(fields, inputs, frame);
            if (frame % 60 === 59 && !done.has(frame)) {
              done.add(frame);
              fields.pos[1] = 0;
            }
          },
        });
      },
    ],
  ];

  for (const [name, make] of faults) {
    it.each(DISTANCES)(`${name}, at distance %i`, (distance) => {
      const report = runSyncTest(make(), { frames: 600, distance });
      expect(report.ok).toBe(false);
      expect(report.mismatch?.field).toBe('pos');
      expect(report.mismatch!.expected).not.toBe(report.mismatch!.actual);
    });
  }

  it('what one match leaves behind for the next, though no replay is near it', () => {
    let wins = 0;
    const game = walkers({
      simulate(fields, inputs, frame) {
        base.simulate(fields, inputs, frame);
        if (frame === 10) fields.pos[1] = 100 * wins;
        if (frame === 30) wins = 1;
      },
    });
    const report = runSyncTest(game, { frames: 60, distance: 8 });
    expect(report).toMatchObject({
      ok: false,
      frames: 60,
      mismatch: { frame: 10, field: 'pos', index: 1, expected: 0, actual: 100 },
    });
  });

  it('leaves the second run out where its states do not fit, and still rewinds', () => {
    // 64 MB hold 63 states of a mebibyte, with the inputs.
    const large = { cells: { type: Uint32Array, length: 2 ** 18 } } as const;
    const runs: number[] = [];
    const game: Game<typeof large> = {
      id: 'large/1',
      fields: large,
      numPlayers: 1,
      simulate: (_, __, frame) => void runs.push(frame),
    };
    runSyncTest(game, { frames: 63, distance: 1 });
    expect(runs).toHaveLength(63 * 3);
    runs.length = 0;
    runSyncTest(game, { frames: 64, distance: 1 });
    expect(runs).toHaveLength(64 * 2);
  });

  it('names the first frame that came out otherwise, the field, the element and both values', () => {
    let outside = 0;
    const game = walkers({
      simulate(fields, inputs, frame) {
        base.simulate(fields, inputs, frame);
        // From frame 10 on it remembers how often it ran: first run 1, its replay 2.
        if (frame >= 10) outside++;
        if (frame === 10) {
          fields.speed[1] = 0.25 * outside;
          fields.pos[3] = -outside;
        }
      },
    });
    const report = runSyncTest(game, { frames: 50, distance: 4 });
    // Declared before `speed`, so `pos` is the one that is named, though `speed` was written first.
    expect(report.mismatch).toEqual({ frame: 10, field: 'pos', index: 3, expected: -1, actual: -2 });
    expect(report.frames).toBe(11);
    expect(report.nan).toBeUndefined();
  });

  it('sees a difference in one frame of the replay that the next frame hides', () => {
    let runs = 0;
    const game = walkers({
      simulate(fields, inputs, frame) {
        base.simulate(fields, inputs, frame);
        if (frame === 20) runs++;
        // Equal in the first replay, when frame 20 is the last one; different in the next, when frame 21 comes after
        // it.
        fields.speed[0] = frame === 20 ? Math.max(2, runs) : 0;
      },
    });
    expect(runSyncTest(game, { frames: 40, distance: 8 }).mismatch).toEqual({
      frame: 20,
      field: 'speed',
      index: 0,
      expected: 2,
      actual: 3,
    });
  });

  it('tells -0 from 0, as a checksum does', () => {
    let runs = 0;
    const game = walkers({
      simulate(fields, inputs, frame) {
        base.simulate(fields, inputs, frame);
        fields.speed[0] = frame === 3 && runs++ > 0 ? -0 : 0;
      },
    });
    const { mismatch } = runSyncTest(game, { frames: 10 });
    expect(mismatch).toMatchObject({ frame: 3, field: 'speed', index: 0 });
    expect(Object.is(mismatch!.actual, -0)).toBe(true);
  });

  it('an init that gives two states for one seed is a mismatch at frame -1', () => {
    let matches = 0;
    const game = walkers({ init: (fields) => void (fields.pos[2] = matches++) });
    expect(runSyncTest(game, { frames: 10 })).toMatchObject({
      ok: false,
      frames: 0,
      mismatch: { frame: -1, field: 'pos', index: 2, expected: 0, actual: 1 },
    });
  });
});
