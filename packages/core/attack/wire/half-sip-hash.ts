// HalfSipHash-2-4 after the paper and the reference code of Aumasson and Bernstein, written for the hostile client alone.

export interface Key {
  readonly low: number;
  readonly high: number;
}

type State = [number, number, number, number];

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function round(v: State): void {
  v[0] = (v[0] + v[1]) | 0;
  v[1] = rotate(v[1], 5) ^ v[0];
  v[0] = rotate(v[0], 16);
  v[2] = (v[2] + v[3]) | 0;
  v[3] = rotate(v[3], 8) ^ v[2];
  v[0] = (v[0] + v[3]) | 0;
  v[3] = rotate(v[3], 7) ^ v[0];
  v[2] = (v[2] + v[1]) | 0;
  v[1] = rotate(v[1], 13) ^ v[2];
  v[2] = rotate(v[2], 16);
}

function rounds(v: State, count: number): void {
  for (let i = 0; i < count; i++) round(v);
}

function absorb(v: State, word: number): void {
  v[3] ^= word;
  rounds(v, 2);
  v[0] ^= word;
}

const begin = ({ low, high }: Key): State => [low, high, 0x6c796765 ^ low, 0x74656462 ^ high];

/** The 32-bit tag of a message, an int32. */
export function sipTag(key: Key, message: Uint8Array): number {
  const v = begin(key);
  const at = (i: number): number => message[i] ?? 0;
  const whole = message.length & ~3;
  for (let i = 0; i < whole; i += 4) absorb(v, at(i) | (at(i + 1) << 8) | (at(i + 2) << 16) | (at(i + 3) << 24));
  absorb(v, at(whole) | (at(whole + 1) << 8) | (at(whole + 2) << 16) | (message.length << 24));
  v[2] ^= 0xff;
  rounds(v, 4);
  return v[1] ^ v[3];
}

/** `derive` of docs/wire-format.md. */
export function derive(key: Key, ...parts: readonly number[]): Key {
  const v = begin(key);
  v[1] ^= 0xee;
  for (const part of parts) absorb(v, part | 0);
  absorb(v, parts.length << 26);
  v[2] ^= 0xee;
  rounds(v, 4);
  const low = v[1] ^ v[3];
  v[1] ^= 0xdd;
  rounds(v, 4);
  return { low, high: v[1] ^ v[3] };
}

export const xorKeys = (a: Key, b: Key): Key => ({ low: a.low ^ b.low, high: a.high ^ b.high });
