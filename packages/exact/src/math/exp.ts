// After fdlibm, Copyright (C) 1993, 2004 by Sun Microsystems, Inc.: the notice in ../../NOTICE goes with this file.
import { scale } from './double-bits.js';

const INV_LN2 = 1.4426950408889634;
/** ln 2 in two parts. The upper one has 32 bits, so its product with an integer below 2^21 is exact. */
const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;

/** Above it e^x is Infinity; below the other one it is 0. */
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019411;

/**
 * r − r·(e^r + 1)/(e^r − 1) + 2, for |r| ≤ ln 2 / 2 and t = r²: with it e^r is 1 + r + r·c / (2 − c), c = r − remez(t).
 */
export const remez = (t: number): number =>
  t *
  (0.16666666666666602 +
    t *
      (-0.0027777777777015593 +
        t * (0.00006613756321437934 + t * (-0.0000016533902205465252 + t * 4.1381367970572385e-8))));

/**
 * e^x, for any double. Error below 1 ulp. NaN gives NaN.
 *
 * fdlibm's e_exp.c: x = k·ln 2 + r, and e^x = 2^k · e^r.
 */
export function exp(x: number): number {
  if (x > OVERFLOW) return Infinity;
  if (x < UNDERFLOW) return 0;
  if (x !== x) return x;
  const k = Math.trunc(x * INV_LN2 + (x < 0 ? -0.5 : 0.5));
  const hi = x - k * LN2_HI;
  const lo = k * LN2_LO;
  const r = hi - lo;
  const c = r - remez(r * r);
  return scale(1 - (lo - (r * c) / (2 - c) - hi), k);
}
