import { FIXED_MAX, FIXED_MIN } from './one.js';

/**
 * The int32 nearest to `x`, halves away from zero, so that nearest(-x) is -nearest(x). What lies outside becomes
 * FIXED_MIN or FIXED_MAX, and NaN becomes 0. Every result of this package's fixed-point functions goes through here.
 */
export function nearest(x: number): number {
  if (x >= FIXED_MAX) return FIXED_MAX;
  if (x <= FIXED_MIN) return FIXED_MIN;
  const whole = Math.trunc(x);
  // Exact, unlike x + 0.5, which rounds the number below a half up to 1.
  const rest = x - whole;
  if (rest >= 0.5) return whole + 1;
  return (rest <= -0.5 ? whole - 1 : whole) | 0;
}
