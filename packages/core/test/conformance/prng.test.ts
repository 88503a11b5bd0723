import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createPRNG, nextPRNG } from '../../src/index.js';
import { expectRefusal } from './refusal.js';

const ZERO_STATE = 0x12345678;
const WORD = 0xffff_ffffn;

/** xorshift32 over integers of any size, so that no 32-bit operator of the code under test is trusted. */
function reference(state: number): number {
  let x = BigInt(state);
  x ^= (x << 13n) & WORD;
  x ^= x >> 17n;
  x ^= (x << 5n) & WORD;
  return Number(x);
}

const SEEDS = [1, 2, 0x12345678, 0x7fff_ffff, 0x8000_0000, 0xdead_beef, 0xffff_ffff];

describe('the reference of this file', () => {
  it("gives the published first number of Marsaglia's 13, 17, 5 from 2463534242", () => {
    expect(reference(2463534242)).toBe(723471715);
  });
});

describe('nextPRNG', () => {
  it('is xorshift32 with shifts 13, 17, 5: a uint32, written back to state[index]', () => {
    for (const seed of SEEDS) {
      const state = Uint32Array.of(77, seed, 88);
      let expected = seed;
      for (let i = 0; i < 500; i++) {
        expected = reference(expected);
        expect(nextPRNG(state, 1)).toBe(expected);
        expect([...state]).toEqual([77, expected, 88]);
      }
    }
  });

  it('takes state 0 for 0x12345678', () => {
    const state = new Uint32Array(1);
    expect(nextPRNG(state, 0)).toBe(reference(ZERO_STATE));
    expect(state[0]).toBe(reference(ZERO_STATE));
  });

  it('works on a field of a snapshot, at any place in the buffer', () => {
    const state = new Uint32Array(new ArrayBuffer(32), 12, 2);
    state[1] = 5;
    expect(nextPRNG(state, 1)).toBe(reference(5));
  });

  it.each([-1, 2, 2 ** 32])('an index of %d: RangeError, nothing touched', (index) => {
    const state = Uint32Array.of(5, 6);
    expectRefusal(() => nextPRNG(state, index), RangeError, index);
    expect([...state]).toEqual([5, 6]);
  });

  it.each([0.5, Number.NaN, '0', undefined, null])('an index of %o: TypeError, nothing touched', (index) => {
    const state = Uint32Array.of(5, 6);
    // @ts-expect-error on purpose
    expectRefusal(() => nextPRNG(state, index), TypeError, String(index));
    expect([...state]).toEqual([5, 6]);
  });

  it('takes the Uint32Array of another realm', () => {
    const foreign = runInNewContext('Uint32Array.of(5)') as Uint32Array;
    expect(nextPRNG(foreign, 0)).toBe(nextPRNG(Uint32Array.of(5), 0));
  });

  it.each([undefined, null, [5], 5, new Int32Array(1), new Float64Array(1)])('a state of %o: TypeError', (state) => {
    // @ts-expect-error on purpose
    expectRefusal(() => nextPRNG(state, 0), TypeError);
  });
});

