// Curves from 0 to 1. All take any t and clamp it.

export function clamp01(t: number): number {
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

export function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}

/** Fast, then settling: what a push does. */
export function easeOut(t: number): number {
  const left = 1 - clamp01(t);
  return 1 - left * left * left;
}

/** Slow, then fast: what a wind-up does. */
export function easeIn(t: number): number {
  const c = clamp01(t);
  return c * c * c;
}

export function easeInOut(t: number): number {
  const c = clamp01(t);
  return c * c * (3 - 2 * c);
}

/** Past the mark and back to it. */
export function overshoot(t: number): number {
  const c = clamp01(t) - 1;
  return 1 + 2.7 * c * c * c + 1.7 * c * c;
}

/** A number in [0, 1) for `seed` and `n`: the same scatter on every machine, for as long as the impact is drawn. */
export function scatter(seed: number, n: number): number {
  let x = Math.imul(seed ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 4294967296;
}
