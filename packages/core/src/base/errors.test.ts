import { describe, expect, it } from 'vitest';
import { fail, integer, needsObject, returnsNothing, show, typed } from './errors.js';

describe('refusals', () => {
  it('name what, the rule and the value, in one sentence', () => {
    expect(() => fail('hz', 'a number above 0', 0)).toThrow(new TypeError('hz must be a number above 0, got 0'));
    expect(() => fail('n', 'lower', 2 ** 53, RangeError)).toThrow(
      new RangeError('n must be lower, got 9007199254740992'),
    );
  });
});

describe('show', () => {
  it('shows any value at all, and tells a string from what it reads like', () => {
    for (const [value, shown] of [
      [2, '2'],
      ['2', "the string '2'"],
      ['', "the string ''"],
      [3n, '3'],
      [NaN, 'NaN'],
      [undefined, 'undefined'],
      [null, 'null'],
      [true, 'true'],
      [Symbol('s'), 'Symbol(s)'],
      [[1, 2], 'Array'],
      [new Uint8Array(3), 'Uint8Array'],
      [new Map(), 'Map'],
      [{}, 'Object'],
      [Object.create(null), 'Object'],
      [Promise.resolve(), 'Promise'],
      [Int32Array, 'Function'],
    ] as const)
      expect(show(value)).toBe(shown);
  });
});

describe('integer', () => {
  it('returns what is within the bounds, both included', () => {
    for (const value of [-2, 0, 3]) expect(integer('n', value, -2, 3)).toBe(value);
    expect(integer('n', 5, -Infinity, Infinity)).toBe(5);
  });

  it('tells the wrong kind from the wrong range', () => {
    for (const value of [-3, 4, 2 ** 53])
      expect(() => integer('n', value, -2, 3)).toThrow(new RangeError(`n must be an integer in [-2, 3], got ${value}`));
    for (const value of [0.5, NaN, Infinity, '1', true, null, undefined, 1n, [1]])
      expect(() => integer('n', value, -2, 3)).toThrow(
        new TypeError(`n must be an integer in [-2, 3], got ${show(value)}`),
      );
  });

  it('names no bound that is infinite', () => {
    expect(() => integer('n', 0, 1, Infinity)).toThrow(new RangeError('n must be an integer ≥ 1, got 0'));
    expect(() => integer('n', '0', -Infinity, Infinity)).toThrow(
      new TypeError("n must be an integer, got the string '0'"),
    );
  });
});

describe('typed', () => {
  it('takes functions alone', () => {
    typed('f', () => {}, 'function');
    for (const value of [{}, 'f', undefined, 0])
      expect(() => typed('f', value, 'function')).toThrow(new TypeError(`f must be a function, got ${show(value)}`));
  });
});

describe('needsObject', () => {
  it('says what a call needs when it was called without', () => {
    needsObject('open', 'options: { x }', {});
    for (const value of [undefined, null, 3, 'x'])
      expect(() => needsObject('open', 'options: { x }', value)).toThrow(
        new TypeError(`open() needs options: { x }, got ${show(value)}`),
      );
  });
});

describe('returnsNothing', () => {
  it('takes undefined alone, and knows a promise of any kind', () => {
    returnsNothing('simulate', undefined);
    for (const promise of [Promise.resolve(), { then: () => {} }])
      expect(() => returnsNothing('simulate', promise)).toThrow(
        new TypeError(`simulate() must return nothing and cannot be async, got ${show(promise)}`),
      );
    for (const value of [0, null, false, {}])
      expect(() => returnsNothing('init', value)).toThrow(
        new TypeError(`init() must return nothing and cannot be async, got ${show(value)}`),
      );
  });
});
