import { isArrayBuffer } from './bytes.js';
import { fail, integer } from './errors.js';

/**
 * The checksum of words[start … start+count), count being even, as of `byteLength` bytes: what is above that is zero
 * padding. Words go through four lanes in turn, because one lane would wait for its own multiplication; of an odd
 * number of pairs, the first goes through the last two lanes, so that all end alike. Returns an int32: a uint32 above
 * 2^31 would be boxed.
 *
 * What is mixed is folded down before it is multiplied by xxHash32's first prime (Collet): a product carries
 * differences upwards only, and without the fold a flip of bit 31 in two words of a lane would cancel out.
 */
export function checksumWords(
  words: Uint32Array,
  start: number,
  count: number,
  seed: number,
  byteLength = count * 4,
): number {
  // Written out each time: for a call of a closure that it has not inlined, an engine may make the closure anew; a
  // function outside is a fifth slower. The prime is a literal because bundlers make module constants into variables,
  // which engines then read again for each word.
  let a = integer('seed', seed, -Infinity, Infinity);
  let b = (a = Math.imul(a ^ byteLength ^ (a >>> 15), 0x9e3779b1));
  let c = a;
  let d = a;
  const end = start + count;
  let odd = count & 2;
  while (start < end) {
    if (!odd) {
      a = Math.imul(a ^ words[start++]! ^ (a >>> 15), 0x9e3779b1);
      b = Math.imul(b ^ words[start++]! ^ (b >>> 15), 0x9e3779b1);
    }
    odd = 0;
    c = Math.imul(c ^ words[start++]! ^ (c >>> 15), 0x9e3779b1);
    d = Math.imul(d ^ words[start++]! ^ (d >>> 15), 0x9e3779b1);
  }
  a = Math.imul(a ^ b ^ (a >>> 15), 0x9e3779b1);
  a = Math.imul(a ^ c ^ (a >>> 15), 0x9e3779b1);
  a = Math.imul(a ^ d ^ (a >>> 15), 0x9e3779b1);
  return Math.imul(a ^ byteLength ^ (a >>> 15), 0x9e3779b1);
}

/**
 * A non-cryptographic checksum of the bytes, a uint32, with the length mixed in. The same bytes give the same value at
 * any alignment, on any engine. `seed` is an integer taken as uint32, default 0. NaN has no fixed bytes: keep it out of
 * state (runSyncTest reports it).
 * @throws TypeError for data that is neither an ArrayBuffer nor a view, or a non-integer seed.
 */
export function checksum(data: ArrayBuffer | ArrayBufferView, seed = 0): number {
  const view = ArrayBuffer.isView(data);
  if (!view && !isArrayBuffer(data)) fail('data', 'an ArrayBuffer or a view of one', data);
  const buffer = view ? data.buffer : data;
  const offset = view ? data.byteOffset : 0;
  const length = data.byteLength;
  const count = Math.ceil(length / 8) * 2;
  if (!(offset & 3) && !(length & 7))
    return checksumWords(new Uint32Array(buffer, offset, count), 0, count, seed) >>> 0;
  // Unaligned or ragged: copied once into words of its own.
  const words = new Uint32Array(count);
  new Uint8Array(words.buffer).set(new Uint8Array(buffer, offset, length));
  return checksumWords(words, 0, count, seed, length) >>> 0;
}