describe('createPRNG', () => {
  it('goes through the same states as nextPRNG; int32 is its signed reading', () => {
    for (const seed of SEEDS) {
      const prng = createPRNG(seed);
      let expected = seed;
      expect(prng.state() >>> 0).toBe(seed);
      for (let i = 0; i < 500; i++) {
        expected = reference(expected);
        expect(prng.int32()).toBe(Number(BigInt.asIntN(32, BigInt(expected))));
        expect(prng.state() >>> 0).toBe(expected);
      }
    }
  });

  it('has state 0 become 0x12345678, by seed of creation, seed and setState', () => {
    const made = createPRNG(0);
    expect(made.state()).toBe(ZERO_STATE);
    const seeded = createPRNG(9);
    seeded.seed(0);
    expect(seeded.state()).toBe(ZERO_STATE);
    const set = createPRNG(9);
    set.setState(0);
    expect(set.state()).toBe(ZERO_STATE);
    for (const prng of [made, seeded, set]) expect(prng.int32() >>> 0).toBe(reference(ZERO_STATE));
  });

  it('takes a seed that is a multiple of 2^32 for 0', () => {
    expect(createPRNG(2 ** 32).state()).toBe(ZERO_STATE);
  });

  it('works without a seed, the same way every time', () => {
    const [a, b] = [createPRNG(), createPRNG()];
    expect(a.state()).not.toBe(0);
    for (let i = 0; i < 20; i++) expect(a.int32()).toBe(b.int32());
  });

  it('restores by setState what state gave, whatever was drawn', () => {
    const prng = createPRNG(123);
    const draws = [() => prng.int32(), () => prng.float(), () => prng.range(-3, 9), () => prng.range(0, 2 ** 32)];
    for (let i = 0; i < 100; i++) {
      const saved = prng.state();
      const first = draws.map((draw) => draw());
      const after = prng.state();
      prng.setState(saved);
      expect(draws.map((draw) => draw())).toEqual(first);
      expect(prng.state()).toBe(after);
    }
    prng.seed(123);
    expect(prng.state()).toBe(createPRNG(123).state());
  });

  it('draws one number for a float, which lies in [0, 1) and follows the state', () => {
    const prng = createPRNG(77);
    let expected = 77;
    let low = 0;
    for (let i = 0; i < 20_000; i++) {
      const float = prng.float();
      expected = reference(expected);
      expect(prng.state() >>> 0).toBe(expected);
      expect(float >= 0 && float < 1).toBe(true);
      expect(Math.abs(float - expected / 2 ** 32)).toBeLessThan(2 ** -20);
      if (float < 0.5) low++;
    }
    expect(Math.abs(low / 20_000 - 0.5)).toBeLessThan(0.02);
  });

  it('keeps float below 1 for the highest state there is', () => {
    // The state before 0xffffffff, found by running the inverse: try every shift relation by search from the front is
    // too slow, so walk from 0xffffffff through the inverse of each of the three steps.
    const invertLeft = (y: bigint, shift: bigint) => {
      let x = y;
      for (let i = 0; i < 32; i++) x = y ^ ((x << shift) & WORD);
      return x;
    };
    const invertRight = (y: bigint, shift: bigint) => {
      let x = y;
      for (let i = 0; i < 32; i++) x = y ^ (x >> shift);
      return x;
    };
    const before = Number(invertLeft(invertRight(invertLeft(WORD, 5n), 17n), 13n));
    expect(reference(before)).toBe(0xffff_ffff);
    const prng = createPRNG(before);
    expect(prng.float()).toBeLessThan(1);
    prng.setState(before);
    expect(prng.range(0, 10)).toBe(9);
    prng.setState(before);
    expect(prng.range(0, 2 ** 32)).toBe(2 ** 32 - 1);
  });

  it('has range give integers in [min, max), every one of them', () => {
    const prng = createPRNG(4);
    for (const [min, max] of [
      [0, 6],
      [-5, 5],
      [-3, -1],
      [100, 107],
    ] as const) {
      const counts = new Map<number, number>();
      for (let i = 0; i < 6000; i++) {
        const drawn = prng.range(min, max);
        expect(Number.isInteger(drawn) && drawn >= min && drawn < max).toBe(true);
        counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
      }
      expect(counts.size).toBe(max - min);
      for (const count of counts.values()) expect(Math.abs(count / 6000 - 1 / (max - min))).toBeLessThan(0.05);
    }
    expect(prng.range(5, 6)).toBe(5);
    expect(Object.is(prng.range(0, 1), 0)).toBe(true);
  });

  it('has range span up to 2^32 values, both halves reached', () => {
    const prng = createPRNG(4);
    let high = 0;
    for (let i = 0; i < 2000; i++) {
      const drawn = prng.range(-(2 ** 31), 2 ** 31);
      expect(Number.isInteger(drawn) && drawn >= -(2 ** 31) && drawn < 2 ** 31).toBe(true);
      if (drawn >= 0) high++;
    }
    expect(Math.abs(high / 2000 - 0.5)).toBeLessThan(0.1);
  });

  it('range with max ≤ min: RangeError, no number drawn', () => {
    const prng = createPRNG(4);
    const before = prng.state();
    expectRefusal(() => prng.range(5, 5), RangeError, 5);
    expectRefusal(() => prng.range(7, 3), RangeError, 3);
    expect(prng.state()).toBe(before);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', null, undefined])(
    'range with %o: TypeError, no number drawn',
    (wrong) => {
      const prng = createPRNG(4);
      const before = prng.state();
      // @ts-expect-error on purpose
      expectRefusal(() => prng.range(wrong, 10), TypeError, String(wrong));
      // @ts-expect-error on purpose
      expectRefusal(() => prng.range(0, wrong), TypeError, String(wrong));
      expect(prng.state()).toBe(before);
    },
  );

  it.each([Number.NaN, '3', {}])('a seed of %o: TypeError', (seed) => {
    const prng = createPRNG(4);
    // @ts-expect-error on purpose
    expectRefusal(() => createPRNG(seed), TypeError);
    // @ts-expect-error on purpose
    expectRefusal(() => prng.seed(seed), TypeError);
    // @ts-expect-error on purpose
    expectRefusal(() => prng.setState(seed), TypeError);
    expect(prng.state()).toBe(4);
  });
});
