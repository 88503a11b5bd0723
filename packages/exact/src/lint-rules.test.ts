// What @lite-rollback/eslint-config says of this package is true: a simulation may import all of it, and what a message
// names is there.
import { plugin, PURE_HELPERS } from '@lite-rollback/eslint-config';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import * as ease from './ease.js';
import * as fixed from './fixed.js';
import * as index from './index.js';
import * as math from './math.js';
import * as vector from './vector.js';

const ENTRIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '@lite-rollback/exact': index,
  '@lite-rollback/exact/ease': ease,
  '@lite-rollback/exact/fixed': fixed,
  '@lite-rollback/exact/math': math,
  '@lite-rollback/exact/vector': vector,
};

it.each(Object.entries(ENTRIES))('every export of %s may be imported by a simulation', (entry, exports) =>
  expect([...PURE_HELPERS[entry]!].sort()).toEqual(Object.keys(exports).sort()),
);

describe('the messages about Math', () => {
  const linter = new Linter();
  const messageOf = (name: string): string => {
    const rules = { 'lite-rollback/exact-math': 'error' } as const;
    const [message] = linter.verify(`Math.${name}(1)`, [{ plugins: { 'lite-rollback': plugin }, rules }]);
    return message?.message ?? '';
  };
  const refused = Object.getOwnPropertyNames(Math).filter((name) => messageOf(name).includes('approximated'));

  it('are about all that is approximated', () => expect(refused.length).toBe(22));
  it.each(refused)('Math.%s: the imports that its message names are there', (name) => {
    const message = messageOf(name);
    const [, imported = name] = /(?:import|with) (\w+) from/.exec(message) ?? [];
    const entries = [...message.matchAll(/from '([^']+)'/g)].map(([, entry]) => String(entry));
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(ENTRIES[entry], message).toHaveProperty(imported);
  });
  it.each([
    ['sinh', 0.7],
    ['cosh', 0.7],
    ['tanh', 0.7],
    ['asinh', 0.7],
    ['acosh', 1.7],
    ['atanh', 0.7],
    ['expm1', 0.7],
    ['log1p', 0.7],
    ['log2', 0.7],
    ['log10', 0.7],
    ['cbrt', 0.7],
  ] as const)('Math.%s: the expression that its message gives computes it', (name, x) => {
    const [, expression = ''] = /write (.+?)(?: for x above 0)?, with/.exec(messageOf(name)) ?? [];
    // The expressions are written in terms of x, exp, log and pow.
    const evaluate = new Function('x', 'exp', 'log', 'pow', `return ${expression}`) as (...args: unknown[]) => number;
    expect(evaluate(x, math.exp, math.log, math.pow)).toBeCloseTo(Math[name](x), 14);
  });
});
