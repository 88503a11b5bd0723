import { fail, integer } from './errors.js';
import { isTypedArray } from './typed-array.js';

/**
 * xorshift32 has one fixed point, 0; it is replaced by this value (kept from the seed library, so old seeds give old
 * games).
 */
const ZERO_STATE = 0x12345678;

/** A generator outside the snapshot: for set-up, tests and pictures. Inside `simulate` use nextPRNG on a field. */
export interface Prng {
  /** Restart from `s`, an integer taken as uint32; 0 becomes 0x12345678. */
  seed(s: number): void;
  /** The state, a uint32: hand it to setState to resume. */
  state(): number;
  setState(s: number): void;
  /** The next value as a signed 32-bit integer. */
  int32(): number;
  /** The next value in [0, 1), a multiple of 2^-32. */
  float(): number;
  /** The next value as an integer in [min, max). @throws RangeError unless min < max; TypeError for a non-integer. */
  range(min: number, max: number): number;
}

/**
 * Advances the xorshift32 state (shifts 13, 17, 5: Marsaglia 2003) kept at `state[index]` and returns it, a uint32.
 * Keep the state in a Uint32Array field, so that it rolls back with everything else.
 * @throws RangeError for an index outside the array; TypeError for a non-integer index or another array type.
 */
export function nextPRNG(state: Uint32Array, index: number): number {
  if (!isTypedArray(state, 'Uint32Array')) fail('state', 'a Uint32Array', state);
  integer('index', index, 0, state.length - 1);
  let x = state[index] || ZERO_STATE;
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  return (state[index] = x >>> 0);
}

/** @throws TypeError for a non-integer seed. */
export function createPRNG(seed = ZERO_STATE): Prng {
  const cell = new Uint32Array(1);
  const set = (s: number): void => {
    cell[0] = integer('seed', s, -Infinity, Infinity) >>> 0 || ZERO_STATE;
  };
  const float = (): number => nextPRNG(cell, 0) / 0x1_0000_0000;
  set(seed);
  return Object.freeze({
    seed: set,
    state: () => cell[0]!,
    setState: set,
    int32: () => nextPRNG(cell, 0) | 0,
    float,
    range(min: number, max: number) {
      integer('min', min, -Infinity, Infinity);
      integer('max', max, min + 1, min + 0x1_0000_0000);
      return min + Math.floor(float() * (max - min));
    },
  });
}
