import { describe, expect, it } from 'vitest';
import { cueBits } from '../src/drills/cue-names.js';
import { drills, shortcomings } from '../src/drills/drills.js';
import { rewindFault } from './rewind.js';

describe('drills', () => {
  for (const drill of drills) {
    describe(drill.name, () => {
      const done = drill.play();

      it('reaches its mechanic', () => {
        expect(shortcomings(drill, done, cueBits)).toEqual([]);
      });

      for (const distance of [1, 2, 4, 8]) {
        it(`rolls back ${distance}`, () => {
          expect(done.frames).toBeGreaterThan(distance);
          expect(rewindFault(done.seed, done.inputs, distance)).toBeNull();
        });
      }
    });
  }
});
