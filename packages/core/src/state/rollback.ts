import { needsObject } from '../base/errors.js';
import type { FieldSpecs, FieldViews } from './fields.js';
import { createRing } from './ring.js';

/** A ring of whole-state snapshots in one buffer. A frozen handle. */
export interface Rollback<F extends FieldSpecs> {
  readonly capacity: number;
  /** The live state: mutate it. */
  readonly fields: FieldViews<F>;
  /**
   * The one buffer: the live snapshot, then `capacity` slots, `stride` bytes each. Fields stand in it by descending
   * element size.
   */
  readonly buffer: ArrayBuffer;
  /** Bytes of one snapshot, a multiple of 8. */
  readonly stride: number;
  /**
   * Snapshots live into the next slot: one contiguous memory copy, whatever the number of fields. Allocates nothing.
   */
  commit(): void;
  /**
   * Restores live to peek(n) and drops the n newer commits; n defaults to 1. @throws RangeError unless 0 ≤ n < depth();
   * TypeError for a non-integer.
   */
  rollback(n?: number): void;
  /**
   * The n-th most recent commit (default 0), the same object every time for the same slot. It aliases the ring:
   * read-only. @throws as rollback.
   */
  peek(n?: number): FieldViews<F>;
  /** Forgets all commits. Does not zero the buffer. */
  reset(): void;
  /** Commits held, 0 … capacity. */
  depth(): number;
}

/**
 * @throws RangeError for a capacity that is not a power of two in [1, 2^20], a length < 1, or a total that no
 * ArrayBuffer holds (the message gives the bytes asked for); TypeError for a non-integer, a missing or non-typed-array
 * `type`, or no fields.
 */
export function createRollback<const F extends FieldSpecs>(options: { capacity: number; fields: F }): Rollback<F> {
  needsObject('createRollback', 'options: { capacity, fields }', options);
  return createRing(options.capacity, options.fields).handle;
}
