import { atan } from './atan.js';

const PI = 3.141592653589793;
const PI_LO = 1.2246467991473532e-16;

/**
 * The angle of the point (x, y) seen from the origin, in [-π, π], in radians, for any two doubles. Every special case
 * is that of `Math.atan2`: the sign of a zero y counts, and (0, 0) gives 0 or ±π by the signs. Error below 2 ulp.
 */
export function atan2(y: number, x: number): number {
  if (x !== x || y !== y) return NaN;
  const left = x < 0 || 1 / x < 0;
  const below = y < 0 || 1 / y < 0;
  const angle = fromAxis(Math.abs(y), Math.abs(x));
  const upper = left ? PI - (angle - PI_LO) : angle;
  return below ? -upper : upper;
}

/** The angle in [0, π/2] of a point whose coordinates are not negative. */
function fromAxis(y: number, x: number): number {
  if (y === 0) return 0;
  if (y === Infinity && x === Infinity) return PI / 4;
  return atan(y / x);
}
