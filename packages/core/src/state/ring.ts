import { fail, integer } from '../base/errors.js';
import { CAPACITY_MAX } from '../base/frame.js';
import { layoutFields, type FieldLayout, type FieldSpecs, type FieldViews } from './fields.js';
import type { Rollback } from './rollback.js';

/** A state ring and the parts of it that a session needs and a caller must not touch. */
export interface Ring<F extends FieldSpecs> {
  readonly handle: Rollback<F>;
  /** Of one snapshot, in this buffer or another. */
  readonly views: FieldLayout<F>['views'];
  /** The whole buffer. */
  readonly words: Uint32Array;
  /** The live snapshot alone. */
  readonly live: Uint32Array;
  /**
   * Drops the n newest commits and restores live from the one then newest. A negative n takes that back, as long as
   * nothing was committed over them: a dropped slot keeps its bytes.
   */
  rewind(n: number): void;
  /** Index in `words` of the n-th most recent commit's first word. */
  wordsAt(n: number): number;
}

function allocate(bytes: number): ArrayBuffer {
  try {
    return new ArrayBuffer(bytes);
  } catch {
    throw RangeError(`no ArrayBuffer holds ${bytes} bytes`);
  }
}

export function createRing<F extends FieldSpecs>(capacity: number, specs: F): Ring<F> {
  if (integer('capacity', capacity, 1, CAPACITY_MAX) & (capacity - 1))
    fail('capacity', `a power of two in [1, ${CAPACITY_MAX}]`, capacity, RangeError);
  const { stride, views } = layoutFields(specs);
  const bytes = stride * (capacity + 1);
  const buffer = allocate(bytes);
  const span = stride >> 2;
  const words = new Uint32Array(buffer);
  const live = new Uint32Array(buffer, 0, span);
  const slots: FieldViews<F>[] = [];
  /** Counts commits; its low bits are the newest one's slot. */
  let head = 0;
  let depth = 0;
  const wordsAt = (n: number): number => (((head - n) & (capacity - 1)) + 1) * span;
  const held = (n: number): number => integer('n', n, 0, depth - 1);
  const rewind = (n: number): void => {
    head -= n;
    depth -= n;
    words.copyWithin(0, wordsAt(0), wordsAt(0) + span);
  };
  return {
    views,
    words,
    live,
    wordsAt,
    rewind,
    handle: Object.freeze({
      capacity,
      buffer,
      stride,
      fields: views(buffer, 0),
      commit() {
        head++;
        // @lesson commit.copy
        words.set(live, wordsAt(0));
        if (depth < capacity) depth++;
      },
      rollback: (n = 1) => rewind(held(n)),
      // Made when first asked for: a ring of 2^20 slots would otherwise make as many views at once.
      peek: (n = 0) => (slots[wordsAt(held(n)) / span] ??= views(buffer, wordsAt(n) * 4)),
      reset() {
        depth = 0;
      },
      depth: () => depth,
    }),
  };
}
