import { cosEighth, sinEighth } from '../math/eighth-turn.js';
import { RADIANS_PER_UNIT, TURN } from './angle.js';

const QUARTER = TURN / 4;

/** The sine of an angle in [0, 2 TURN), as a double. Fractions of a unit count. */
export function sine(angle: number): number {
  const quarters = Math.round(angle / QUARTER);
  const x = (angle - quarters * QUARTER) * RADIANS_PER_UNIT;
  const value = quarters & 1 ? cosEighth(x, 0) : sinEighth(x, 0);
  return quarters & 2 ? -value : value;
}

/** The cosine of an angle in [0, TURN), as a double. */
export const cosine = (angle: number): number => sine(angle + QUARTER);
