import type { FieldArray, FieldSpec, FieldSpecs, FieldViews } from '@lite-rollback/core';
import { createSlots, type Slots } from './slots.js';

/** What a pool is made of. */
export interface PoolOptions<N extends string, C extends FieldSpecs> {
  /** Stands before the name of each field, as in 'shots.x'. Unique within a game. */
  readonly name: N;
  /** How many entities live at once at the most: 1 … 65,536. */
  readonly capacity: number;
  /** What each entity has: a typed array by name, and how many of its elements belong to one entity. */
  readonly columns: C;
}

/** The array type of a field spec. */
type ArrayOf<S> = S extends FieldSpec<infer T> ? T : never;

/** The fields of a game that hold a pool: the columns, which slots are alive, and how often each was used. */
export type PoolFields<N extends string, C extends FieldSpecs> = {
  readonly [K in keyof C & string as `${N}.${K}`]: FieldSpec<ArrayOf<C[K]>>;
} & { readonly [K in `${N}.alive` | `${N}.generation`]: FieldSpec<Uint32Array> };

/** A pool in one state: its columns by name, and who lives in it. Frozen; the memory is that of the state's fields. */
export type PoolView<C extends FieldSpecs> = FieldViews<C> & Slots;

/** A fixed number of entities, whose every bit stands in the fields of a game. Frozen. */
export interface Pool<N extends string, C extends FieldSpecs> {
  readonly name: N;
  readonly capacity: number;
  /** To be spread into the game's `fields`. All zeros is an empty pool, so `init` has nothing to do for it. */
  readonly fields: PoolFields<N, C>;
  /**
   * The pool in these fields: the live ones, or those of an older frame to read from. The same object every time for
   * the same fields, so it is cheap to call in every frame, and allocates in the first alone.
   * @throws TypeError where the game's fields do not hold this pool's.
   */
  of(fields: FieldViews<PoolFields<N, C>>): PoolView<C>;
}

const CAPACITY_MAX = 65_536;
/** Columns that cannot be: they would hide a member of the view, or a field of the pool's own. */
const RESERVED: readonly string[] = [
  'alive',
  'generation',
  'capacity',
  'spawn',
  'despawn',
  'clear',
  'count',
  'isAlive',
  'first',
  'next',
  'handleOf',
  'slotOf',
] satisfies (keyof Slots | 'alive' | 'generation')[];

/**
 * Defines a pool. Column `x` of the pool `shots` is the field 'shots.x': `length` elements for each entity, those of
 * the entity in slot s from s × length on.
 * @throws TypeError for a name that is no string or empty, no columns, a reserved name of a column, or a column without
 * typed array and length; RangeError for a capacity or a length out of range.
 */
export function definePool<const N extends string, const C extends FieldSpecs>({
  name,
  capacity,
  columns,
}: PoolOptions<N, C>): Pool<N, C> {
  if (typeof name !== 'string' || name === '')
    throw new TypeError(`definePool() needs a name, a string of at least one character; got ${String(name)}`);
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > CAPACITY_MAX)
    throw new RangeError(`the capacity of pool '${name}' must be an integer in [1, ${CAPACITY_MAX}], got ${capacity}`);
  const names = Object.keys(columns);
  if (names.length === 0)
    throw new TypeError(`pool '${name}' has no columns: give it one, as { x: { type: Int32Array, length: 1 } }`);
  const fields: Record<string, FieldSpec> = {
    [`${name}.alive`]: { type: Uint32Array, length: Math.ceil(capacity / 32) },
    [`${name}.generation`]: { type: Uint32Array, length: capacity },
  };
  for (const column of names) {
    const { type, length } = checkColumn(name, column, columns[column]);
    fields[`${name}.${column}`] = Object.freeze({ type, length: length * capacity });
  }
  const views = new WeakMap<object, PoolView<C>>();

  function makeView(state: Readonly<Record<string, FieldArray | undefined>>): PoolView<C> {
    const field = (column: string): FieldArray => {
      const cells = state[`${name}.${column}`];
      if (cells === undefined)
        throw new TypeError(
          `these fields have no '${name}.${column}': spread the pool's into the game's, as fields: { ...${name}.fields }`,
        );
      return cells;
    };
    const cells = names.map(field);
    const slots = createSlots(
      capacity,
      // What `fields` above says of these two.
      field('alive') as Uint32Array,
      field('generation') as Uint32Array,
      cells,
    );
    // By name again, as FieldViews<C> has them: `fields` gave each its column's type.
    return Object.freeze({
      ...Object.fromEntries(names.map((column, i) => [column, cells[i]])),
      ...slots,
    }) as PoolView<C>;
  }

  return Object.freeze({
    name,
    capacity,
    // A record of all names forgets which field has which type; PoolFields maps them from the columns.
    fields: Object.freeze(fields) as PoolFields<N, C>,
    of(state: FieldViews<PoolFields<N, C>>): PoolView<C> {
      let view = views.get(state);
      // The mapped type is a record of arrays, which the compiler does not see while N and C are open.
      if (view === undefined) views.set(state, (view = makeView(state as Readonly<Record<string, FieldArray>>)));
      return view;
    },
  });
}

function checkColumn(name: string, column: string, spec: FieldSpec | undefined): FieldSpec {
  if (RESERVED.includes(column))
    throw new TypeError(`pool '${name}' cannot have a column '${column}': every pool has a member of that name`);
  const { type, length } = spec ?? {};
  if (typeof type !== 'function' || type.BYTES_PER_ELEMENT === undefined)
    throw new TypeError(`column '${column}' of pool '${name}' needs a typed array as its type, got ${String(type)}`);
  if (length === undefined || !Number.isInteger(length))
    throw new TypeError(
      `column '${column}' of pool '${name}' needs a length, the elements of one entity; got ${String(length)}`,
    );
  if (length < 1)
    throw new RangeError(`column '${column}' of pool '${name}' must have at least 1 element an entity, got ${length}`);
  return { type, length };
}
