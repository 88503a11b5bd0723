// The checksum of core, written again for the hostile client.

const PRIME = 0x9e3779b1;

const mix = (lane: number, value: number): number => Math.imul(lane ^ value ^ (lane >>> 15), PRIME);

/** Of bytes, zero-padded to whole pairs of words. An int32. `length`: the length mixed in. */
export function checksumOf(bytes: Uint8Array, seed: number, length = bytes.length): number {
  const pairs = Math.ceil(bytes.length / 8);
  const words = new Uint32Array(pairs * 2);
  new Uint8Array(words.buffer).set(bytes);
  let a = mix(seed | 0, length);
  let [b, c, d] = [a, a, a];
  for (let at = 0; at < words.length;) {
    // Of an odd number of pairs the first goes through the last two lanes.
    if (at > 0 || pairs % 2 === 0) {
      a = mix(a, words[at++]!);
      b = mix(b, words[at++]!);
    }
    c = mix(c, words[at++]!);
    d = mix(d, words[at++]!);
  }
  for (const lane of [b, c, d]) a = mix(a, lane);
  return mix(a, length);
}

/** Of uint32 words. An int32. */
export const checksumOfWords = (words: readonly number[], seed: number): number =>
  checksumOf(new Uint8Array(Uint32Array.from(words).buffer), seed);
