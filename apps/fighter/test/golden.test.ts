// Checksums of long fights. They change with any change of the rules: then the game's id must change as well, or two
// machines with different rules would meet. Hands and hash are written out here, so that no library's update can move
// them.
import { describe, expect, it } from 'vitest';
import { cueBits } from '../src/drills/cue-names.js';
import { countCues } from '../src/drills/script.js';
import { CUE_COUNT } from '../src/sim/cues.js';
import { CUES, read, STATE_LENGTH } from '../src/sim/layout.js';
import { beginMatch, isOver, step } from '../src/sim/step.js';

const FRAMES = 12_000;
const EVERY = 3_000;

/** By seed: the checksum after every 3,000 frames, a new match begun whenever one is over. */
const GOLDEN: Readonly<Record<number, readonly number[]>> = {
  1: [0xfb0350ce, 0x830e335d, 0xd41e1e7f, 0x56450f69],
  2: [0x3b0a7c99, 0xdcb5d282, 0xba335ada, 0xd29f4282],
  3: [0x2bcc9e9a, 0x6b64bda6, 0x1a6e9ea7, 0xf15f243e],
  2147483647: [0xa4fbc426, 0x09fb9608, 0xa9e62600, 0xbc62072b],
  [-1]: [0x84229d7f, 0x95eae083, 0x1b4d2179, 0xde2eea90],
  0: [0xe2962a86, 0x3e83fb8d, 0xa7746adb, 0xe28d429c],
};

/** FNV-1a over whole cells, uint32. */
function fnv1a(cells: Int32Array): number {
  let hash = 0x811c9dc5;
  for (const cell of cells) hash = Math.imul(hash ^ cell, 0x01000193);
  return hash >>> 0;
}

function play(seed: number): { sums: number[]; cues: number[] } {
  const state = new Int32Array(STATE_LENGTH);
  const cues = new Array<number>(CUE_COUNT).fill(0);
  const sums: number[] = [];
  let chance = seed | 0 || 1;
  const draw = (): number => {
    chance ^= chance << 13;
    chance ^= chance >>> 17;
    chance ^= chance << 5;
    return chance >>> 0;
  };
  const hands = [0, 0];
  beginMatch(state, seed);
  for (let frame = 1; frame <= FRAMES; frame++) {
    for (let player = 0; player < 2; player++) {
      if (draw() % 9 !== 0) continue;
      const forward = player === 0 ? 2 : 1;
      hands[player] = [forward, forward, 8, 4, 4, 0, 3 - forward, draw() & 15][draw() % 8] ?? 0;
    }
    step(state, hands[0] ?? 0, hands[1] ?? 0);
    countCues(cues, read(state, CUES));
    if (isOver(state)) beginMatch(state, draw());
    if (frame % EVERY === 0) sums.push(fnv1a(state));
  }
  return { sums, cues };
}

describe('golden checksums', () => {
  for (const seed of [1, 2, 3, 0x7fffffff, -1, 0]) {
    it(`seed ${seed}`, () => {
      const { sums, cues } = play(seed);
      for (const name of ['kill', 'block', 'bell', 'matchEnd', 'armLeft', 'armRight'] as const)
        expect(cues[cueBits[name]], name).toBeGreaterThan(0);
      expect(sums).toEqual(GOLDEN[seed]);
    });
  }
});
