// How far each function is from the exact value, in units of the last place, against whole numbers of 1,500 bits: never
// more than its doc comment and the README say.
import { readFileSync } from 'node:fs';
import { createPRNG } from '@lite-rollback/core';
import { describe, expect, it } from 'vitest';
import { createOracle, type Exact } from '../../test/oracle.js';
import * as math from '../math.js';

const SEED = Number(process.env['SEED'] ?? 1);
/** Arguments of each kind. `SAMPLES=20000` for an hour's look. */
const SAMPLES = Number(process.env['SAMPLES'] ?? 400);

const oracle = createOracle(1500);
const prng = createPRNG(SEED);
/** In [0, 1), a multiple of 2^-53. */
const random = (): number => (prng.range(0, 2 ** 21) * 2 ** 32 + (prng.int32() >>> 0)) / 2 ** 53;
const side = (): number => (random() < 0.5 ? -1 : 1);
/** Of either sign, each power of two in [2^low, 2^high) as likely as the next. */
const spread = (low: number, high: number): number =>
  side() * (1 + random()) * 2 ** Math.floor(low + random() * (high - low));

type Name = keyof typeof math & keyof typeof oracle;
type Kind = readonly [kind: string, draw: () => readonly number[]];

const CASES: Readonly<Record<Name, readonly Kind[]>> = {
  sin: [
    ['small', () => [spread(-40, 1)]],
    ['medium', () => [spread(0, 20)]],
    ['large', () => [spread(20, 1023)]],
    ['near multiples of π/2', () => [Math.floor(random() * 2 ** 21) * (Math.PI / 2)]],
    ['tiny', () => [spread(-1074, -900)]],
  ],
  cos: [
    ['small', () => [spread(-40, 1)]],
    ['medium', () => [spread(0, 20)]],
    ['large', () => [spread(20, 1023)]],
    ['near multiples of π/2', () => [Math.floor(random() * 2 ** 21) * (Math.PI / 2)]],
    // Kahan: of all doubles the one nearest to a multiple of π/2.
    ['the hardest', () => [6381956970095103 * 2 ** 797]],
  ],
  tan: [
    ['small', () => [spread(-40, 1)]],
    ['medium', () => [spread(0, 20)]],
    ['large', () => [spread(20, 1023)]],
  ],
  atan: [
    ['any', () => [spread(-60, 60)]],
    ['near 1', () => [spread(-3, 3)]],
  ],
  atan2: [
    ['near the diagonals', () => [spread(-3, 3), spread(-3, 3)]],
    ['whole numbers', () => [side() * prng.range(1, 1000), side() * prng.range(1, 1000)]],
    ['any', () => [spread(-300, 300), spread(-300, 300)]],
  ],
  asin: [
    ['any', () => [side() * random()]],
    ['near ±1', () => [side() * (1 - Math.abs(spread(-53, -3)))]],
    ['small', () => [spread(-300, -1)]],
  ],
  acos: [
    ['any', () => [side() * random()]],
    ['near ±1', () => [side() * (1 - Math.abs(spread(-53, -3)))]],
  ],
  exp: [
    ['any', () => [side() * random() * 700]],
    ['small', () => [spread(-60, 1)]],
    ['to a subnormal', () => [-708 - random() * 37]],
  ],
  log: [
    ['any', () => [Math.abs(spread(-1074, 1024))]],
    ['near 1', () => [1 + spread(-52, -1)]],
  ],
  pow: [
    ['any', () => [Math.abs(spread(-8, 8)), (random() - 0.5) * 200]],
    [
      'any size',
      () => {
        const y = spread(-8, 8);
        return [2 ** ((random() - 0.5) * Math.min(2000 / Math.abs(y), 1000)), y];
      },
    ],
    [
      'a base near 1',
      () => {
        const x = 1 + spread(-52, -2);
        return [x, ((random() - 0.5) * 2000) / Math.log2(x)];
      },
    ],
    [
      'to a subnormal',
      () => {
        const x = 1 + random();
        return [x, (-1022 - random() * 51) / Math.log2(x)];
      },
    ],
  ],
  hypot: [
    [
      'alike',
      () => {
        const e = random() * 1400 - 700;
        return [spread(e, e + 3), spread(e, e + 3)];
      },
    ],
    ['not alike', () => [spread(-30, 30), spread(-30, 30)]],
  ],
};

/** The bound in the doc comment. */
function statedOf(name: string): number {
  const source = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
  return Number(/Error below ([\d.]+) ulp/.exec(source)?.[1]);
}

describe.each(Object.entries(CASES))('%s', (name, kinds) => {
  // Each takes as many numbers as its counterpart.
  const found = math[name as Name] as (...args: readonly number[]) => number;
  const exact = oracle[name as Name] as (...args: readonly number[]) => Exact;
  it.each(kinds)(`%s, seed ${SEED}`, (_, draw) => {
    const stated = statedOf(name);
    let worst = 0;
    let at: readonly number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
      const args = draw();
      const error = oracle.ulps(found(...args), exact(...args));
      if (!(error <= worst)) [worst, at] = [error, args];
    }
    if (process.env['SAMPLES'] !== undefined)
      console.log(`${name}(${at.join(', ')}) is off by ${worst.toFixed(3)} ulp`);
    expect(worst, `${name}(${at.join(', ')})`).toBeLessThan(stated);
  });
});

describe('the measure', () => {
  it('finds one ulp, and half of one', () => {
    const one = oracle.sin(1);
    const near = oracle.toDouble(one);
    expect(oracle.ulps(near, one)).toBeLessThan(0.5001);
    expect(oracle.ulps(near + 2 ** -52, one)).toBeGreaterThan(0.9);
    expect(oracle.ulps(NaN, one)).toBe(Infinity);
    expect(oracle.ulps(1 + 2 ** -52, 1n << 1500n)).toBe(1);
    expect(oracle.ulps(2 ** -1074, 0n)).toBe(1);
  });
  it('finds what approximates worse: a series cut short', () =>
    expect(oracle.ulps(0.7 - 0.7 ** 3 / 6, oracle.sin(0.7))).toBeGreaterThan(1e9));
  it('knows a few values from a table', () => {
    expect([
      oracle.toDouble(oracle.sin(1e22)),
      oracle.toDouble(oracle.atan2(1, -1)),
      oracle.toDouble(oracle.log(10)),
    ]).toEqual([-0.8522008497671888, 2.356194490192345, 2.302585092994046]);
  });
});

it('the README says the same of each', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const stated = new Map(
    [...readme.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| [\d.]+ KB \| ([\d.]+) ulp \|/gm)].flatMap(([, names, bound]) =>
      [...String(names).matchAll(/\w+/g)].map(([name]) => [name, Number(bound)] as const),
    ),
  );
  expect(Object.fromEntries(stated)).toEqual(
    Object.fromEntries(Object.keys(CASES).map((name) => [name, statedOf(name)])),
  );
});
