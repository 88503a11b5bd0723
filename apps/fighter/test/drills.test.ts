import { runSyncTest } from '@lite-rollback/core/testing';
import { describe, expect, it } from 'vitest';
import { cueBits } from '../src/drills/cue-names.js';
import { drills, shortcomings } from '../src/drills/drills.js';
import { countCues } from '../src/drills/script.js';
import { fighter } from '../src/game.js';
import { CUE_COUNT } from '../src/sim/cues.js';
import { CUES, read } from '../src/sim/layout.js';

describe('drills', () => {
  for (const drill of drills) {
    describe(drill.name, () => {
      const done = drill.play();

      it('reaches its mechanic', () => {
        expect(shortcomings(drill, done, cueBits)).toEqual([]);
      });

      for (const distance of [1, 2, 4, 8]) {
        it(`rolls back ${distance}`, () => {
          const cues = new Array<number>(CUE_COUNT).fill(0);
          expect(done.frames).toBeGreaterThan(distance);
          const report = runSyncTest(fighter, {
            frames: done.frames,
            distance,
            seed: done.seed,
            inputs(player, frame, out) {
              out[0] = ((done.inputs[frame] ?? 0) >> (player * 4)) & 15;
            },
            onFrame: (fields) => countCues(cues, read(fields.fight, CUES)),
          });
          expect(report.mismatch).toBeUndefined();
          expect(report.ok).toBe(true);
          // The engine played the very fight that reached the mechanic.
          expect(cues).toEqual(done.cues);
        });
      }
    });
  }

  it('random held keys roll back too, 9,000 frames at each distance', () => {
    const cues = new Array<number>(CUE_COUNT).fill(0);
    for (const distance of [1, 2, 4, 8]) {
      const report = runSyncTest(fighter, {
        frames: 9000,
        distance,
        seed: distance,
        onFrame: (fields) => countCues(cues, read(fields.fight, CUES)),
      });
      expect(report.ok).toBe(true);
    }
    // Random keys hardly ever parry, which is why the drills exist; but they must have fought.
    for (const name of ['kill', 'block', 'swingLeft', 'swingRight', 'armLeft', 'armRight', 'bell'] as const) {
      expect(cues[cueBits[name]], name).toBeGreaterThan(0);
    }
  });
});
