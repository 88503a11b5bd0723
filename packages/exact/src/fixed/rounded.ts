import { FIXED_MAX, FIXED_MIN } from './one.js';

/**
 * What the function under way has computed, before it is rounded. Written before each read. It is a cell and no
 * argument because an engine boxes a double that it hands to a function it does not inline, or gets from one: 16 bytes
 * each time.
 */
export const exact = new Float64Array(1);

/**
 * The int32 nearest to `exact`, halves away from zero, so that the result for -x is that for x with the other sign.
 * What lies outside becomes FIXED_MIN or FIXED_MAX, and NaN becomes 0. Every fixed-point result of this package comes
 * from here.
 */
export function rounded(): number {
  const x = exact[0]!;
  if (x >= FIXED_MAX) return FIXED_MAX;
  if (x <= FIXED_MIN) return FIXED_MIN;
  const whole = Math.trunc(x);
  // Exact, unlike x + 0.5, which rounds the number below a half up to 1.
  const rest = x - whole;
  if (rest >= 0.5) return whole + 1;
  return (rest <= -0.5 ? whole - 1 : whole) | 0;
}
