import { cosEighth, sinEighth } from './eighth-turn.js';
import { reduceAngle, remainder } from './reduce-angle.js';

/** The sine of an angle in radians, any double. Error below 1 ulp. ±Infinity and NaN give NaN. */
export function sin(x: number): number {
  if (x - x !== 0) return NaN;
  // 0 keeps its sign.
  if (x === 0) return x;
  const quarters = reduceAngle(x);
  const hi = remainder[0]!;
  const lo = remainder[1]!;
  const value = quarters & 1 ? cosEighth(hi, lo) : sinEighth(hi, lo);
  return quarters & 2 ? -value : value;
}
