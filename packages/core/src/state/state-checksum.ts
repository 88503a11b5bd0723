import { checksumWords } from '../base/checksum.js';
import { fail } from '../base/errors.js';
import type { FieldArray } from './fields.js';

/** The words under each views object asked for, so that a checksum a frame allocates nothing. */
const wordsOf = /* @__PURE__ */ new WeakMap<object, Uint32Array>();

/** A snapshot starts where its first field starts, and ends at the next multiple of 8 after its last. */
function snapshotWords(fields: Readonly<Record<string, FieldArray>>): Uint32Array {
  const views = Object.values(fields);
  const start = Math.min(...views.map((view) => view.byteOffset));
  const end = Math.max(...views.map((view) => view.byteOffset + view.byteLength));
  // Strides are multiples of 8 and snapshots start at multiples of them, so rounding the end up stays inside the
  // snapshot.
  return new Uint32Array(views[0]!.buffer, start, Math.ceil((end - start) / 8) * 2);
}

/**
 * The checksum of the live snapshot's `stride` bytes, padding included: equals checksum(new Uint8Array(buffer, 0,
 * stride), seed), and checksumAt(frame()-1) right after step(). @throws TypeError for another source or a non-integer
 * seed.
 */
export function stateChecksum(source: { readonly fields: Readonly<Record<string, FieldArray>> }, seed = 0): number {
  const fields = source?.fields;
  let words = wordsOf.get(fields);
  if (!words) {
    if (!ArrayBuffer.isView(Object.values(fields ?? {})[0])) fail('source', 'a Rollback or a Session', source);
    words = snapshotWords(fields);
    wordsOf.set(fields, words);
  }
  return checksumWords(words, 0, words.length, seed) >>> 0;
}
