import { describe, expect, it } from 'vitest';
import { createHeldInputs } from './held-inputs.js';

const FRAMES = 6000;

function words(seed: number, player: number, inputWords = 1, frames = FRAMES): number[][] {
  const inputs = createHeldInputs(seed, inputWords);
  const out = new Uint32Array(inputWords);
  return Array.from({ length: frames }, (_, frame) => {
    inputs(player, frame, out);
    return [...out];
  });
}
/** Lengths of the runs in which `bit` is down. */
function holds(values: readonly number[], bit: number): number[] {
  const runs: number[] = [];
  let run = 0;
  for (const value of [...values, 0]) {
    if ((value >>> bit) & 1) run++;
    else if (run > 0) {
      runs.push(run);
      run = 0;
    }
  }
  return runs;
}

describe('createHeldInputs', () => {
  it('every bit of every player and word is tapped, held and let go, about two fifths of the time down', () => {
    for (const player of [0, 1, 31]) {
      const values = words(3, player, 2);
      for (const word of [0, 1]) {
        for (let bit = 0; bit < 32; bit++) {
          const runs = holds(
            values.map((value) => value[word]!),
            bit,
          );
          const share = runs.reduce((a, b) => a + b, 0) / FRAMES;
          expect(share).toBeGreaterThan(0.25);
          expect(share).toBeLessThan(0.55);
          expect(runs.filter((run) => run <= 4).length).toBeGreaterThan(10);
          expect(runs.filter((run) => run > 15).length).toBeGreaterThan(10);
        }
      }
    }
  });

  it('is down 37 % of the time, from the first frame on', () => {
    const inputs = createHeldInputs(1);
    const out = new Uint32Array(1);
    const shareAt = (from: number, to: number): number => {
      let down = 0;
      for (let player = 0; player < 200; player++) {
        for (let frame = from; frame < to; frame++) {
          inputs(player, frame, out);
          for (let word = out[0]!; word !== 0; word &= word - 1) down++;
        }
      }
      return down / 32 / 200 / (to - from);
    };
    // Four kinds of block, a quarter each: none, all, a tap of 2.5 frames in 23.5, a third on average. Tighter than
    // each bit's own share.
    expect(shareAt(0, 400)).toBeCloseTo((0 + 1 + 0.13 + 1 / 3) / 4, 2);
    // All blocks of a length beginning together would show here: at the first frame of a block only a few holds have
    // begun.
    expect(Math.abs(shareAt(0, 1) - 0.366)).toBeLessThan(0.035);
  });

  it('players, words and bits do not move together', () => {
    const columns: string[] = [];
    for (const player of [0, 1]) {
      const values = words(3, player, 2, 500);
      for (const word of [0, 1])
        for (let bit = 0; bit < 32; bit++) columns.push(values.map((value) => (value[word]! >>> bit) & 1).join(''));
    }
    expect(new Set(columns).size).toBe(columns.length);
    // Two equal bits half the time are independent ones: nowhere near always or never.
    const agree = (a: string, b: string): number => [...a].filter((c, i) => c === b[i]).length / a.length;
    for (let i = 1; i < columns.length; i++) {
      expect(agree(columns[0]!, columns[i]!)).toBeGreaterThan(0.25);
      expect(agree(columns[0]!, columns[i]!)).toBeLessThan(0.8);
    }
  });

  it('is a function of seed, player and frame, in any order', () => {
    const inputs = createHeldInputs(9);
    const out = new Uint32Array(1);
    const forward = words(9, 1, 1, 200).map((value) => value[0]);
    for (let frame = 199; frame >= 0; frame--) {
      inputs(1, frame, out);
      expect(out[0]).toBe(forward[frame]);
    }
    expect(words(10, 1, 1, 200).map((value) => value[0])).not.toEqual(forward);
  });

  it('changes a few times a second, not every frame', () => {
    const values = words(5, 0).map((value) => value[0]! & 0b1111);
    const changes = values.filter((value, i) => i > 0 && value !== values[i - 1]).length;
    expect(changes / FRAMES).toBeGreaterThan(0.1);
    expect(changes / FRAMES).toBeLessThan(0.4);
  });

  it('refuses bad arguments', () => {
    expect(() => createHeldInputs(0.5)).toThrow(TypeError);
    expect(() => createHeldInputs(1, 0)).toThrow(RangeError);
    expect(() => createHeldInputs(1, 17)).toThrow(RangeError);
  });
});
