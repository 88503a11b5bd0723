// After fdlibm, Copyright (C) 1993, 2004 by Sun Microsystems, Inc.: the notice in ../../NOTICE goes with this file.
import { highWord, withHighWord, withoutLowWord, scale } from './double-bits.js';
import { remez } from './exp.js';

const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_53 = 9007199254740992;
/** The high word of 1. */
const ONE = 0x3ff00000;

/** 2 / (3·ln 2), as a double, and in two parts of which the upper one has 24 bits. */
const CP = 0.9617966939259756;
const CP_HI = 0.9617967009544373;
const CP_LO = -7.028461650952758e-9;
/** log2 1.5 in two parts. */
const LOG2_1_5_HI = 0.5849624872207642;
const LOG2_1_5_LO = 1.350039202129749e-8;
/** ln 2, as a double, and in two parts of which the upper one has 24 bits. */
const LN2 = 0.6931471805599453;
const LN2_HI = 0.6931471824645996;
const LN2_LO = -1.904654299957768e-9;

/** Upper and lower part of the last log2, the upper one with 21 bits. Written before each read. */
const log2 = new Float64Array(2);

/** Writes log2 of `x`, a finite number above 0, to `log2`. Relative error some 2^-67. */
function splitLog2(x: number): void {
  let n = 0;
  if (x < SMALLEST_NORMAL) {
    x *= TWO_53;
    n = -53;
  }
  let high = highWord(x);
  n += (high >> 20) - 1023;
  const fraction = high & 0xfffff;
  high = fraction | ONE;
  // Near 1 for x below √1.5, near 1.5 below √3, near 2 above.
  const middle = fraction > 0x3988e && fraction < 0xbb67a;
  if (fraction >= 0xbb67a) {
    n++;
    high -= 0x100000;
  }
  x = withHighWord(x, high);
  const base = middle ? 1.5 : 1;

  // s = (x - base) / (x + base), in two parts.
  const u = x - base;
  const v = 1 / (x + base);
  const s = u * v;
  const sHi = withoutLowWord(s);
  const sumHi = withHighWord(0, ((high >> 1) | 0x20000000) + 0x80000 + (middle ? 0x40000 : 0));
  const sumLo = x - (sumHi - base);
  const sLo = v * (u - sHi * sumHi - sHi * sumLo);

  // log x = log base + 2s + 2/3 s³ + …
  const square = s * s;
  const tail =
    square *
      square *
      (0.5999999999999946 +
        square *
          (0.4285714285785502 +
            square *
              (0.33333332981837743 +
                square * (0.272728123808534 + square * (0.23066074577556175 + square * 0.20697501780033842))))) +
    sLo * (sHi + s);
  const squareHi = sHi * sHi;
  const factorHi = withoutLowWord(3 + squareHi + tail);
  const factorLo = tail - (factorHi - 3 - squareHi);
  const a = sHi * factorHi;
  const b = sLo * factorHi + factorLo * s;
  const productHi = withoutLowWord(a + b);
  const productLo = b - (productHi - a);
  const logHi = CP_HI * productHi;
  const logLo = CP_LO * productHi + productLo * CP + (middle ? LOG2_1_5_LO : 0);
  const baseLog = middle ? LOG2_1_5_HI : 0;
  log2[0] = withoutLowWord(logHi + logLo + baseLog + n);
  log2[1] = logLo - (log2[0] - n - baseLog - logHi);
}

/** 2^(hi + lo), |lo| being far below |hi|. */
function splitExp2(hi: number, lo: number): number {
  const whole = hi + lo;
  if (whole > 1025) return Infinity;
  if (whole < -1080) return 0;
  const n = Math.floor(whole + 0.5);
  hi -= n;
  const t = withoutLowWord(lo + hi);
  const u = t * LN2_HI;
  const v = (lo - (t - hi)) * LN2 + t * LN2_LO;
  const z = u + v;
  const w = v - (z - u);
  const c = z - remez(z * z);
  const r = (z * c) / (c - 2) - (w + z * w);
  return scale(1 - (r - z), n);
}

/**
 * x to the power of y, for any two doubles, in every special case as `Math.pow` is specified: a negative x with a
 * y that is no integer gives NaN, as does ±1 with ±Infinity. Error below 1 ulp.
 *
 * FreeBSD's e_pow.c: 2^(y · log2 x), with both factors in two parts.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x !== x || y !== y) return NaN;
  const size = Math.abs(x);
  if (y === Infinity || y === -Infinity) {
    if (size === 1) return NaN;
    return size > 1 === y > 0 ? Infinity : 0;
  }
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === 0.5 && x > 0) return Math.sqrt(x);

  const negative = x < 0 || 1 / x < 0;
  // The remainder is exact. A number of 2^53 and more is even.
  const sign = negative && Math.abs(y % 2) === 1 ? -1 : 1;
  if (size === 0 || size === Infinity) return sign * (size > 1 === y > 0 ? Infinity : 0);
  if (negative && Math.floor(y) !== y) return NaN;
  if (size === 1) return sign;

  splitLog2(size);
  const yHi = withoutLowWord(y);
  return sign * splitExp2(yHi * log2[0]!, (y - yHi) * log2[0]! + y * log2[1]!);
}
