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
    expect(found).toEqual([
      ['b', 0, 1],
      ['d', 8, 1],
      ['c', 12, 2],
      ['a', 16, 3],
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
    expect(wrong(Int8Array, 0)).toThrow(new RangeError('hp.length must be an integer in [1, Infinity], got 0'));
    expect(wrong(Int8Array, '1')).toThrow(new TypeError('hp.length must be an integer in [1, Infinity], got 1'));
    expect(wrong(undefined, 1)).toThrow(new TypeError('hp must be a typed array, got undefined'));
    for (const type of [BigInt64Array, BigUint64Array, Array, DataView, Map])
      expect(wrong(type, 1)).toThrow(/^hp must be a typed array, got function/);
    expect(() => layoutFields({})).toThrow(new TypeError('fields must be given, got 0'));
  });
});
