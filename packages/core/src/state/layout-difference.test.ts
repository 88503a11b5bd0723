import { describe, expect, it } from 'vitest';
import type { FieldSpecs } from './fields.js';
import { describeLayout, describeLayoutDifference, LAYOUT_TEXT_MAX } from './layout-difference.js';

const ball = { type: Int32Array, length: 2 } as const;
const hp = { type: Uint8Array, length: 1 } as const;

const between = (here: FieldSpecs, there: FieldSpecs): string =>
  describeLayoutDifference(describeLayout(here), describeLayout(there));

/** Fields a0, a1 …, alike but for the last. */
const many = (count: number, last: FieldSpecs[string]): FieldSpecs =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, i === count - 1 ? last : ball]));

describe('describeLayout', () => {
  it('gives names, types and lengths in the order of declaration', () => {
    expect(describeLayout({ ball, hp, light: { type: Float32Array, length: 300 } })).toBe(
      'i4*2 ball;u1*1 hp;f4*300 light',
    );
  });

  it('writes each of the nine types in two letters', () => {
    const types = [
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
      Float32Array,
      Float64Array,
    ];
    const text = describeLayout(Object.fromEntries(types.map((type, i) => [`f${i}`, { type, length: 1 }])));
    expect(text).toBe('i1*1 f0;u1*1 f1;c1*1 f2;i2*1 f3;u2*1 f4;i4*1 f5;u4*1 f6;f4*1 f7;f8*1 f8');
  });

  it('keeps to printable ASCII and its bound, whatever the names', () => {
    for (const name of ['a b', 'x;y*z%', 'größe', '\u0000\u202e', '💥', '', '+', 'n'.repeat(5000)]) {
      const text = describeLayout({ ball, [name]: hp, last: hp });
      expect(text).toMatch(/^[ -~]*$/);
      expect(text.length).toBeLessThanOrEqual(LAYOUT_TEXT_MAX);
      expect(describeLayoutDifference(text, text)).toMatch(/^layout: the first \d fields are the same/);
    }
    for (let count = 1; count < 200; count++)
      expect(describeLayout(many(count, ball)).length).toBeLessThanOrEqual(LAYOUT_TEXT_MAX);
    expect(describeLayout({ ['n'.repeat(5000)]: hp })).toBe('+');
  });
});

describe('describeLayoutDifference', () => {
  it('names the field whose type or length differs', () => {
    expect(between({ hp, ball }, { hp, ball: { type: Int16Array, length: 2 } })).toBe(
      'layout: field ball is Int32Array[2] here, Int16Array[2] there',
    );
    expect(between({ ball }, { ball: { type: Int32Array, length: 4 } })).toBe(
      'layout: field ball is Int32Array[2] here, Int32Array[4] there',
    );
  });

  it('names the field that one side alone has', () => {
    expect(between({ ball, hp }, { ball })).toBe('layout: field hp exists only here');
    expect(between({ ball }, { ball, hp })).toBe('layout: field hp exists only there');
    expect(between({ ball }, { hp })).toBe('layout: field ball exists only here, field hp only there');
  });

  it('says so when the order alone differs', () => {
    expect(between({ ball, hp }, { hp, ball })).toBe('layout: field 1 is ball here, hp there: the order counts');
  });

  it('does not say that a field is missing where the text was cut', () => {
    expect(between(many(200, ball), many(200, hp))).toMatch(
      /^layout: the first \d+ fields are the same, a later one differs$/,
    );
    expect(between(many(200, ball), { a0: hp })).toBe('layout: field a0 is Int32Array[2] here, Uint8Array[1] there');
    expect(between(many(200, ball), { a0: ball })).toBe('layout: field a1 exists only here');
  });

  it('survives anything that a machine sends', () => {
    const here = describeLayout({ ball });
    for (const there of [
      '',
      ';',
      '+',
      '+;+',
      'i4*2',
      'i4* ball',
      'i4*2 ball;',
      '\u0000',
      'constructor*1 x',
      'x'.repeat(1e6),
    ])
      expect(describeLayoutDifference(here, there)).toMatch(/^layout: [ -~]{1,500}$/);
    expect(describeLayoutDifference(here, 'i4*2 b\nall')).toBe('layout: the fields there could not be read');
  });
});
