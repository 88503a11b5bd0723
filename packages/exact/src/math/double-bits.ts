// The bits of a double, as two words of 32. The scratch below is written before each read, so nothing stays in it from
// one call to the next.
const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Where the word with sign and exponent lies: 1 on a little-endian machine, 0 on the other kind. */
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0]!;

/** Sign, exponent and the upper 20 bits of the fraction, an int32. */
export function highWord(x: number): number {
  double[0] = x;
  return words[HIGH]! | 0;
}

/** `x` with another high word, an int32. */
export function withHighWord(x: number, high: number): number {
  double[0] = x;
  words[HIGH] = high;
  return double[0];
}

/** `x` with its low word set to 0: at most 21 significant bits, so that the product of two such numbers is exact. */
export function withoutLowWord(x: number): number {
  double[0] = x;
  words[1 - HIGH] = 0;
  return double[0];
}

/** 2 to the power of an integer in [-1022, 1023]. */
const powerOfTwo = (exponent: number): number => withHighWord(0, (1023 + exponent) << 20);

/** x × 2 to the power of an integer in [-2022, 2046], rounded once. */
export function scale(x: number, exponent: number): number {
  if (exponent > 1023) return x * powerOfTwo(1023) * powerOfTwo(exponent - 1023);
  // First to a normal number, which is exact, and only then below 2^-1022.
  if (exponent < -1022) return x * powerOfTwo(exponent + 1000) * powerOfTwo(-1000);
  return x * powerOfTwo(exponent);
}
