import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  abs,
  add,
  approach,
  clamp,
  div,
  fixed,
  floor,
  hypot,
  inverseLerp,
  lerp,
  mul,
  round,
  sqrt,
  sub,
  toNumber,
} from './arithmetic.js';
import { FIXED_MAX, FIXED_MIN, ONE } from './one.js';

/** Any int32, the bounds and small ones often. */
const int = fc.oneof(
  fc.integer({ min: FIXED_MIN, max: FIXED_MAX }),
  fc.integer({ min: -300_000, max: 300_000 }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(FIXED_MIN, FIXED_MAX, FIXED_MIN + 1, ONE, -ONE),
);

const magnitude = (n: bigint): bigint => (n < 0n ? -n : n);
const saturated = (n: bigint): number =>
  n > BigInt(FIXED_MAX) ? FIXED_MAX : n < BigInt(FIXED_MIN) ? FIXED_MIN : Number(n);
/** n / d to the nearest, halves away from zero, saturated: in whole numbers, so without any rounding on the way. */
function quotient(n: bigint, d: bigint): number {
  const size = (2n * magnitude(n) + magnitude(d)) / (2n * magnitude(d));
  return saturated(n < 0n !== d < 0n ? -size : size);
}

/** `property` for many random arguments; fast-check prints the seed of one that fails, and makes it small. */
function always<T extends [unknown, ...unknown[]]>(
  arguments_: { [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (...values: T) => void,
): void {
  // A block: fast-check takes a returned false for a failure.
  fc.assert(
    fc.property(...arguments_, (...values: T) => {
      check(...values);
    }),
    { numRuns: 5_000 },
  );
}

describe('against whole numbers without a limit', () => {
  it('mul', () => always([int, int], (a, b) => expect(mul(a, b)).toBe(quotient(BigInt(a) * BigInt(b), 65536n))));
  it('div', () =>
    always([int, int], (a, b) => {
      fc.pre(b !== 0);
      expect(div(a, b)).toBe(quotient(BigInt(a) * 65536n, BigInt(b)));
    }));
  it('add and sub', () =>
    always([int, int], (a, b) => {
      expect(add(a, b)).toBe(saturated(BigInt(a) + BigInt(b)));
      expect(sub(a, b)).toBe(saturated(BigInt(a) - BigInt(b)));
    }));
  it('lerp', () =>
    always([int, int, int], (a, b, t) => {
      const exact = BigInt(a) * 65536n + (BigInt(b) - BigInt(a)) * BigInt(t);
      expect(lerp(a, b, t)).toBe(quotient(exact, 65536n));
    }));
  it('inverseLerp', () =>
    always([int, int, int], (a, b, v) => {
      fc.pre(a !== b);
      expect(inverseLerp(a, b, v)).toBe(quotient((BigInt(v) - BigInt(a)) * 65536n, BigInt(b) - BigInt(a)));
    }));
  it('sqrt: nearer to the root than half a unit', () =>
    always([int], (a) => {
      const target = BigInt(Math.max(a, 0)) * 65536n;
      const found = BigInt(sqrt(a));
      // (found ± ½)² on either side of the target.
      expect(4n * target <= (2n * found + 1n) ** 2n).toBe(true);
      expect(found === 0n || 4n * target >= (2n * found - 1n) ** 2n).toBe(true);
    }));
  it('hypot: within half a unit and 2^-20', () =>
    always([int, int], (x, y) => {
      const target = BigInt(x) ** 2n + BigInt(y) ** 2n;
      const found = BigInt(hypot(x, y));
      if (found === BigInt(FIXED_MAX)) return expect(target >= (found - 1n) ** 2n).toBe(true);
      const [unit, half] = [1n << 20n, (1n << 19n) + 1n];
      expect(target << 40n <= (found * unit + half) ** 2n).toBe(true);
      expect(found === 0n || target << 40n >= (found * unit - half) ** 2n).toBe(true);
    }));
  it('fixed and round', () =>
    always([fc.double({ min: -40_000, max: 40_000, noNaN: true })], (x) => {
      // x · 2^16 is exact, and 2^70 makes a whole number of all but the smallest.
      fc.pre(Math.abs(x) > 1e-3 || x === 0);
      const exact = BigInt(x * 2 ** 70);
      expect(fixed(x)).toBe(quotient(exact, 1n << 54n));
      expect(round(fixed(x))).toBe(quotient(BigInt(fixed(x)), 65536n));
    }));
});

describe('overflow', () => {
  it('saturates', () => {
    expect(add(FIXED_MAX, 1)).toBe(FIXED_MAX);
    expect(sub(FIXED_MIN, 1)).toBe(FIXED_MIN);
    expect(mul(fixed(200), fixed(200))).toBe(FIXED_MAX);
    expect(mul(fixed(-200), fixed(200))).toBe(FIXED_MIN);
    expect(mul(FIXED_MIN, FIXED_MIN)).toBe(FIXED_MAX);
    expect(abs(FIXED_MIN)).toBe(FIXED_MAX);
    expect(hypot(FIXED_MAX, FIXED_MIN)).toBe(FIXED_MAX);
    expect(lerp(FIXED_MIN, FIXED_MAX, 2 * ONE)).toBe(FIXED_MAX);
    expect([fixed(1e300), fixed(-Infinity), fixed(NaN)]).toEqual([FIXED_MAX, FIXED_MIN, 0]);
  });
  it('of a division by zero', () =>
    expect([div(5, 0), div(-5, 0), div(0, 0), div(5, -0)]).toEqual([FIXED_MAX, FIXED_MIN, 0, FIXED_MAX]));
  it('below zero has no root', () => expect([sqrt(-1), sqrt(FIXED_MIN)]).toEqual([0, 0]));
});

describe('arguments', () => {
  const odd = [NaN, Infinity, 1.9, -1.9, 2 ** 31, 2 ** 32 + 5, -0];
  it('are taken | 0, as a field of int32 would store them', () => {
    for (const value of odd) {
      expect(mul(value, ONE)).toBe(value | 0);
      expect(add(value, 0)).toBe(value | 0);
      expect(lerp(0, value, ONE)).toBe(value | 0);
      expect(toNumber(value)).toBe((value | 0) / ONE);
    }
  });
  it('no result is -0', () => {
    for (const zero of [
      mul(-1, 1),
      mul(0, -5),
      fixed(-0),
      fixed(-1e-9),
      round(-1),
      div(0, -3),
      sub(0, 0),
      lerp(0, -1, 1),
    ])
      expect(Object.is(zero, 0), String(zero)).toBe(true);
  });
});

describe('the rest', () => {
  it('is the same on both sides of zero', () =>
    always([int, int], (a, b) => {
      fc.pre(a !== FIXED_MIN && Math.abs(mul(a, b)) < FIXED_MAX);
      expect(mul(-a, b) + mul(a, b)).toBe(0);
      expect(lerp(0, -a, b) + lerp(0, a, b) === 0 || Math.abs(lerp(0, a, b)) >= FIXED_MAX).toBe(true);
    }));
  it('rounds as it says', () => {
    expect([floor(fixed(1.75)), floor(fixed(-1.25)), round(fixed(1.5)), round(fixed(-1.5))]).toEqual([1, -2, 2, -2]);
    expect(round(FIXED_MAX)).toBe(32768);
    // The double before ½: adding ½ to it gives 1.
    expect(fixed(0.49999999999999994 / ONE)).toBe(0);
    expect([fixed(0.5 / ONE), fixed(-0.5 / ONE)]).toEqual([1, -1]);
  });
  it('lerp meets both ends, and what lies between', () =>
    always([int, int], (a, b) => {
      expect([lerp(a, b, 0), lerp(a, b, ONE)]).toEqual([a, b]);
      const middle = lerp(a, b, ONE / 2);
      expect(middle >= Math.min(a, b) && middle <= Math.max(a, b)).toBe(true);
    }));
  it('clamp', () => expect([clamp(5, 1, 3), clamp(-5, 1, 3), clamp(2, 1, 3), clamp(2, 4, 3)]).toEqual([3, 1, 2, 3]));
  it('approach comes near, and never past', () => {
    expect([approach(0, 10, 3), approach(9, 10, 3), approach(10, 10, 3), approach(0, -10, 3)]).toEqual([3, 10, 10, -3]);
    expect([approach(FIXED_MAX - 1, FIXED_MAX, 5), approach(FIXED_MIN + 1, FIXED_MIN, 5)]).toEqual([
      FIXED_MAX,
      FIXED_MIN,
    ]);
    expect(approach(0, FIXED_MIN, FIXED_MAX)).toBe(-FIXED_MAX);
  });
});
