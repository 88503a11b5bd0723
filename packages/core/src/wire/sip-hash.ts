// HalfSipHash-2-4 (Aumasson and Bernstein, https://github.com/veorq/SipHash): a keyed hash in 32-bit arithmetic.
// Whoever does not know the 64-bit key can neither make a tag nor tell two keys apart by their tags.

/** A 64-bit secret as two int32s. */
export interface Key {
  readonly low: number;
  readonly high: number;
}

/** The tag that was made last: its first word, and the second one of a 64-bit tag. */
const tag = /* @__PURE__ */ new Int32Array(2);
/** Rounds for each word, and after the last one. */
const ROUNDS = 2;
const FINAL_ROUNDS = 4;
/** What the state is changed by before the rounds that make a word of the tag. */
const NARROW = 0xff;
const WIDE = 0xee;
const SECOND = 0xdd;

/**
 * Makes the tag of `byteLength` bytes that begin at words[start]. The bytes of the last word that are not part of the
 * message must be zero. A `wraps` above 0 is a word of its own before them. `isWide`: 64 bits instead of 32.
 *
 * One loop goes through the words and then through the words of the tag, with the state in variables: what a function
 * of its own for the rounds returned would be an object, and what it kept in outer variables is boxed by some engines.
 */
function makeTag(
  key: Key,
  isWide: boolean,
  words: Uint32Array,
  start: number,
  byteLength: number,
  wraps: number,
): void {
  const whole = byteLength >> 2;
  const tail = byteLength & 3 ? words[start + whole]! : 0;
  const tags = isWide ? 2 : 1;
  let v0 = key.low;
  let v1 = isWide ? key.high ^ WIDE : key.high;
  let v2 = 0x6c796765 ^ key.low;
  let v3 = 0x74656462 ^ key.high;
  for (let i = wraps > 0 ? -1 : 0; i <= whole + tags; i++) {
    const isFinal = i > whole;
    let word = 0;
    if (i < 0) word = wraps;
    else if (i < whole) word = words[start + i]! | 0;
    else if (i === whole) word = (byteLength << 24) | tail;
    else if (i === whole + 1) v2 ^= isWide ? WIDE : NARROW;
    else v1 ^= SECOND;
    v3 ^= word;
    for (let round = isFinal ? FINAL_ROUNDS : ROUNDS; round > 0; round--) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
    if (isFinal) tag[i - whole - 1] = v1 ^ v3;
  }
}

/** The 32-bit tag of a message, as an int32. The parameters are those of makeTag(). */
export function sipHash(key: Key, words: Uint32Array, start: number, byteLength: number, wraps = 0): number {
  makeTag(key, false, words, start, byteLength, wraps);
  return tag[0]!;
}

/** A 64-bit key derived from another one and the 32-bit `parts`. Whoever has the result does not learn `key`. */
export function deriveKey(key: Key, ...parts: readonly number[]): Key {
  makeTag(key, true, Uint32Array.from(parts), 0, parts.length * 4, 0);
  return { low: tag[0]!, high: tag[1]! };
}
