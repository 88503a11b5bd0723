// What the functions of src/math are measured against: the same functions in whole numbers of more than a thousand bits,
// by series out of a textbook, with nothing of the code under test in it.

/** A number is `value` / 2^BITS. The largest double cancels 1,024 bits in an angle; 400 are left. */
const BITS = 1500n;
const ONE = 1n << BITS;

/** A double as mantissa · 2^exponent, exactly. */
function split(x: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = field === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: bits >> 63n ? -mantissa : mantissa, exponent: Math.max(field, 1) - 1075 };
}

const shift = (value: bigint, by: number): bigint => (by >= 0 ? value << BigInt(by) : value >> BigInt(-by));

/** A double as such a number. Exact: the smallest double is 2^-1074. */
export function big(x: number): bigint {
  const { mantissa, exponent } = split(x);
  return shift(mantissa, exponent + Number(BITS));
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const over = (a: bigint, b: bigint): bigint => (a << BITS) / b;

/** Sum of t − t³/3 + t⁵/5 − …, or with plus signs, for |t| < 1/2. */
function oddSeries(t: bigint, sign: 1n | -1n): bigint {
  const square = sign * times(t, t);
  let sum = 0n;
  let power = t;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = times(power, square);
  }
  return sum;
}

const inverse = (n: bigint): bigint => ONE / n;
/** Machin: π = 16 atan(1/5) − 4 atan(1/239). */
const PI = 16n * oddSeries(inverse(5n), -1n) - 4n * oddSeries(inverse(239n), -1n);
/** ln 2 = 2 atanh(1/3). */
const LN2 = 2n * oddSeries(inverse(3n), 1n);

/** Sum of xⁿ/n! over every second n, from x⁰ or x¹, with alternating signs. */
function alternating(x: bigint, first: bigint, start: bigint): bigint {
  const square = times(x, x);
  let sum = 0n;
  let term = first;
  for (let n = start; term !== 0n && term !== -1n; n += 2n) {
    sum += term;
    term = -times(term, square) / (n * (n + 1n));
  }
  return sum;
}

/** The angle in [-π, π]: x less whole turns. */
function withinHalfTurn(x: bigint): bigint {
  const turns = (x + PI) / (2n * PI);
  return x - 2n * PI * (x + PI < 0n ? turns - 1n : turns);
}

export const bigSin = (x: number): bigint => {
  const angle = withinHalfTurn(big(x));
  return alternating(angle, angle, 2n);
};
export const bigCos = (x: number): bigint => alternating(withinHalfTurn(big(x)), ONE, 1n);
export const bigTan = (x: number): bigint => over(bigSin(x), bigCos(x));

/** atan of t ≥ 0. */
function atanOf(t: bigint): bigint {
  if (t > ONE) return PI / 2n - atanOf(over(ONE, t));
  // Three times atan t = 2 atan(t / (1 + √(1 + t²))), down to |t| < 1/8.
  let small = t;
  for (let i = 0; i < 3; i++) small = over(small, ONE + root(ONE + times(small, small)));
  return 8n * oddSeries(small, -1n);
}

/** √value. */
export function root(value: bigint): bigint {
  const target = value << BITS;
  if (target === 0n) return 0n;
  let guess = 1n << BigInt((target.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + target / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** atan2 of two numbers, neither of them zero. */
function angleOf(y: bigint, x: bigint): bigint {
  const steep = magnitude(y) > magnitude(x);
  const acute = steep
    ? PI / 2n - atanOf(over(magnitude(x), magnitude(y)))
    : atanOf(over(magnitude(y), magnitude(x)));
  const upper = x < 0n ? PI - acute : acute;
  return y < 0n ? -upper : upper;
}
export const bigAtan2 = (y: number, x: number): bigint => angleOf(big(y), big(x));
export const bigAtan = (x: number): bigint => angleOf(big(x), ONE);
export const bigAsin = (x: number): bigint => angleOf(big(x), root(ONE - times(big(x), big(x))));
export const bigAcos = (x: number): bigint => angleOf(root(ONE - times(big(x), big(x))), big(x));
export const bigHypot = (x: number, y: number): bigint => root(times(big(x), big(x)) + times(big(y), big(y)));

/** e^x as a number in [1, 2) times a power of two. */
function expOf(x: bigint): { value: bigint; exponent: number } {
  let k = x / LN2;
  if (x - k * LN2 < 0n) k--;
  const rest = x - k * LN2;
  let sum = 0n;
  let term = ONE;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = times(term, rest) / n;
  }
  return { value: sum, exponent: Number(k) };
}

/** The natural logarithm of a double above 0. */
export function bigLog(x: number): bigint {
  const { mantissa, exponent } = split(x);
  const length = mantissa.toString(2).length;
  // In [1, 2).
  const value = shift(mantissa, Number(BITS) - length + 1);
  return 2n * oddSeries(over(value - ONE, value + ONE), 1n) + BigInt(exponent + length - 1) * LN2;
}

export const bigExp = (x: number): Exact => expOf(big(x));
/** For x > 0. */
export const bigPow = (x: number, y: number): Exact => expOf(times(bigLog(x), big(y)));

/** value / 2^BITS · 2^exponent; a bigint alone has exponent 0. */
export type Exact = bigint | { value: bigint; exponent: number };

/** How far `found` is from `exact`, in units of the last place that the double next to `exact` has. */
export function ulps(found: number, exact: Exact): number {
  const { value, exponent } = typeof exact === 'bigint' ? { value: exact, exponent: 0 } : exact;
  const { mantissa, exponent: foundExponent } = split(found);
  // Both in units of 2^-BITS · 2^exponent.
  const there = shift(mantissa, foundExponent + Number(BITS) - exponent);
  const length = magnitude(value).toString(2).length;
  const lastPlace = Math.max(length - 53, Number(BITS) - 1074 - exponent);
  return Number((magnitude(there - value) << 40n) >> BigInt(lastPlace)) / 2 ** 40;
}
