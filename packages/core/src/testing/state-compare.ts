import type { FieldArray, FieldSpecs } from '../state/fields.js';

/** Where two states differ: the first element of the first field that does, in the order of declaration. */
export interface StateDifference {
  readonly field: string;
  /** Of the element. */
  readonly index: number;
  readonly expected: number;
  readonly actual: number;
}

/**
 * Compares the live fields with a copy of their bytes. By bits: 0 and -0 differ, as they do in a checksum.
 *
 * @param fields the live views, which begin at byte 0 of their buffer
 * @param expected holds the copy of the live snapshot at byte `start`
 */
export function firstDifference(
  specs: FieldSpecs,
  fields: Readonly<Record<string, FieldArray>>,
  expected: ArrayBuffer,
  start: number,
): StateDifference | undefined {
  for (const [field, { type, length }] of Object.entries(specs)) {
    const actual = fields[field]!; // the views were made from the specs
    const wanted = new type(expected, start + actual.byteOffset, length);
    for (let index = 0; index < length; index++) {
      if (!Object.is(wanted[index], actual[index]))
        return { field, index, expected: wanted[index]!, actual: actual[index]! };
    }
  }
  return undefined;
}

/**
 * The first NaN in a field of floats. NaN has no fixed bytes: two machines with equal states could differ in checksum.
 */
export function firstNaN(fields: Readonly<Record<string, FieldArray>>): { field: string; index: number } | undefined {
  for (const [field, values] of Object.entries(fields)) {
    if (!(values instanceof Float32Array || values instanceof Float64Array)) continue;
    for (let index = 0; index < values.length; index++) {
      if (Number.isNaN(values[index])) return { field, index };
    }
  }
  return undefined;
}
