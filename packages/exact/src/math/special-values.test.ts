// Where ECMAScript does define Math.* to the bit (zeros, infinities, NaN, signs), these give the same.
import { describe, expect, it } from 'vitest';
import * as math from '../math.js';

const SPECIAL = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2,
  -2,
  3,
  -3,
  4,
  5,
  -5,
  0.1,
  1e300,
  -1e300,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 70,
  2 ** 1023,
  5e-324,
  -5e-324,
  2.2250738585072014e-308,
  1 + 2 ** -52,
  1 - 2 ** -53,
  745,
  -745,
  -746,
  709.8,
  710,
  1074,
  -1075,
  Infinity,
  -Infinity,
  NaN,
];

/** Math's results that are special: exact by the standard, and not approximated. */
const isSpecial = (x: number): boolean => x === 0 || Math.abs(x) === 1 || !Number.isFinite(x);

describe.each(['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'exp', 'log'] as const)('%s', (name) => {
  it('is as specified for zeros, infinities and NaN, and near Math for the rest', () => {
    let special = 0;
    for (const x of SPECIAL) {
      const [found, wanted] = [math[name](x), Math[name](x)];
      if (isSpecial(wanted)) {
        special++;
        expect(Object.is(found, wanted), `${name}(${x}) is ${found}, not ${wanted}`).toBe(true);
      } else expect(Math.abs(found / wanted - 1), `${name}(${x})`).toBeLessThan(1e-15);
    }
    expect(special).toBeGreaterThan(2);
  });
});

describe.each(['atan2', 'pow', 'hypot'] as const)('%s', (name) => {
  it('is as specified for every pair of special values', () => {
    let special = 0;
    for (const a of SPECIAL)
      for (const b of SPECIAL) {
        const [found, wanted] = [math[name](a, b), Math[name](a, b)];
        if (isSpecial(wanted)) {
          special++;
          expect(Object.is(found, wanted), `${name}(${a}, ${b}) is ${found}, not ${wanted}`).toBe(true);
        } else if (Math.abs(wanted) > 1e-300)
          expect(Math.abs(found / wanted - 1), `${name}(${a}, ${b})`).toBeLessThan(4e-15);
        else expect(Math.abs(found - wanted), `${name}(${a}, ${b})`).toBeLessThan(1e-315);
      }
    expect(special).toBeGreaterThan(100);
  });
});

it('exp is finite and above 0 up to the ends of the doubles, and not beyond', () => {
  expect(math.exp(709.782712893384)).toBeCloseTo(1.797693134862273e308, -295);
  expect(math.exp(709.7827128933841)).toBe(Infinity);
  expect([math.exp(-745.1332191019411), math.exp(-745.1332191019412)]).toEqual([5e-324, 0]);
});
