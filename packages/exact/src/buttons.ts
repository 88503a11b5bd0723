// What a player holds down, in the 32 bits of an input word: a bit for each button, and 8 bits for each axis of a
// stick.
import { ONE } from './fixed/one.js';
import { exact, rounded } from './fixed/rounded.js';

/** A bit for each button, by name. */
export type Buttons<N extends string> = Readonly<Record<N, number>>;

const WORD_BITS = 32;

/**
 * Gives each button a bit: the first name bit 0, and so on. defineButtons('left', 'right', 'jump') is
 * { left: 1, right: 2, jump: 4 }, frozen. The bit of the 32nd is -2^31, so that every bit is an int32.
 * @throws RangeError for no name, or more than 32; TypeError for a name that is no string, is empty, or comes twice.
 */
export function defineButtons<const N extends string>(...names: readonly N[]): Buttons<N> {
  if (names.length < 1 || names.length > WORD_BITS)
    throw new RangeError(
      `defineButtons() needs 1 to ${WORD_BITS} names, as a word has so many bits; got ${names.length}`,
    );
  const bits = new Map<N, number>();
  for (const name of names) {
    if (typeof name !== 'string' || name === '')
      throw new TypeError(`defineButtons() needs names as strings, got ${JSON.stringify(name)}`);
    if (bits.has(name)) throw new TypeError(`defineButtons() was given '${name}' twice`);
    bits.set(name, 1 << bits.size);
  }
  // fromEntries types its keys as string; they are the names.
  return Object.freeze(Object.fromEntries(bits) as Record<N, number>);
}

/** The input word of a page: the bits of every button for which `held` is true. An int32. */
export function packButtons<N extends string>(
  buttons: Buttons<N>,
  held: Readonly<Partial<Record<N, boolean>>>,
): number {
  let word = 0;
  for (const name of Object.keys(buttons) as N[]) if (held[name]) word |= buttons[name];
  return word;
}

/** True while any of these buttons is down. `mask`: one button's bit, or several of them joined by `|`. */
export const isDown = (input: number, mask: number): boolean => (input & mask) !== 0;

/** True in the frame in which one of these buttons goes down. `before`: the same player's input of the frame before. */
export const justPressed = (input: number, before: number, mask: number): boolean => (input & ~before & mask) !== 0;

/** True in the frame in which one of these buttons comes up. `before`: the same player's input of the frame before. */
export const justReleased = (input: number, before: number, mask: number): boolean => (~input & before & mask) !== 0;

/** -1, 0 or 1 from two opposite buttons; both at once are 0. */
export const axisOf = (input: number, negative: number, positive: number): number =>
  Number((input & positive) !== 0) - Number((input & negative) !== 0);

/** Steps of an axis to either side, so that both ends are as far away. */
const STEPS = 127;

/**
 * The bits of one axis of a stick, to be joined to the word by `|`: 8 bits from bit `shift` on. `value` is a double in
 * [-1, 1], as a Gamepad has it; what is larger is held to that, and NaN is 0.
 * @throws RangeError unless shift is an integer in [0, 24].
 */
export function packAxis(value: number, shift: number): number {
  checkShift('packAxis', shift);
  exact[0] = Math.min(Math.max(value, -1), 1) * STEPS;
  return (rounded() & 0xff) << shift;
}

/**
 * The axis that packAxis put into a word, as a fixed-point number in [-ONE, ONE].
 * @throws RangeError unless shift is an integer in [0, 24].
 */
export function axisAt(input: number, shift: number): number {
  checkShift('axisAt', shift);
  const step = (input << (24 - shift)) >> 24;
  // The byte -128 comes from no packAxis, but a peer may send it.
  exact[0] = (Math.max(step, -STEPS) * ONE) / STEPS;
  return rounded();
}

function checkShift(call: string, shift: number): void {
  if (!(Number.isInteger(shift) && shift >= 0 && shift <= 24))
    throw new RangeError(
      `${call}() needs a shift in [0, 24], an integer, got ${String(shift)}: an axis takes 8 bits of 32`,
    );
}
