import { describe, expect, it } from 'vitest';
import { deriveKey, sipHash, type Key } from './sip-hash.js';

/** The reference key: bytes 0 … 7. */
const KEY: Key = { low: 0x03020100, high: 0x07060504 };

/** The tag of bytes 0, 1, … as the reference prints it. */
function tagOf(length: number): string {
  const bytes = new Uint8Array(Math.ceil((length + 4) / 4) * 4);
  for (let i = 0; i < length; i++) bytes[i] = i;
  const tag = sipHash(KEY, new Uint32Array(bytes.buffer), 0, length);
  return [0, 8, 16, 24].map((shift) => ((tag >>> shift) & 255).toString(16).padStart(2, '0')).join('');
}

/** Whole words of bytes 0, 1, …, and their digests: of vectors_hsip64 in the reference implementation. */
const VECTORS_64: readonly [readonly number[], string][] = [
  [[], '218d1f59b9b83cc8'],
  [[0x03020100], 'd5e78a175be52ea1'],
];

describe('HalfSipHash-2-4', () => {
  // The first vectors of vectors_hsip32 in the reference implementation.
  it.each([
    [0, 'a9359f5b'],
    [1, '27475ab8'],
    [2, 'fa62a603'],
    [3, '8afee704'],
    [4, '2a6e4689'],
  ])('of %i bytes is %s', (length, tag) => expect(tagOf(length)).toBe(tag));

  it('changes with every bit of the key and of the message', () => {
    const words = Uint32Array.of(1, 2, 3);
    const tags = new Set([sipHash(KEY, words, 0, 12)]);
    for (let bit = 0; bit < 32; bit++) {
      tags.add(sipHash({ low: KEY.low ^ (1 << bit), high: KEY.high }, words, 0, 12));
      tags.add(sipHash({ low: KEY.low, high: KEY.high ^ (1 << bit) }, words, 0, 12));
      for (let at = 0; at < 3; at++) {
        const changed = words.slice();
        changed[at]! ^= 1 << bit;
        tags.add(sipHash(KEY, changed, 0, 12));
      }
    }
    expect(tags.size).toBe(1 + 32 * 5);
  });
});

describe('a derived key', () => {
  it.each(VECTORS_64)('of %j is the 64-bit output of the reference: %s', (parts, bytes) => {
    const { low, high } = deriveKey(KEY, ...parts);
    const words = [low, high].flatMap((word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 255));
    expect(words.map((byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(bytes);
  });

  it('depends on each part and on their number', () => {
    const keys = [deriveKey(KEY, 1), deriveKey(KEY, 1, 0), deriveKey(KEY, 0, 1), deriveKey(KEY, 2)];
    expect(new Set(keys.map(({ low, high }) => `${low} ${high}`)).size).toBe(4);
  });
});
