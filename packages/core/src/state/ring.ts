import { fail, integer } from '../base/errors.js';
import { CAPACITY_MAX } from '../base/frame.js';
import { layoutFields, type FieldLayout, type FieldSpecs, type FieldViews } from './fields.js';
import type { Rollback } from './rollback.js';

/** A state ring and the parts of it that a session needs and a caller must not touch. */
export interface Ring<F extends FieldSpecs> {
  readonly handle: Rollback<F>;
  readonly layout: FieldLayout<F>;
  /** The whole buffer. */
  readonly words: Uint32Array;
  /** The live snapshot alone. */
  readonly live: Uint32Array;
  /**
   * Drops the n newest commits and restores live from the one then newest. A negative n takes that back, as long as nothing was committed over
   * them: a dropped slot keeps its bytes.
   */
  drop(n: number): void;
  /** Index in `words` of the n-th most recent commit's first word. */
  wordsAt(n: number): number;
}

export function createRing<F extends FieldSpecs>(capacity: number, specs: F): Ring<F> {
  integer('capacity', capacity, 1, CAPACITY_MAX);
  if (capacity & (capacity - 1)) fail('capacity', 'a power of two in [1, 1048576]', capacity, RangeError);
  const layout = layoutFields(specs);
  const { stride, views } = layout;
  const bytes = stride * (capacity + 1);
  let buffer: ArrayBuffer;
  try {
    buffer = new ArrayBuffer(bytes);
  } catch {
    return fail('buffer', 'smaller', bytes + ' bytes', RangeError);
  }
  const span = stride >> 2;
  const words = new Uint32Array(buffer);
  const live = words.subarray(0, span);
  const slots: FieldViews<F>[] = [];
  let head = -1;
  let depth = 0;
  const slotAt = (n: number): number => (head - n) & (capacity - 1);
  const wordsAt = (n: number): number => (slotAt(n) + 1) * span;
  const held = (n: number): number => integer('n', n, 0, depth - 1);
  const drop = (n: number): void => {
    head = slotAt(n);
    depth -= n;
    words.copyWithin(0, wordsAt(0), wordsAt(0) + span);
  };
  return {
    layout,
    words,
    live,
    wordsAt,
    drop,
    handle: Object.freeze({
      capacity,
      buffer,
      stride,
      fields: views(buffer, 0),
      commit() {
        head = slotAt(-1);
        words.set(live, wordsAt(0));
        if (depth < capacity) depth++;
      },
      rollback: (n = 1) => drop(held(n)),
      // Made when first asked for: a ring of 2^20 slots would otherwise make as many views at once.
      peek: (n = 0) => (slots[slotAt(held(n))] ??= views(buffer, wordsAt(n) * 4)),
      reset() {
        head = -1;
        depth = 0;
      },
      depth: () => depth,
    }),
  };
}
