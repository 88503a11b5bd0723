import { fail, integer } from '../base/errors.js';

/**
 * What a field can be: every array of numbers. The BigInt arrays are none, as no input word could hold their elements.
 */
export type FieldArray =
  | Float32Array
  | Float64Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

/** The constructor of one, `Int32Array` itself. */
export interface FieldArrayConstructor<T extends FieldArray = FieldArray> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

/** `length` counts elements, an integer ≥ 1. */
export interface FieldSpec<T extends FieldArray = FieldArray> {
  readonly type: FieldArrayConstructor<T>;
  readonly length: number;
}

/** A state: its fields by name, in an order that counts for the layout digest. */
export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

/** Concrete per field: `fields.pos` is a Float32Array, not a union. */
export type FieldViews<F extends FieldSpecs> = { readonly [K in keyof F]: F[K] extends FieldSpec<infer T> ? T : never };

/** How the fields stand inside one snapshot. */
export interface FieldLayout<F extends FieldSpecs> {
  /** Bytes of one snapshot, a multiple of 8. */
  readonly stride: number;
  /** Views of the snapshot that begins at byte `start` of `buffer`. Frozen; the memory belongs to the buffer. */
  views(buffer: ArrayBuffer, start: number): FieldViews<F>;
}

/** A field as it stands in each snapshot. */
interface Place {
  readonly name: string;
  readonly type: FieldArrayConstructor;
  readonly length: number;
  /** Of the first byte, in the snapshot. */
  offset: number;
}

const EXAMPLE = '{ type: Int32Array, length: 2 }';

/** Copied: views are made for as long as a ring lives, and the caller may change its objects. */
function checkedFields(specs: FieldSpecs): Place[] {
  const places: Place[] = [];
  for (const name in specs) {
    const spec = specs[name];
    const { type, length } = spec ?? {};
    // A first element that is 0 tells the number arrays from the BigInt arrays, whose elements no input word could
    // hold. The cast: FieldArrayConstructor names the one signature that a caller's type must have, and all typed
    // arrays have this one, too.
    if (!(type?.BYTES_PER_ELEMENT && new (type as Uint32ArrayConstructor)(1)[0] === 0))
      return fail(`fields.${name}`, `like ${EXAMPLE}`, type ?? spec);
    places.push({ name, type, length: integer(`fields.${name}.length`, length, 1, Infinity), offset: 0 });
  }
  if (!places.length) throw TypeError(`fields is empty: declare at least one field, e.g. { x: ${EXAMPLE} }`);
  return places;
}

/**
 * Lays the fields out by descending element size, so that each is aligned and only the tail needs padding. Views list
 * them in the order of declaration.
 * @throws TypeError for no fields, a missing or non-typed-array type, a non-integer length; RangeError for a length <
 * 1.
 */
export function layoutFields<F extends FieldSpecs>(specs: F): FieldLayout<F> {
  const places = checkedFields(specs);
  let stride = 0;
  for (let size = 8; size; size >>= 1) {
    for (const place of places) {
      if (place.type.BYTES_PER_ELEMENT !== size) continue;
      place.offset = stride;
      stride += place.length * size;
    }
  }
  return {
    stride: stride + (-stride & 7),
    views(buffer, start) {
      const views: Record<string, FieldArray> = {};
      for (const { name, type, offset, length } of places) views[name] = new type(buffer, start + offset, length);
      // The record forgets which name has which type; the specs are what FieldViews maps from.
      return Object.freeze(views) as FieldViews<F>;
    },
  };
}
