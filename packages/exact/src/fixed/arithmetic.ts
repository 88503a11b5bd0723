// Numbers in Q16.16. Every argument is taken `| 0`, as if it were stored in an Int32Array first; every result is an int32.
import { nearest } from './nearest.js';
import { ONE } from './one.js';
import { product } from './product.js';

/** The fixed-point number nearest to the double `x`: fixed(1.5) is 98,304. Saturates; NaN gives 0. */
export const fixed = (x: number): number => nearest(x * ONE);

/** The double that `a` stands for, exactly. For drawing, and for src/math. */
export const toNumber = (a: number): number => (a | 0) / ONE;

/** The integer at or below `a`, in [-32768, 32767]: a plain integer, not a fixed-point number. */
export const floor = (a: number): number => a >> 16;

/** The integer nearest to `a`, halves away from zero, in [-32768, 32768]: a plain integer. */
export const round = (a: number): number => nearest((a | 0) / ONE);

/** a + b. Saturates, where `(a + b) | 0` would wrap around. */
export const add = (a: number, b: number): number => nearest((a | 0) + (b | 0));

/** a − b. Saturates. */
export const sub = (a: number, b: number): number => nearest((a | 0) - (b | 0));

/** a × b, to the nearest, halves away from zero. Saturates. */
export const mul = (a: number, b: number): number => nearest(product(a | 0, b | 0));

/** a ÷ b, to the nearest, halves away from zero. Saturates: by 0 it is FIXED_MAX or FIXED_MIN, and 0 ÷ 0 is 0. */
export const div = (a: number, b: number): number => nearest(((a | 0) * ONE) / (b | 0));

/** |a|. Saturates: abs(FIXED_MIN) is FIXED_MAX. */
export const abs = (a: number): number => nearest(Math.abs(a | 0));

/** `a`, or the nearer bound outside [min, max]. With min above max it is max. */
export const clamp = (a: number, min: number, max: number): number => Math.min(Math.max(a | 0, min | 0), max | 0);

/** `a` moved towards `target` by at most `step` ≥ 0. Never past it. */
export function approach(a: number, target: number, step: number): number {
  a |= 0;
  target |= 0;
  return a < target ? Math.min(nearest(a + (step | 0)), target) : Math.max(nearest(a - (step | 0)), target);
}

/** √a, to the nearest. Below 0 it is 0. */
export const sqrt = (a: number): number => nearest(Math.sqrt(Math.max(a | 0, 0) * ONE));

/**
 * √(x² + y²), without an overflow on the way. To the nearest, or its neighbour where the exact value lies within 2^-20
 * of halfway between the two. Saturates.
 */
export function hypot(x: number, y: number): number {
  x |= 0;
  y |= 0;
  return nearest(Math.sqrt(x * x + y * y));
}

/**
 * a + (b − a) × t, to the nearest. t is a fixed-point number: 0 gives `a` and ONE gives `b`, both exactly; outside
 * [0, ONE] it goes on along the line. Saturates.
 */
export const lerp = (a: number, b: number, t: number): number => nearest((a | 0) + product((b | 0) - (a | 0), t | 0));

/** The t with lerp(a, b, t) = value: (value − a) ÷ (b − a). Saturates as div does. */
export const inverseLerp = (a: number, b: number, value: number): number =>
  nearest((((value | 0) - (a | 0)) * ONE) / ((b | 0) - (a | 0)));
