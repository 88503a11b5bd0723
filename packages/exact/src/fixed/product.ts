import { ONE } from './one.js';

/**
 * a × b / 65,536 for integers |a| ≤ 2^33 and |b| ≤ 2^31, as a double: exact up to 2^36, far above what fits an int32. One
 * multiplication alone would round, as the product takes up to 64 bits.
 */
export function product(a: number, b: number): number {
  const upper = Math.floor(a / ONE);
  return upper * b + ((a - upper * ONE) * b) / ONE;
}
