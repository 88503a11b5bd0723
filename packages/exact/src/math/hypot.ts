/** Powers of two by which a side is scaled, so that no square is too large, and none too small to count. */
const LARGE = 3.273390607896142e150;
const SMALL = 3.054936363499605e-151;

/**
 * √(x² + y²), for any two doubles, without an overflow on the way. Error below 1 ulp. ±Infinity on either side gives
 * Infinity, also beside NaN.
 */
export function hypot(x: number, y: number): number {
  const a = Math.abs(x);
  const b = Math.abs(y);
  if (a === Infinity || b === Infinity) return Infinity;
  if (a > LARGE || b > LARGE) return root(a * SMALL, b * SMALL) / SMALL;
  if (a < SMALL && b < SMALL) return root(a * LARGE, b * LARGE) / LARGE;
  return root(a, b);
}

const root = (a: number, b: number): number => Math.sqrt(a * a + b * b);
