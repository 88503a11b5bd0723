// After fdlibm, Copyright (C) 1993, 2004 by Sun Microsystems, Inc.: the notice in ../../NOTICE goes with this file.
import { highWord, withHighWord } from './double-bits.js';

/** What is left of the last angle that was reduced, in two parts: |remainder| ≤ some π/4. Written before each read. */
export const remainder = new Float64Array(2);

const INV_HALF_PI = 0.6366197723675814;
/** π/2 in four parts. The first three have 33 bits, so their products with an integer below 2^20 are exact. */
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_4 = 8.4784276603689e-32;
/** 2^20 · π/2, the last angle that the four parts are good for. */
const MEDIUM = 1647099;
/** Adding and subtracting it rounds a double below 2^51 to the nearest integer. */
const ROUND = 6755399441055744;

/**
 * Takes quarter turns from a finite angle in radians until some |π/4| is left: writes that to `remainder`, and returns
 * how many quarter turns it took, mod 4.
 */
export function reduceAngle(x: number): number {
  return x > -MEDIUM && x < MEDIUM ? reduceMedium(x) : reduceLarge(x);
}

/** After Cody and Waite, as fdlibm's e_rem_pio2.c, always to the last part. */
function reduceMedium(x: number): number {
  const n = x * INV_HALF_PI + ROUND - ROUND;
  // Exact: both are multiples of the ulp of the smaller one, and their difference is small.
  const first = x - n * HALF_PI_1;
  const step = n * HALF_PI_2;
  const second = first - step;
  const secondError = differenceError(first, step, second);
  const nextStep = n * HALF_PI_3;
  const third = second - nextStep;
  const thirdError = differenceError(second, nextStep, third);
  store(third, secondError + thirdError - n * HALF_PI_4);
  return n & 3;
}

/** What a − b lost when it was rounded to `difference` (Knuth's two-sum). */
function differenceError(a: number, b: number, difference: number): number {
  const back = difference - a;
  return a - (difference - back) - (b + back);
}

/** Writes hi + lo to `remainder`, so that the first part is their sum as a double. */
function store(hi: number, lo: number): void {
  remainder[0] = hi + lo;
  remainder[1] = hi - remainder[0] + lo;
}

/** 2/π, 24 bits each: as many as the largest double needs. */
const TWO_OVER_PI = [
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
  0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
  0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
  0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
  0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b,
];
const BASE = 0x1000000;
/** Digits of 24 bits that are kept behind the point: 168 bits, where the worst double cancels some 62. */
const DIGITS = 7;
/** The digit before the point, and those behind it. Written before each read. */
const digits = new Float64Array(DIGITS + 1);

/**
 * After Payne and Hanek: x·(2/π) mod 4 in whole numbers. x is an integer of 53 bits times 2^e; the digits of 2/π that
 * make multiples of 4 of it are left out, and those too far behind the point.
 */
function reduceLarge(x: number): number {
  const high = highWord(x);
  const exponent = ((high >>> 20) & 0x7ff) - 1075;
  const whole = Math.floor(exponent / 24);
  // In [2^52, 2^77), so four digits.
  let rest = withHighWord(x, (high & 0xfffff) | ((1075 + exponent - 24 * whole) << 20));
  const factor3 = Math.floor(rest / (BASE * BASE * BASE));
  rest -= factor3 * (BASE * BASE * BASE);
  const factor2 = Math.floor(rest / (BASE * BASE));
  rest -= factor2 * (BASE * BASE);
  const factor1 = Math.floor(rest / BASE);
  const factor0 = rest - factor1 * BASE;
  let carry = 0;
  for (let i = DIGITS; i >= 0; i--) {
    const at = whole - 1 + i;
    // Below 2^50 in all, so exact.
    const sum =
      carry + factor0 * digitAt(at) + factor1 * digitAt(at + 1) + factor2 * digitAt(at + 2) + factor3 * digitAt(at + 3);
    carry = Math.floor(sum / BASE);
    digits[i] = sum - carry * BASE;
  }
  return fromDigits(x < 0 ? -1 : 1);
}

const digitAt = (index: number): number => (index < 0 ? 0 : TWO_OVER_PI[index]!);

/** Writes `sign` times the fraction in `digits`, as an angle, to `remainder`. Returns the quarter turns. */
function fromDigits(sign: number): number {
  let quarters = digits[0]! & 3;
  let direction = sign;
  if (digits[1]! >= BASE / 2) {
    // More than half: to the next quarter turn, and back. The last digit is one too small: 2^-168.
    quarters++;
    direction = -sign;
    for (let i = 1; i <= DIGITS; i++) digits[i] = BASE - 1 - digits[i]!;
  }
  const upper = (digits[1]! * BASE + digits[2]!) / (BASE * BASE);
  const middle = (digits[3]! * BASE + digits[4]!) / (BASE * BASE * BASE * BASE);
  const lower = ((digits[7]! / BASE + digits[6]!) / BASE + digits[5]!) / (BASE * BASE * BASE * BASE * BASE);
  const inner = middle + lower;
  const innerError = middle - inner + lower;
  const hi = upper + inner;
  const lo = upper - hi + inner + innerError;
  timesHalfPi(direction * hi, direction * lo);
  return (sign * quarters) & 3;
}
const SPLIT = 134217729;
const HALF_PI_HI = 1.5707963267948966;
const HALF_PI_LO = 6.123233995736766e-17;

/** Writes (hi + lo) · π/2 to `remainder`. The product of the upper parts is made exact after Dekker and Veltkamp. */
function timesHalfPi(hi: number, lo: number): void {
  const product = hi * HALF_PI_HI;
  const a = SPLIT * hi - (SPLIT * hi - hi);
  const b = SPLIT * HALF_PI_HI - (SPLIT * HALF_PI_HI - HALF_PI_HI);
  const error = (hi - a) * (HALF_PI_HI - b) - (product - a * b - (hi - a) * b - a * (HALF_PI_HI - b));
  store(product, error + hi * HALF_PI_LO + lo * HALF_PI_HI);
}
