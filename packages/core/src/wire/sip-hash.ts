// HalfSipHash-2-4 (Aumasson and Bernstein, https://github.com/veorq/SipHash): a keyed hash in 32-bit arithmetic.
// Whoever does not know the 64-bit key can neither make a tag nor tell two keys apart by their tags.
//
// The four state words stand in module memory, because a function that returned them would allocate.

let v0 = 0;
let v1 = 0;
let v2 = 0;
let v3 = 0;

function rounds(count: number): void {
  for (let i = 0; i < count; i++) {
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
}

function absorb(word: number): void {
  v3 ^= word;
  rounds(2);
  v0 ^= word;
}

/** A 64-bit secret as two int32s. */
export interface Key {
  readonly low: number;
  readonly high: number;
}

function begin(key: Key): void {
  v0 = key.low;
  v1 = key.high;
  v2 = 0x6c796765 ^ key.low;
  v3 = 0x74656462 ^ key.high;
}

/**
 * The 32-bit tag of `byteLength` bytes that begin at words[start], as an int32. The bytes of the last word that are not
 * part of the message must be zero. A `wraps` above 0 is a word of its own before them.
 */
export function sipHash(key: Key, words: Uint32Array, start: number, byteLength: number, wraps = 0): number {
  begin(key);
  if (wraps > 0) absorb(wraps);
  const whole = byteLength >> 2;
  for (let i = 0; i < whole; i++) absorb(words[start + i]! | 0);
  const tail = byteLength & 3 ? words[start + whole]! : 0;
  absorb((byteLength << 24) | tail);
  v2 ^= 0xff;
  rounds(4);
  return v1 ^ v3;
}

/** A 64-bit key derived from another one and the 32-bit `parts`. Whoever has the result does not learn `key`. */
export function deriveKey(key: Key, ...parts: readonly number[]): Key {
  begin(key);
  v1 ^= 0xee;
  for (const part of parts) absorb(part | 0);
  absorb(parts.length << 26);
  v2 ^= 0xee;
  rounds(4);
  const low = v1 ^ v3;
  v1 ^= 0xdd;
  rounds(4);
  return { low, high: v1 ^ v3 };
}
