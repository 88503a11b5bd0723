import type { FieldArray } from '@lite-rollback/core';

/**
 * What a function of a pool gives where there is no slot: -1. An element of a typed array with such an index is none.
 */
export const NO_SLOT = -1;
/** The handle of no entity: 0. So a field of zeros refers to nobody. */
export const NO_HANDLE = 0;

/**
 * Who lives in a pool. A *slot*, 0 … capacity-1, says where an entity's columns are; it is good until the entity
 * despawns. A *handle* names an entity for as long as the game likes: keep it in a field, and ask slotOf.
 */
export interface Slots {
  readonly capacity: number;
  /**
   * Gives a new entity the lowest free slot, with zeros in all its columns. NO_SLOT when the pool is full: nothing has
   * changed then, and what is written to the columns at NO_SLOT goes nowhere, on every machine.
   */
  spawn(): number;
  /**
   * Frees a slot. Its columns stay as they are until it is used again. False where nobody lived there, NO_SLOT among
   * them: nothing has changed. @throws RangeError for a slot that the pool does not have.
   */
  despawn(slot: number): boolean;
  /** Frees every slot. */
  clear(): void;
  /** How many live. */
  count(): number;
  /** Whether somebody lives there. False for NO_SLOT. @throws RangeError for a slot that the pool does not have. */
  isAlive(slot: number): boolean;
  /** The lowest slot that somebody lives in, or NO_SLOT. */
  first(): number;
  /**
   * The next one above `slot`, or NO_SLOT: for (let s = pool.first(); s !== NO_SLOT; s = pool.next(s)). In the loop any
   * entity may despawn, and any may spawn: the new one is visited if its slot is above `slot`.
   * @throws RangeError for a slot that the pool does not have.
   */
  next(slot: number): number;
  /**
   * A number in [1, 2^30) for the entity in this slot, never given to another one. NO_HANDLE where nobody lives.
   * @throws RangeError for a slot that the pool does not have.
   */
  handleOf(slot: number): number;
  /** The slot of an entity that lives, or NO_SLOT: for one that has despawned, NO_HANDLE, and any other number. */
  slotOf(handle: number): number;
}

/** Bits of a handle: as many as every engine keeps in a small integer, which it never has to allocate. */
const HANDLE_BITS = 30;

/** The slots over one state. `alive`: a bit for each slot. `generation`: how often each was given away. */
export function createSlots(
  capacity: number,
  alive: Uint32Array,
  generation: Uint32Array,
  columns: readonly FieldArray[],
): Slots {
  const slotBits = 32 - Math.clz32(capacity - 1);
  /** A slot that was given away so often is not used again: its next handle would be an old one's. */
  const generationMax = (1 << (HANDLE_BITS - slotBits)) - 1;
  const elements = columns.map((cells) => cells.length / capacity);

  const check = (call: string, slot: number): number => {
    if (Number.isInteger(slot) && slot >= NO_SLOT && slot < capacity) return slot;
    throw new RangeError(`${call}() needs a slot: NO_SLOT, or an integer in [0, ${capacity - 1}]; got ${String(slot)}`);
  };
  const lives = (slot: number): boolean => slot !== NO_SLOT && ((alive[slot >> 5]! >>> (slot & 31)) & 1) === 1;

  /** The lowest slot from `from` on whose bit is set, once `flip` has been XORed to all bits; NO_SLOT if none is. */
  function lowest(from: number, flip: number): number {
    let word = from >> 5;
    let bits = (alive[word]! ^ flip) & (-1 << (from & 31));
    while (bits === 0) {
      word++;
      if (word >= alive.length) return NO_SLOT;
      bits = alive[word]! ^ flip;
    }
    const slot = word * 32 + 31 - Math.clz32(bits & -bits);
    return slot < capacity ? slot : NO_SLOT;
  }
  const after = (slot: number): number => (slot + 1 < capacity ? lowest(slot + 1, 0) : NO_SLOT);
  const freeAfter = (slot: number): number => (slot + 1 < capacity ? lowest(slot + 1, -1) : NO_SLOT);

  return {
    capacity,
    spawn() {
      let slot = freeAfter(NO_SLOT);
      while (slot !== NO_SLOT && generation[slot]! >= generationMax) slot = freeAfter(slot);
      if (slot === NO_SLOT) return NO_SLOT;
      generation[slot]!++;
      alive[slot >> 5]! |= 1 << (slot & 31);
      for (let i = 0; i < columns.length; i++) columns[i]!.fill(0, slot * elements[i]!, (slot + 1) * elements[i]!);
      return slot;
    },
    despawn(slot) {
      if (!lives(check('despawn', slot))) return false;
      alive[slot >> 5]! &= ~(1 << (slot & 31));
      return true;
    },
    clear() {
      alive.fill(0);
    },
    count() {
      let count = 0;
      for (let i = 0; i < alive.length; i++) for (let bits = alive[i]! | 0; bits !== 0; bits &= bits - 1) count++;
      return count;
    },
    isAlive: (slot) => lives(check('isAlive', slot)),
    first: () => after(NO_SLOT),
    next: (slot) => after(check('next', slot)),
    handleOf: (slot) => (lives(check('handleOf', slot)) ? generation[slot]! * (1 << slotBits) + slot : NO_HANDLE),
    slotOf(handle) {
      const slot = handle & ((1 << slotBits) - 1);
      const valid =
        handle > 0 && slot < capacity && lives(slot) && generation[slot]! * (1 << slotBits) + slot === handle;
      return valid ? slot : NO_SLOT;
    },
  };
}
