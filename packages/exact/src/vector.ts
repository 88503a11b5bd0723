// Vectors of two fixed-point numbers. Coordinates go in by value and come out in two neighbouring cells, out[at] and
// out[at + 1], of an Int32Array: a field, or a column of a pool. Nothing is allocated, and a vector may be written over
// itself. Cells outside the array are ignored, as typed arrays ignore them. Every coordinate is taken `| 0`. Every
// coordinate written is the nearest to the exact one, or its neighbour where that lies within 2^-20 of halfway between
// the two; it saturates.
import { wrapAngle } from './fixed/angle.js';
import { lerp } from './fixed/arithmetic.js';
import { nearest } from './fixed/nearest.js';
import { ONE } from './fixed/one.js';
import { product } from './fixed/product.js';
import { cosine, sine } from './fixed/sine.js';
import { unitsOf } from './fixed/trigonometry.js';

function write(out: Int32Array, at: number, x: number, y: number): void {
  out[at] = nearest(x);
  out[at + 1] = nearest(y);
}

/** The length of (x, y), not rounded to a fixed-point number. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

/** The scalar product of two vectors, ax·bx + ay·by. Within 0.51/65,536. Saturates. */
export const dot = (ax: number, ay: number, bx: number, by: number): number =>
  nearest(product(ax | 0, bx | 0) + product(ay | 0, by | 0));

/** The cross product, ax·by − ay·bx: above 0 where b lies at a larger angle than a. Within 0.51/65,536. Saturates. */
export const cross = (ax: number, ay: number, bx: number, by: number): number =>
  nearest(product(ax | 0, by | 0) - product(ay | 0, bx | 0));

/** How far apart two points are, also where the differences do not fit an int32. Saturates. */
export const distance = (ax: number, ay: number, bx: number, by: number): number =>
  nearest(length((bx | 0) - (ax | 0), (by | 0) - (ay | 0)));

/** The angle at which b is seen from a, in [-TURN/2, TURN/2). Of a point seen from itself it is 0. */
export const angleTo = (ax: number, ay: number, bx: number, by: number): number =>
  unitsOf((by | 0) - (ay | 0), (bx | 0) - (ax | 0));

/** Writes the vector of this angle and length. */
export function polar(out: Int32Array, at: number, angle: number, radius: number): void {
  const wrapped = wrapAngle(angle);
  write(out, at, cosine(wrapped) * (radius | 0), sine(wrapped) * (radius | 0));
}

/** Writes (x, y) turned by `angle`. */
export function rotate(out: Int32Array, at: number, x: number, y: number, angle: number): void {
  x |= 0;
  y |= 0;
  const c = cosine(wrapAngle(angle));
  const s = sine(wrapAngle(angle));
  write(out, at, x * c - y * s, x * s + y * c);
}

/** Writes the vector that points as (x, y) does and is `radius` long. (0, 0) stays (0, 0). */
export function resize(out: Int32Array, at: number, x: number, y: number, radius: number): void {
  x |= 0;
  y |= 0;
  const factor = x === 0 && y === 0 ? 0 : (radius | 0) / length(x, y);
  write(out, at, x * factor, y * factor);
}

/** Writes the vector that points as (x, y) does and is ONE long. (0, 0) stays (0, 0). */
export const normalize = (out: Int32Array, at: number, x: number, y: number): void => resize(out, at, x, y, ONE);

/** Writes (x, y), shortened to `max` ≥ 0 where it is longer. */
export function limit(out: Int32Array, at: number, x: number, y: number, max: number): void {
  if (length(x | 0, y | 0) > (max | 0)) resize(out, at, x, y, max);
  else write(out, at, x | 0, y | 0);
}

/** Writes (x, y) as a wall throws it back whose normal is (nx, ny), a vector of length ONE. */
export function reflect(out: Int32Array, at: number, x: number, y: number, nx: number, ny: number): void {
  x |= 0;
  y |= 0;
  const twice = 2 * dot(x, y, nx, ny);
  write(out, at, x - product(twice, nx | 0), y - product(twice, ny | 0));
}

/** Writes the point that lies `t` of the way from a to b, t in Q16.16. */
export function lerpPoint(
  out: Int32Array,
  at: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  t: number,
): void {
  write(out, at, lerp(ax, bx, t), lerp(ay, by, t));
}

/** Writes (x, y) moved towards (toX, toY) by at most `step` ≥ 0. True where it has come there. */
export function approachPoint(
  out: Int32Array,
  at: number,
  x: number,
  y: number,
  toX: number,
  toY: number,
  step: number,
): boolean {
  x |= 0;
  y |= 0;
  const dx = (toX | 0) - x;
  const dy = (toY | 0) - y;
  const way = length(dx, dy);
  const there = way <= (step | 0);
  const factor = there ? 1 : (step | 0) / way;
  write(out, at, x + dx * factor, y + dy * factor);
  return there;
}
