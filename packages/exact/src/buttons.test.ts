import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisAt, axisOf, defineButtons, isDown, justPressed, justReleased, packAxis, packButtons } from './buttons.js';
import { ONE } from './fixed.js';

const BUTTONS = defineButtons('left', 'right', 'jump');

describe('buttons', () => {
  it('have a bit each, in order', () => {
    expect(BUTTONS).toEqual({ left: 1, right: 2, jump: 4 });
    expect(Object.isFrozen(BUTTONS)).toBe(true);
  });
  it('are packed by name', () => {
    expect(packButtons(BUTTONS, { left: true, jump: true, right: false })).toBe(5);
    expect(packButtons(BUTTONS, {})).toBe(0);
  });
  it('fill a word, of either sign', () => {
    const all = defineButtons(...Array.from({ length: 32 }, (_, i) => `b${i}`));
    const word = packButtons(all, { b31: true, b0: true });
    for (const input of [word, word >>> 0]) {
      expect([isDown(input, all['b31']!), isDown(input, all['b0']!), isDown(input, all['b30']!)]).toEqual([
        true,
        true,
        false,
      ]);
      expect([justPressed(input, 0, all['b31']!), justPressed(input, input, all['b31']!)]).toEqual([true, false]);
    }
  });
  it('go down and come up in one frame', () => {
    const words = [0, 4, 4, 5, 1, 0];
    const edges = words
      .slice(1)
      .map((input, i) => [justPressed(input, words[i]!, BUTTONS.jump), justReleased(input, words[i]!, BUTTONS.jump)]);
    expect(edges).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
      [false, false],
    ]);
  });
  it('are asked for one by one or together', () => {
    expect(isDown(2, BUTTONS.left | BUTTONS.right)).toBe(true);
    expect(isDown(4, BUTTONS.left | BUTTONS.right)).toBe(false);
  });
  it('make an axis', () =>
    expect([0, 1, 2, 3].map((input) => axisOf(input, BUTTONS.left, BUTTONS.right))).toEqual([0, -1, 1, 0]));
  it.each([
    [[], RangeError],
    [Array.from({ length: 33 }, (_, i) => `b${i}`), RangeError],
    [['a', 'b', 'a'], TypeError],
    [['a', ''], TypeError],
    [[5 as unknown as string], TypeError],
  ])('refuses the names %j', (names, kind) => expect(() => defineButtons(...names)).toThrow(kind));
  it('keeps any name', () => expect(defineButtons('__proto__', 'toString')).toHaveProperty('toString', 2));
});

describe('an axis', () => {
  it('comes out as it went in, to a 127th', () =>
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 24 }),
        fc.integer(),
        (value, shift, others) => {
          const word = packAxis(value, shift) | (others & ~(0xff << shift));
          expect(Math.abs(axisAt(word, shift) / ONE - value)).toBeLessThanOrEqual(0.5 / 127 + 1 / ONE);
          expect(axisAt(word >>> 0, shift)).toBe(axisAt(word, shift));
          expect(packAxis(value, shift) & ~(0xff << shift)).toBe(0);
        },
      ),
    ));
  it('reaches both ends and the middle', () => {
    expect([1, -1, 0, 7, -7, NaN, Infinity].map((value) => axisAt(packAxis(value, 24), 24))).toEqual([
      ONE,
      -ONE,
      0,
      ONE,
      -ONE,
      0,
      ONE,
    ]);
    expect(axisAt(0x80, 0), 'a byte that no page packs').toBe(-ONE);
  });
  it.each([-1, 25, 1.5, NaN])('refuses the shift %d', (shift) => {
    expect(() => packAxis(0, shift)).toThrow(RangeError);
    expect(() => axisAt(0, shift)).toThrow(RangeError);
  });
});
