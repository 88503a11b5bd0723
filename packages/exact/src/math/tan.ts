import { cosEighth, sinEighth } from './eighth-turn.js';
import { reduceAngle, remainder } from './reduce-angle.js';

/** The tangent of an angle in radians, any double. Error below 2.5 ulp. ±Infinity and NaN give NaN. */
export function tan(x: number): number {
  if (x - x !== 0) return NaN;
  if (x === 0) return x;
  const quarters = reduceAngle(x);
  const hi = remainder[0]!;
  const lo = remainder[1]!;
  const sine = sinEighth(hi, lo);
  const cosine = cosEighth(hi, lo);
  return quarters & 1 ? -cosine / sine : sine / cosine;
}
