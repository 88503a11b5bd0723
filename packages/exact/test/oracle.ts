// What the functions of src/math are measured against: the same functions in whole numbers of as many bits as one
// likes, by series out of a textbook, with nothing of the code under test in it.

/** value / 2^bits · 2^exponent; a bigint alone has exponent 0. */
export type Exact = bigint | { value: bigint; exponent: number };

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
const lengthOf = (value: bigint): number => magnitude(value).toString(2).length;
const shift = (value: bigint, by: number): bigint => (by >= 0 ? value << BigInt(by) : value >> BigInt(-by));

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

/**
 * Numbers as bigints that count 2^-bits. For any double 1,500 bits: the smallest is 2^-1074, and the largest angles
 * cancel 1,024 bits. For numbers near 1 far fewer.
 */
export function createOracle(bits: number) {
  const BITS = BigInt(bits);
  const ONE = 1n << BITS;
  const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
  const over = (a: bigint, b: bigint): bigint => (a << BITS) / b;
  const small = (term: bigint): boolean => term === 0n || term === -1n;

  function big(x: number): bigint {
    const { mantissa, exponent } = split(x);
    return shift(mantissa, exponent + bits);
  }

  /** t − t³/3 + t⁵/5 − …, or with plus signs, for |t| < 1/2. */
  function oddSeries(t: bigint, sign: 1n | -1n): bigint {
    const square = sign * times(t, t);
    let sum = 0n;
    let power = t;
    for (let n = 1n; !small(power); n += 2n) {
      sum += power / n;
      power = times(power, square);
    }
    return sum;
  }
  /** Machin: π = 16 atan(1/5) − 4 atan(1/239). */
  const PI = 16n * oddSeries(ONE / 5n, -1n) - 4n * oddSeries(ONE / 239n, -1n);
  /** ln 2 = 2 atanh(1/3). */
  const LN2 = 2n * oddSeries(ONE / 3n, 1n);

  /** first − first·x²/(start·(start+1)) + …: sine or cosine. */
  function alternating(x: bigint, first: bigint, start: bigint): bigint {
    const square = times(x, x);
    let sum = 0n;
    let term = first;
    for (let n = start; !small(term); n += 2n) {
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
  const sineOf = (angle: bigint): bigint => alternating(angle, angle, 2n);
  const sin = (x: number): bigint => sineOf(withinHalfTurn(big(x)));
  const cos = (x: number): bigint => alternating(withinHalfTurn(big(x)), ONE, 1n);

  function root(value: bigint): bigint {
    const target = value << BITS;
    if (target === 0n) return 0n;
    let guess = 1n << BigInt((lengthOf(target) + 1) >> 1);
    for (;;) {
      const next = (guess + target / guess) >> 1n;
      if (next >= guess) return guess;
      guess = next;
    }
  }

  /** atan of t in [0, 1]: three times atan t = 2 atan(t / (1 + √(1 + t²))), down to t < 1/8. */
  function acuteAngle(t: bigint): bigint {
    let rest = t;
    for (let i = 0; i < 3; i++) rest = over(rest, ONE + root(ONE + times(rest, rest)));
    return 8n * oddSeries(rest, -1n);
  }
  /** atan2 of two numbers, not both of them zero. */
  function angleOf(y: bigint, x: bigint): bigint {
    const [up, aside] = [magnitude(y), magnitude(x)];
    const acute = up > aside ? PI / 2n - acuteAngle(over(aside, up)) : acuteAngle(over(up, aside));
    const upper = x < 0n ? PI - acute : acute;
    return y < 0n ? -upper : upper;
  }
  const otherSide = (x: number): bigint => root(ONE - times(big(x), big(x)));

  /** e^x. */
  function expOf(x: bigint): Exact {
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
  function log(x: number): bigint {
    const { mantissa, exponent } = split(x);
    const length = lengthOf(mantissa);
    // In [1, 2).
    const value = shift(mantissa, bits - length + 1);
    return 2n * oddSeries(over(value - ONE, value + ONE), 1n) + BigInt(exponent + length - 1) * LN2;
  }

  return {
    sin,
    cos,
    tan: (x: number) => over(sin(x), cos(x)),
    /** The sine of so many 65,536ths of a turn. */
    sinOfUnits: (units: number) => sineOf((2n * PI * BigInt(units)) >> 16n),
    /** Of numbers other than 0. */
    atan2: (y: number, x: number) => angleOf(big(y), big(x)),
    atan: (x: number) => angleOf(big(x), ONE),
    asin: (x: number) => angleOf(big(x), otherSide(x)),
    acos: (x: number) => angleOf(otherSide(x), big(x)),
    exp: (x: number) => expOf(big(x)),
    /** For x > 0. */
    log,
    /** For x > 0. */
    pow: (x: number, y: number) => expOf(times(log(x), big(y))),
    hypot: (x: number, y: number) => root(times(big(x), big(x)) + times(big(y), big(y))),

    /** How far `found` is from `exact`, in units of the last place that a double of that size has. */
    ulps(found: number, exact: Exact): number {
      const { value, exponent } = typeof exact === 'bigint' ? { value: exact, exponent: 0 } : exact;
      if (!Number.isFinite(found)) return Infinity;
      const { mantissa, exponent: places } = split(found);
      const there = shift(mantissa, places + bits - exponent);
      const lastPlace = Math.max(lengthOf(value) - 53, bits - 1074 - exponent);
      return Number((magnitude(there - value) << 40n) >> BigInt(lastPlace)) / 2 ** 40;
    },
    /** As a double, within an ulp or two. */
    toDouble(value: bigint): number {
      const drop = Math.max(lengthOf(value) - 60, 0);
      return Number(value >> BigInt(drop)) * 2 ** (drop - bits);
    },
  };
}
