import { fileURLToPath } from 'node:url';
import { runBundled } from '@lite-rollback/app-shared/run-bundled';
import { beforeAll, describe, expect, it } from 'vitest';
import { RIVALS } from '../src/rival/rivals.js';
import { CUE_BLOCK, CUE_KILL, CUE_PARRY } from '../src/sim/cues.js';
import {
  ACTION,
  ACTION_FRAME,
  ACTION_PUNCH,
  ACTION_STUNNED,
  cellOf,
  GUARD,
  INPUT_MASK,
  STATE_LENGTH,
  X,
} from '../src/sim/layout.js';
import { beginMatch, step } from '../src/sim/step.js';
import { byName, fight, type FighterRival } from './rival-fight.js';

const FIGHTS = 200;
const FIRST_SEED = 1000;
const NAMES = ['Rusher', 'Turtle', 'Parrier'];

describe('the strengths of a rival', () => {
  let bundled: typeof import('./rival-fight.js');
  beforeAll(async () => {
    // It is that very module, bundled.
    bundled = (await runBundled(fileURLToPath(new URL('rival-fight.ts', import.meta.url)))) as typeof bundled;
  });

  it.each(NAMES.flatMap((name) => [0, 1].map((weak) => [name, weak] as const)))(
    '%s: the one above number %i wins 60 to 80 of 100 fights against it',
    (name, weak) => {
      const { undecided, won } = bundled.stepOfLadder(name, weak, FIGHTS, FIRST_SEED);
      const about = `${name}, seeds ${FIRST_SEED} … ${FIRST_SEED + FIGHTS - 1}, the stronger on the left for even ones`;
      expect(undecided, about).toEqual([]);
      expect(won / FIGHTS, about).toBeGreaterThanOrEqual(0.6);
      expect(won / FIGHTS, about).toBeLessThanOrEqual(0.8);
    },
  );
});

/** What `left` and `right` press in the first `frames` frames. */
function nibbles(
  left: FighterRival,
  right: FighterRival,
  seed: number,
  frames: number,
  change: (state: Int32Array, frame: number) => void = () => {},
): number[] {
  const pressed: number[] = [];
  fight(left, right, { seed, frames, before: change, after: (both) => pressed.push(both) });
  return pressed;
}

describe('rivals', () => {
  it('are three temperaments, each in three strengths, with the reactions of people', () => {
    expect(RIVALS.map(({ name, level }) => `${name} ${level}`)).toEqual(
      NAMES.flatMap((name) => ['1', '2', '3'].map((level) => `${name} ${level}`)),
    );
    expect(new Set(RIVALS.map(({ id }) => id)).size).toBe(RIVALS.length);
    for (const { reactionMs = 0 } of RIVALS) {
      expect(reactionMs).toBeGreaterThanOrEqual(180);
      expect(reactionMs).toBeLessThanOrEqual(300);
    }
  });

  it('fight as they are called: the turtle blocks more than the rusher, the parrier parries more than either', () => {
    const [, foe] = byName('Rusher');
    const shareOf = (name: string, cue: number): number => {
      const [, one] = byName(name);
      if (one === undefined || foe === undefined) throw new Error(`${name} is no rival`);
      const count = { cue: 0, kills: 0 };
      for (let seed = 0; seed < 60; seed++) {
        fight(foe, one, {
          seed,
          after(_, cues) {
            if (cues & cue) count.cue += 1;
            if (cues & CUE_KILL) count.kills += 1;
          },
        });
      }
      return count.cue / count.kills;
    };
    expect(shareOf('Turtle', CUE_BLOCK)).toBeGreaterThan(1.5 * shareOf('Rusher', CUE_BLOCK));
    expect(shareOf('Parrier', CUE_PARRY)).toBeGreaterThan(1.5 * shareOf('Rusher', CUE_PARRY));
    expect(shareOf('Parrier', CUE_PARRY)).toBeGreaterThan(1.5 * shareOf('Turtle', CUE_PARRY));
  });

  it.each(RIVALS.map((rival) => [rival.id, rival] as const))('%s: the same seed is the same fight', (_, rival) => {
    const [foe] = byName('Rusher');
    if (foe === undefined) throw new Error('no rival');
    expect(nibbles(rival, foe, 7, 600)).toEqual(nibbles(rival, foe, 7, 600));
    expect(nibbles(rival, foe, 8, 600)).not.toEqual(nibbles(rival, foe, 7, 600));
  });

  it.each(RIVALS.map((rival) => [rival.id, rival] as const))(
    '%s presses nothing because of what it has not seen yet: no change of the state shows before its reaction time',
    (_, rival) => {
      const late = Math.round(((rival.reactionMs ?? 0) * 60) / 1000);
      let answers = 0;
      for (const seed of [3, 4, 5]) {
        for (const at of [150, 190]) {
          const [from, until] = [at + late, at + late + 40];
          const plain = nibbles(rival, rival, seed, until);
          for (const [cell, value] of [
            [cellOf(0, X), 60 * 256],
            [cellOf(0, ACTION), ACTION_STUNNED],
            [cellOf(0, GUARD), 0],
            [cellOf(1, X), 150 * 256],
            [cellOf(1, ACTION), ACTION_PUNCH],
            [cellOf(1, ACTION_FRAME), 9],
          ] as const) {
            const changed = nibbles(rival, rival, seed, until, (state, frame) => {
              if (frame === at) state[cell] = value;
            });
            expect(changed.slice(0, from), `seed ${seed}, cell ${cell}, frame ${at}`).toEqual(plain.slice(0, from));
            if (String(changed.slice(from)) !== String(plain.slice(from))) answers += 1;
          }
        }
      }
      // Somebody blind would pass the rest.
      expect(answers).toBeGreaterThan(3);
    },
  );

  it('press the four keys alone, give the same answer to the same picture, and write to nothing', () => {
    for (const rival of RIVALS) {
      const seen = new Int32Array(STATE_LENGTH);
      beginMatch(seen, 1);
      for (let frame = 0; frame < 400; frame++) {
        const before = seen.slice();
        const self = { handle: frame % 2, frame, age: 14, pressed: () => 0, whim: (n: number) => (n * 0.37) % 1 };
        const input = rival.hands({ fight: seen }, self);
        expect(input & ~INPUT_MASK).toBe(0);
        expect(rival.hands({ fight: seen }, self)).toBe(input);
        expect(seen).toEqual(before);
        step(seen, input, (frame >> 3) & 15);
      }
    }
  });
});
