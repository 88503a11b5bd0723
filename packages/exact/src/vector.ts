// Vectors of two fixed-point numbers. Coordinates go in by value and come out in two neighbouring cells, out[at] and
// out[at + 1]. Nothing is allocated, and a vector may be written over itself. Every coordinate is taken `| 0`.
import { wrapAngle } from './fixed/angle.js';
import { lerp } from './fixed/arithmetic.js';
import { direction, setDirection } from './fixed/direction.js';
import { ONE } from './fixed/one.js';
import { exact, rounded } from './fixed/rounded.js';
import { unitsOf } from './fixed/trigonometry.js';

/**
 * Where a vector is written: its x to out[at], its y to out[at + 1]. A field of a game, say, or a column of a pool.
 * Cells outside the array are ignored, as typed arrays ignore them. What is written is the nearest fixed-point number
 * to the exact coordinate, or its neighbour where that lies within 2^-19 of halfway between the two; it saturates.
 */
export type VectorCells = Int32Array;

/** The scalar product of two vectors, ax·bx + ay·by, to the nearest. Saturates. */
export function dot(ax: number, ay: number, bx: number, by: number): number {
  // In two parts, each of them exact: see lerp.
  exact[0] =
    (ax >> 16) * (bx | 0) + (ay >> 16) * (by | 0) + ((ax & 0xffff) * (bx | 0) + (ay & 0xffff) * (by | 0)) / ONE;
  return rounded();
}

/** The cross product, ax·by − ay·bx, to the nearest: above 0 where b lies at a larger angle than a. Saturates. */
export function cross(ax: number, ay: number, bx: number, by: number): number {
  exact[0] =
    (ax >> 16) * (by | 0) - (ay >> 16) * (bx | 0) + ((ax & 0xffff) * (by | 0) - (ay & 0xffff) * (bx | 0)) / ONE;
  return rounded();
}

/** How far apart two points are, also where the differences do not fit an int32. Saturates. */
export function distance(ax: number, ay: number, bx: number, by: number): number {
  const x = (bx | 0) - (ax | 0);
  const y = (by | 0) - (ay | 0);
  exact[0] = Math.sqrt(x * x + y * y);
  return rounded();
}

/** The angle at which b is seen from a, in [-TURN/2, TURN/2). Of a point seen from itself it is 0. */
export const angleTo = (ax: number, ay: number, bx: number, by: number): number =>
  unitsOf((by | 0) - (ay | 0), (bx | 0) - (ax | 0));

/** Writes the vector of this angle and length. */
export function polar(out: VectorCells, at: number, angle: number, length: number): void {
  setDirection(wrapAngle(angle) * 4);
  exact[0] = direction[0]! * (length | 0);
  out[at] = rounded();
  exact[0] = direction[1]! * (length | 0);
  out[at + 1] = rounded();
}

/** Writes (x, y) turned by `angle`. */
export function rotate(out: VectorCells, at: number, x: number, y: number, angle: number): void {
  setDirection(wrapAngle(angle) * 4);
  exact[0] = (x | 0) * direction[0]! - (y | 0) * direction[1]!;
  out[at] = rounded();
  exact[0] = (x | 0) * direction[1]! + (y | 0) * direction[0]!;
  out[at + 1] = rounded();
}

/** Writes the vector that points as (x, y) does and is `length` long. (0, 0) stays (0, 0). */
export function resize(out: VectorCells, at: number, x: number, y: number, length: number): void {
  x |= 0;
  y |= 0;
  // 0 × Infinity is NaN, which is written as 0.
  const factor = (length | 0) / Math.sqrt(x * x + y * y);
  exact[0] = x * factor;
  out[at] = rounded();
  exact[0] = y * factor;
  out[at + 1] = rounded();
}

/** Writes the vector that points as (x, y) does and is ONE long. (0, 0) stays (0, 0). */
export const normalize = (out: VectorCells, at: number, x: number, y: number): void => resize(out, at, x, y, ONE);

/** Writes (x, y), shortened to `max` ≥ 0 where it is longer. */
export function limit(out: VectorCells, at: number, x: number, y: number, max: number): void {
  x |= 0;
  y |= 0;
  if (Math.sqrt(x * x + y * y) > (max | 0)) return resize(out, at, x, y, max);
  out[at] = x;
  out[at + 1] = y;
}

/** Writes (x, y) as a wall throws it back whose normal is (nx, ny), a vector of length ONE. */
export function reflect(out: VectorCells, at: number, x: number, y: number, nx: number, ny: number): void {
  x |= 0;
  y |= 0;
  const twice = (2 * (x * (nx | 0) + y * (ny | 0))) / (ONE * ONE);
  exact[0] = x - twice * (nx | 0);
  out[at] = rounded();
  exact[0] = y - twice * (ny | 0);
  out[at + 1] = rounded();
}

/** Writes the point that lies `t` of the way from a to b, t in Q16.16. */
export function lerpPoint(
  out: VectorCells,
  at: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  t: number,
): void {
  out[at] = lerp(ax, bx, t);
  out[at + 1] = lerp(ay, by, t);
}

/** Writes (x, y) moved towards (toX, toY) by at most `step` ≥ 0. True where it has come there. */
export function approachPoint(
  out: VectorCells,
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
  const way = Math.sqrt(dx * dx + dy * dy);
  const there = way <= (step | 0);
  const factor = there ? 1 : (step | 0) / way;
  exact[0] = x + dx * factor;
  out[at] = rounded();
  exact[0] = y + dy * factor;
  out[at + 1] = rounded();
  return there;
}
