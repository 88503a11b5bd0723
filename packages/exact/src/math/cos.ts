import { cosEighth, sinEighth } from './eighth-turn.js';
import { reduceAngle, remainder } from './reduce-angle.js';

/** The cosine of an angle in radians, any double. Error below 1 ulp. ±Infinity and NaN give NaN. */
export function cos(x: number): number {
  if (x - x !== 0) return NaN;
  const quarters = reduceAngle(x);
  const hi = remainder[0]!;
  const lo = remainder[1]!;
  const value = quarters & 1 ? sinEighth(hi, lo) : cosEighth(hi, lo);
  return quarters === 1 || quarters === 2 ? -value : value;
}
