// Numbers in Q16.16. Every argument is taken `| 0`, as if it were stored in an Int32Array first; every result is an
// int32.
import { ONE } from './one.js';
import { exact, rounded } from './rounded.js';

/** The fixed-point number nearest to the double `x`: fixed(1.5) is 98,304. Saturates; NaN gives 0. */
export function fixed(x: number): number {
  exact[0] = x * ONE;
  return rounded();
}

/** The double that `a` stands for, exactly. For drawing, and for the functions on doubles. */
export const toNumber = (a: number): number => (a | 0) / ONE;

/** The integer at or below `a`, in [-32768, 32767]: a plain integer, not a fixed-point number. */
export const floor = (a: number): number => a >> 16;

/** The integer nearest to `a`, halves away from zero, in [-32768, 32768]: a plain integer. */
export function round(a: number): number {
  exact[0] = (a | 0) / ONE;
  return rounded();
}

/** a + b. Saturates, where `(a + b) | 0` would wrap around. */
export function add(a: number, b: number): number {
  exact[0] = (a | 0) + (b | 0);
  return rounded();
}

/** a − b. Saturates. */
export function sub(a: number, b: number): number {
  exact[0] = (a | 0) - (b | 0);
  return rounded();
}

/** a × b, to the nearest, halves away from zero. Saturates. */
export const mul = (a: number, b: number): number => lerp(0, a, b);

/** a ÷ b, to the nearest, halves away from zero. Saturates: by 0 it is FIXED_MAX or FIXED_MIN, and 0 ÷ 0 is 0. */
export function div(a: number, b: number): number {
  exact[0] = ((a | 0) * ONE) / (b | 0);
  return rounded();
}

/** |a|. Saturates: abs(FIXED_MIN) is FIXED_MAX. */
export function abs(a: number): number {
  exact[0] = Math.abs(a | 0);
  return rounded();
}

/** `a`, or the nearer bound outside [min, max]. With min above max it is max. */
export const clamp = (a: number, min: number, max: number): number => Math.min(Math.max(a | 0, min | 0), max | 0);

/** `a` moved towards `target` by at most `step` ≥ 0, and never past it. */
export function approach(a: number, target: number, step: number): number {
  a |= 0;
  target |= 0;
  return a < target ? Math.min(add(a, step), target) : Math.max(sub(a, step), target);
}

/** √a, to the nearest. Below 0 it is 0. */
export function sqrt(a: number): number {
  exact[0] = Math.sqrt(Math.max(a | 0, 0) * ONE);
  return rounded();
}

/**
 * √(x² + y²), without an overflow on the way. To the nearest, or its neighbour where the exact value lies within 2^-20
 * of halfway between the two. Saturates.
 */
export function hypot(x: number, y: number): number {
  x |= 0;
  y |= 0;
  exact[0] = Math.sqrt(x * x + y * y);
  return rounded();
}

/**
 * a + (b − a) × t, to the nearest. t is a fixed-point number: 0 gives `a` and ONE gives `b`, both exactly; outside
 * [0, ONE] it goes on along the line. Saturates.
 */
export function lerp(a: number, b: number, t: number): number {
  a |= 0;
  t |= 0;
  const way = (b | 0) - a;
  // way × t takes up to 65 bits, and a double has 53. In two parts each product is exact, and so is the sum wherever it
  // fits an int32.
  const upper = Math.floor(way / ONE);
  exact[0] = a + upper * t + ((way - upper * ONE) * t) / ONE;
  return rounded();
}

/** The t with lerp(a, b, t) = value: (value − a) ÷ (b − a), to the nearest. Saturates as div does. */
export function inverseLerp(a: number, b: number, value: number): number {
  a |= 0;
  exact[0] = (((value | 0) - a) * ONE) / ((b | 0) - a);
  return rounded();
}
