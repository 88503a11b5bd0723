import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { layoutFields } from './fields.js';

const specs = {
  a: { type: Uint8Array, length: 3 },
  b: { type: Float64Array, length: 1 },
  c: { type: Int16Array, length: 2 },
  d: { type: Float32Array, length: 1 },
} as const;

describe('layoutFields', () => {
  it('puts the widest elements first, in the order given among their like, and pads the tail alone', () => {
    const { stride, views } = layoutFields({ ...specs, e: { type: Int8Array, length: 1 } });
    const found = Object.entries(views(new ArrayBuffer(2 * stride), stride)).map(([name, view]) => [
      name,
      view.byteOffset - stride,
      view.length,
    ]);
    // The views stand in the order of declaration, whatever the order in memory.
    expect(found).toEqual([
      ['a', 16, 3],
      ['b', 0, 1],
      ['c', 12, 2],
      ['d', 8, 1],
      ['e', 19, 1],
    ]);
    expect(stride).toBe(24);
  });

  it('pads nothing where nothing is to be padded, also past 2^31 bytes', () => {
    for (const [length, stride] of [
      [1, 8],
      [8, 8],
      [9, 16],
      [2 ** 31, 2 ** 31],
      [2 ** 40 + 1, 2 ** 40 + 8],
    ] as const) {
      expect(layoutFields({ x: { type: Uint8Array, length } }).stride).toBe(stride);
    }
  });

  it('does not follow the objects that it was given', () => {
    const given: Record<string, { type: typeof Int32Array; length: number }> = { x: { type: Int32Array, length: 2 } };
    const { views } = layoutFields(given);
    given['x']!.length = 5;
    given['y'] = { type: Int32Array, length: 1 };
    expect(Object.entries(views(new ArrayBuffer(8), 0)).map(([name, view]) => [name, view.length])).toEqual([['x', 2]]);
  });

  it('says which field is wrong', () => {
    const wrong = (type: unknown, length: unknown) => () =>
      layoutFields({ ok: specs.a, hp: { type, length } } as never); // a caller's mistake
    expect(wrong(Int8Array, 0)).toThrow(new RangeError('fields.hp.length must be an integer ≥ 1, got 0'));
    expect(wrong(Int8Array, '1')).toThrow(new TypeError("fields.hp.length must be an integer ≥ 1, got the string '1'"));
    expect(wrong(undefined, 1)).toThrow(
      new TypeError('fields.hp must be like { type: Int32Array, length: 2 }, got Object'),
    );
    for (const type of [BigInt64Array, BigUint64Array, Array, DataView, Map]) {
      expect(wrong(type, 1)).toThrow(
        new TypeError('fields.hp must be like { type: Int32Array, length: 2 }, got Function'),
      );
    }
    expect(() => layoutFields({})).toThrow(
      new TypeError('fields is empty: declare at least one field, e.g. { x: { type: Int32Array, length: 2 } }'),
    );
  });

  it('says how to write a field that was given as an array, or not at all', () => {
    const rule = 'fields.hp must be like { type: Int32Array, length: 2 }, got ';
    for (const [spec, got] of [
      [new Float32Array(3), 'Float32Array'],
      [Int32Array, 'Function'],
      [undefined, 'undefined'],
      [null, 'null'],
    ] as const)
      expect(() => layoutFields({ hp: spec } as never)).toThrow(new TypeError(rule + got)); // a caller's mistake
  });

  it('takes the arrays of another realm', () => {
    const { Int32Array: foreign, BigInt64Array: wide } = runInNewContext('({ Int32Array, BigInt64Array })') as {
      Int32Array: Int32ArrayConstructor;
      BigInt64Array: BigInt64ArrayConstructor;
    };
    expect(foreign).not.toBe(Int32Array);
    const { views } = layoutFields({ x: { type: foreign, length: 2 } });
    const buffer = Int32Array.of(5, 6).buffer;
    expect([...views(buffer, 0).x]).toEqual([5, 6]);
    expect(() => layoutFields({ x: { type: wide, length: 2 } } as never)).toThrow(/^fields\.x must be like/);
  });
});
