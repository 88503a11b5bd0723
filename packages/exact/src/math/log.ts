// After fdlibm, Copyright (C) 1993, 2004 by Sun Microsystems, Inc.: the notice in ../../NOTICE goes with this file.
import { highWord, withHighWord } from './double-bits.js';

/** ln 2 in two parts; k times the upper one is exact. */
const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;

const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;
/** The high words of 1 and of √½. */
const ONE = 0x3ff00000;
const SQRT_HALF = 0x3fe6a09e;

/**
 * The natural logarithm, for any double. Error below 1 ulp. 0 gives -Infinity; below 0, and for NaN, it is NaN.
 *
 * fdlibm's e_log.c: x = 2^k · (1 + f), √½ < 1 + f < √2, and log(1 + f) from a polynomial in s = f / (2 + f).
 */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let k = 0;
  if (x < SMALLEST_NORMAL) {
    k = -54;
    x *= TWO_54;
  }
  const high = highWord(x) + (ONE - SQRT_HALF);
  k += (high >> 20) - 1023;
  const f = withHighWord(x, (high & 0xfffff) + SQRT_HALF) - 1;
  const halfSquare = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const odd = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const even = z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  return s * (halfSquare + (even + odd)) + k * LN2_LO - halfSquare + f + k * LN2_HI;
}
