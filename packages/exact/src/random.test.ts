import { createPRNG, nextPRNG } from '@lite-rollback/core';
import { describe, expect, it } from 'vitest';
import { nextChance, nextRange, nextShuffle } from './random.js';

/** A state whose next draw is `value`: nextPRNG undone. */
function stateBefore(value: number): Uint32Array {
  // x ^= x << 13, x ^= x >>> 17, x ^= x << 5, backwards.
  let x = value;
  for (let known = 5; known < 32; known += 5) x = value ^ (x << 5);
  x ^= x >>> 17;
  const shifted = x;
  for (let known = 13; known < 32; known += 13) x = shifted ^ (x << 13);
  return Uint32Array.of(x);
}

describe('nextRange', () => {
  it('gives every value of the range and no other, alike often', () => {
    const random = Uint32Array.of(7);
    const counts = new Map<number, number>();
    for (let i = 0; i < 60_000; i++) {
      const value = nextRange(random, 0, -2, 4);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3]);
    // Chi-squared of 5 degrees of freedom: above 25.7 once in 10,000. The seed is fixed, so this comes out one way.
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chi).toBeLessThan(25.7);
  });
  it('draws again where a remainder would favour the first values', () => {
    // 2^32 − 1 values in ranges of 2^31: the second half has one too few, so 2^31 … are not used.
    const kept = stateBefore(2 ** 31);
    expect(nextRange(kept, 0, 0, 2 ** 31)).toBe(2 ** 31 - 1);
    expect(kept[0]).toBe(2 ** 31);
    const again = stateBefore(2 ** 31 + 1);
    const copy = again.slice();
    let draws = 0;
    let drawn: number;
    do {
      drawn = nextPRNG(copy, 0);
      draws++;
    } while (drawn > 2 ** 31);
    expect(draws).toBeGreaterThan(1);
    expect(nextRange(again, 0, 0, 2 ** 31)).toBe(drawn - 1);
    expect(again[0], 'no draw more').toBe(drawn);
  });
  it('uses a range of every value there is, and of one', () => {
    const all = stateBefore(0xffffffff);
    expect(nextRange(all, 0, 0, 0xffffffff)).toBe(0xfffffffe);
    expect(nextRange(all, 0, 5, 6)).toBe(5);
  });
  it('takes the cell it is given, in place', () => {
    const random = Uint32Array.of(1, 2);
    const value = nextRange(random, 1, 0, 1000);
    expect(random[0]).toBe(1);
    const cell = Uint32Array.of(2);
    expect(nextRange(cell, 0, 0, 1000)).toBe(value);
    expect(random[1]).toBe(cell[0]);
  });
  it.each([
    [[0, 0], RangeError],
    [[5, 4], RangeError],
    [[0, 2 ** 32], RangeError],
    [[0, 1.5], TypeError],
    [[NaN, 1], TypeError],
    [[-Infinity, 0], TypeError],
  ] as const)('refuses %j', ([min, max], kind) =>
    expect(() => nextRange(Uint32Array.of(1), 0, min, max)).toThrow(kind),
  );
  it('refuses a state that is none', () => {
    expect(() => nextRange(new Int32Array(1) as unknown as Uint32Array, 0, 0, 5)).toThrow(TypeError);
    expect(() => nextRange(new Uint32Array(1), 1, 0, 5)).toThrow(RangeError);
  });
});

describe('nextChance', () => {
  it('is true as often as it says', () => {
    const random = Uint32Array.of(3);
    let hits = 0;
    for (let i = 0; i < 40_000; i++) if (nextChance(random, 0, 1, 4)) hits++;
    // 10,000, with a standard deviation of 87.
    expect(Math.abs(hits - 10_000)).toBeLessThan(400);
    expect([nextChance(random, 0, 0, 5), nextChance(random, 0, 5, 5)]).toEqual([false, true]);
  });
  it.each([
    [[2, 1], RangeError],
    [[-1, 5], RangeError],
    [[0, 0], RangeError],
    [[0.5, 1], TypeError],
  ] as const)('refuses %j', ([chances, outOf], kind) =>
    expect(() => nextChance(Uint32Array.of(1), 0, chances, outOf)).toThrow(kind),
  );
});

describe('nextShuffle', () => {
  it('gives every order alike often', () => {
    const random = Uint32Array.of(11);
    const counts = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const cards = Uint8Array.of(1, 2, 3, 4);
      nextShuffle(random, 0, cards);
      counts.set(cards.join(), (counts.get(cards.join()) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // Chi-squared of 23 degrees of freedom: above 58.6 less than once in 10,000.
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chi).toBeLessThan(58.6);
  });
  it('leaves what lies behind `count`', () => {
    const cards = Int32Array.from({ length: 10 }, (_, i) => i);
    nextShuffle(Uint32Array.of(5), 0, cards, 4);
    expect([...cards.subarray(0, 4)].sort()).toEqual([0, 1, 2, 3]);
    expect([...cards.subarray(4)]).toEqual([4, 5, 6, 7, 8, 9]);
    nextShuffle(Uint32Array.of(5), 0, cards, 0);
  });
  it('refuses a count that is none', () => {
    expect(() => nextShuffle(Uint32Array.of(5), 0, new Int32Array(3), 4)).toThrow(RangeError);
    expect(() => nextShuffle(Uint32Array.of(5), 0, new Int32Array(3), 1.5)).toThrow(TypeError);
  });
});

it('stateBefore undoes a draw', () => {
  const prng = createPRNG(9);
  for (let i = 0; i < 1000; i++) {
    const value = prng.int32() >>> 0;
    expect(nextPRNG(stateBefore(value), 0)).toBe(value);
  }
});
