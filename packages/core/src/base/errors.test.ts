import { describe, expect, it } from 'vitest';
import { typed, fail, integer } from './errors.js';

describe('refusals', () => {
  it('name what, the rule and the value, in one sentence', () => {
    expect(() => fail('fields', 'one or more', 0)).toThrow(new TypeError('fields must be one or more, got 0'));
    expect(() => fail('bytes', 'fewer', 2 ** 53, RangeError)).toThrow(
      new RangeError('bytes must be fewer, got 9007199254740992'),
    );
  });

  it('can show any value at all', () => {
    expect(() => fail('x', 'shown', Symbol('s'))).toThrow(new TypeError('x must be shown, got Symbol(s)'));
    expect(() => fail('x', 'shown', [1, 2])).toThrow('got 1,2');
    expect(() => fail('x', 'shown', 3n)).toThrow('got 3');
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
    for (const value of [0.5, NaN, Infinity, '1', true, null, undefined, 1n, [1]]) {
      expect(() => integer('n', value, -2, 3)).toThrow(
        new TypeError(`n must be an integer in [-2, 3], got ${String(value)}`),
      );
    }
  });
});

describe('typed', () => {
  it('takes functions alone', () => {
    typed('f', () => {}, 'function');
    for (const value of [{}, 'f', undefined, 0])
      expect(() => typed('f', value, 'function')).toThrow(new TypeError(`f must be a function, got ${String(value)}`));
  });
});
