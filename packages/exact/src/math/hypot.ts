/** 2^500 and 2^-500: the square of what lies between is neither Infinity nor too small to count. */
const LARGE = 3.273390607896142e150;
const SMALL = 3.054936363499605e-151;
/** 2^600 and 2^-600: what lies outside is scaled by one of them, which is exact. */
const UP = 4.149515568880993e180;
const DOWN = 2.4099198651028842e-181;

const root = (a: number, b: number): number => Math.sqrt(a * a + b * b);

/**
 * √(x² + y²), for any two doubles, without an overflow on the way. Error below 1.5 ulp. ±Infinity on either side gives
 * Infinity, also beside NaN.
 */
export function hypot(x: number, y: number): number {
  const a = Math.abs(x);
  const b = Math.abs(y);
  if (a === Infinity || b === Infinity) return Infinity;
  if (a > LARGE || b > LARGE) return root(a * DOWN, b * DOWN) * UP;
  if (a < SMALL && b < SMALL) return root(a * UP, b * UP) * DOWN;
  return root(a, b);
}
