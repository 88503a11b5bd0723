import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { checksum, checksumWords } from './checksum.js';

/**
 * The checksum as its definition reads: words in pairs, four lanes that change places, products of arbitrary size cut
 * to 32 bits.
 */
function byDefinition(words: readonly number[], byteLength: number, seed: number): number {
  const mix = (lane: number, word: number) =>
    Number((BigInt((lane ^ (lane >>> 15) ^ word) >>> 0) * 0x9e37_79b1n) & 0xffff_ffffn);
  const begin = mix(seed, byteLength);
  let lanes = [begin, begin, begin, begin];
  for (let i = 0; i < words.length; i += 2) {
    const [a, b, c, d] = lanes as [number, number, number, number];
    lanes = [c, d, mix(a, words[i]!), mix(b, words[i + 1]!)];
  }
  return mix(lanes.reduce(mix), byteLength);
}

const pattern = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.imul(i + 1, 0x85eb_ca6b) >>> 0);

describe('checksumWords', () => {
  it('is what its definition says, for every number of pairs, from any word on', () => {
    for (let count = 0; count <= 26; count += 2) {
      const words = pattern(count);
      for (const seed of [0, 1, -1, 0xdead_beef]) {
        const expected = byDefinition(words, count * 4, seed);
        for (const start of [0, 1, 5]) {
          const around = Uint32Array.from([...pattern(start), ...words, 7, 7, 7, 7]);
          expect(checksumWords(around, start, count, seed) >>> 0).toBe(expected);
        }
        expect(checksum(Uint32Array.from(words), seed)).toBe(expected);
      }
    }
  });

  it('never agrees after two flipped bits, and has its weak spot of three where docs/decisions/0006 says', () => {
    const words = Uint32Array.from(pattern(14));
    const original = checksum(words);
    const flip = (bit: number) => (words[bit >> 5]! ^= 1 << (bit & 31));
    let pairs = 0;
    for (let a = 0; a < 14 * 32; a++) {
      flip(a);
      for (let b = a + 1; b < 14 * 32; b++) {
        flip(b);
        if (checksum(words) === original) expect.fail(`bits ${a} and ${b}`);
        flip(b);
        pairs++;
      }
      flip(a);
    }
    expect(pairs).toBe((448 * 447) / 2);
    for (const bit of [31, 4 * 32 + 31, 4 * 32 + 16]) flip(bit);
    expect(checksum(words)).toBe(original);
  });

  it('refuses a seed that is no integer', () => {
    for (const seed of [0.5, NaN, '1', null]) {
      // @ts-expect-error on purpose
      expect(() => checksum(new Uint8Array(8), seed)).toThrow(TypeError);
    }
  });

  it('takes a buffer and a view that were made in another frame', () => {
    const [buffer, view] = runInNewContext('const view = new Uint8Array([1, 2, 3]); [view.buffer, view]');
    const expected = checksum(Uint8Array.of(1, 2, 3));
    expect([checksum(buffer), checksum(view)]).toEqual([expected, expected]);
  });
});
