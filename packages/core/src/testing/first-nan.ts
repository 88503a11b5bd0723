import { isTypedArray } from '../base/typed-array.js';
import type { FieldArray } from '../state/fields.js';

/**
 * The first NaN in a field of floats. NaN has no fixed bytes: two machines with equal states could differ in checksum.
 */
export function firstNaN(fields: Readonly<Record<string, FieldArray>>): { field: string; index: number } | undefined {
  for (const [field, values] of Object.entries(fields)) {
    if (!isTypedArray(values, 'Float32Array') && !isTypedArray(values, 'Float64Array')) continue;
    for (let index = 0; index < values.length; index++) {
      if (Number.isNaN(values[index])) return { field, index };
    }
  }
  return undefined;
}
