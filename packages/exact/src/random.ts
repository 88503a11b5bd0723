// Chance from a generator in the state: core's nextPRNG, made into ranges without a bias. Every function takes the
// Uint32Array field that holds the generator, and the index of its cell.
import { nextPRNG, type FieldArray } from '@lite-rollback/core';

/** nextPRNG gives each uint32 but 0 once in its period, so there are 2^32 − 1 values. */
const VALUES = 0xffffffff;

/**
 * A random integer in [0, count), each as likely as the others. Values that would make the first ones likelier are
 * drawn again: never more than half of them.
 */
function nextBelow(state: Uint32Array, index: number, count: number): number {
  const usable = VALUES - (VALUES % count);
  let value: number;
  do value = nextPRNG(state, index) - 1;
  while (value >= usable);
  return value % count;
}

/**
 * A random integer in [min, max), each as likely as the others: nextRange(random, 0, 1, 7) is a die.
 * @throws RangeError unless min < max ≤ min + 2^32 − 1, or for an index outside the array; TypeError for a bound that
 * is no integer, or another array type.
 */
export function nextRange(state: Uint32Array, index: number, min: number, max: number): number {
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max))
    throw new TypeError(`nextRange() needs two integers, min and max, got ${String(min)} and ${String(max)}`);
  if (!(max > min && max - min <= VALUES))
    throw new RangeError(
      `nextRange() needs min < max ≤ min + ${VALUES}: max itself is left out; got ${min} and ${max}`,
    );
  return min + nextBelow(state, index, max - min);
}

/**
 * True in `chances` of `outOf` cases: nextChance(random, 0, 1, 4) is true a quarter of the time.
 * @throws RangeError unless 0 ≤ chances ≤ outOf and 1 ≤ outOf ≤ 2^32 − 1, or for an index outside the array; TypeError
 * for a number that is no integer, or another array type.
 */
export function nextChance(state: Uint32Array, index: number, chances: number, outOf: number): boolean {
  if (!Number.isInteger(chances) || !Number.isInteger(outOf))
    throw new TypeError(`nextChance() needs two integers, got ${String(chances)} of ${String(outOf)}`);
  if (!(chances >= 0 && chances <= outOf && outOf >= 1 && outOf <= VALUES))
    throw new RangeError(
      `nextChance() needs 0 ≤ chances ≤ outOf, and outOf in [1, ${VALUES}]; got ${chances} of ${outOf}`,
    );
  return nextBelow(state, index, outOf) < chances;
}

/**
 * Puts the first `count` cells into a random order, each order as likely as the others as far as the generator has that
 * many. In place.
 * @throws RangeError unless count is in [0, cells.length], or for an index outside the state; TypeError for a count
 * that is no integer, or another array type of the state.
 */
export function nextShuffle(state: Uint32Array, index: number, cells: FieldArray, count: number = cells.length): void {
  if (!Number.isInteger(count))
    throw new TypeError(`nextShuffle() needs a whole number of cells, got ${String(count)}`);
  if (count < 0 || count > cells.length)
    throw new RangeError(`nextShuffle() needs a count in [0, ${cells.length}], the cells that there are; got ${count}`);
  for (let left = count; left > 1; left--) {
    const other = nextBelow(state, index, left);
    const kept = cells[left - 1]!;
    cells[left - 1] = cells[other]!;
    cells[other] = kept;
  }
}
