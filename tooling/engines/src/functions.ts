// What every engine computes with @lite-rollback/exact: a checksum over the results of each function, for many
// arguments of every size. It must do without anything but ECMAScript.
import { checksum, createRollback } from '@lite-rollback/core';
import {
  axisAt,
  defineButtons,
  definePool,
  NO_SLOT,
  nextChance,
  nextRange,
  nextShuffle,
  packAxis,
  packButtons,
  startTimer,
  stepTimer,
} from '@lite-rollback/exact';
import * as ease from '@lite-rollback/exact/ease';
import * as fixed from '@lite-rollback/exact/fixed';
import * as math from '@lite-rollback/exact/math';
import * as vector from '@lite-rollback/exact/vector';
import { mix } from './mix.js';

export const SAMPLES = 20_000;

/** Checksums in hexadecimal, by entry and name, as 'math sin'. */
export type FunctionSums = Readonly<Record<string, string>>;

/** Which sizes doubles have here: literals, so that no engine has to compute them. */
const SIZES = [1e-310, 1e-100, 1e-9, 0.01, 1, 7, 1000, 1e6, 1e9, 1e15, 1e22, 1e300];

/** A double of either sign, of one of the sizes. */
function double(index: number, argument: number): number {
  const hash = mix(index, argument);
  return ((hash - 0x80000000) / 0x40000000) * SIZES[mix(hash, 1) % SIZES.length]!;
}
/** An int32: any, or a small one. */
function int(index: number, argument: number): number {
  const hash = mix(index, argument) | 0;
  return hash >> [0, 0, 8, 14, 20, 29][mix(hash, 2) % 6]!;
}

const results = new Float64Array(SAMPLES);
const bytes = new Uint8Array(results.buffer);

function sumOf(result: (index: number) => number): string {
  for (let i = 0; i < SAMPLES; i++) {
    const found = result(i);
    // The bits of a NaN are not fixed. Any number that no function here gives.
    results[i] = found === found ? found : 123.456;
  }
  return checksum(bytes).toString(16).padStart(8, '0');
}

type Exports = Readonly<Record<string, unknown>>;
type OfNumbers = (...args: readonly number[]) => number;

/** Every function of an entry that takes three numbers or fewer and gives one. */
function sumsOf(entry: string, exports: Exports, argument: (index: number, argument: number) => number): FunctionSums {
  const sums: Record<string, string> = {};
  for (const [name, of] of Object.entries(exports))
    // What is not a function is a constant. All functions of these entries take numbers and give one.
    if (typeof of === 'function')
      sums[`${entry} ${name}`] = sumOf((i) => (of as OfNumbers)(argument(i, 0), argument(i, 1), argument(i, 2)));
  return sums;
}

/** Functions of vectors write two cells or give a number; either way both are taken. */
function sumsOfVectors(): FunctionSums {
  const out = new Int32Array(2);
  const sums: Record<string, string> = {};
  for (const [name, of] of Object.entries(vector)) {
    // Each takes numbers behind the two that say where to write; those that write nowhere take numbers alone.
    const call = of as (...args: readonly unknown[]) => number | boolean | void;
    const writes = !['dot', 'cross', 'distance', 'angleTo'].includes(name);
    sums[`vector ${name}`] = sumOf((i) => {
      const found = call(...(writes ? [out, 0] : []), int(i, 0), int(i, 1), int(i, 2), int(i, 3), int(i, 4));
      return writes ? out[0]! * 0x100000 + (out[1]! & 0xfffff) + Number(found ?? 0) : Number(found);
    });
  }
  return sums;
}

/** The same of what keeps its state in fields: a pool that fills and empties, chance, a timer, buttons. */
function sumsOfState(): FunctionSums {
  const pool = definePool({ name: 'pool', capacity: 50, columns: { value: { type: Int32Array, length: 2 } } });
  const { fields } = createRollback({
    capacity: 1,
    fields: {
      ...pool.fields,
      random: { type: Uint32Array, length: 1 },
      timer: { type: Int32Array, length: 1 },
      cards: { type: Uint8Array, length: 52 },
    },
  });
  const view = pool.of(fields);
  const { random, timer, cards } = fields;
  const buttons = defineButtons('a', 'b', 'c');
  return {
    'index pool': sumOf((i) => {
      const slot = mix(i, 0) % (i % 1000 < 500 ? 3 : 2) ? view.spawn() : mix(i, 1) % 50;
      if (mix(i, 2) % 2) view.despawn(slot);
      view.value[slot * 2] = i;
      let sum = view.count();
      for (let at = view.first(); at !== NO_SLOT; at = view.next(at))
        sum = Math.imul(sum ^ view.handleOf(at), 31) + view.value[at * 2]!;
      return sum;
    }),
    'index nextRange': sumOf((i) => nextRange(random, 0, -5, 1 + (mix(i, 0) % 0x7fffffff))),
    'index nextChance': sumOf((i) => Number(nextChance(random, 0, i % 7, 7 + (i % 1000)))),
    'index nextShuffle': sumOf((i) => {
      if (i % 100 === 0) cards.forEach((_, at) => (cards[at] = at));
      nextShuffle(random, 0, cards);
      return checksum(cards);
    }),
    'index timers': sumOf((i) => {
      const ended = stepTimer(timer, 0);
      if (mix(i, 0) % 9 === 0) startTimer(timer, 0, mix(i, 1) % 12);
      return timer[0]! * 2 + Number(ended);
    }),
    'index buttons': sumOf((i) => {
      const word = packButtons(buttons, { a: i % 2 === 0, c: i % 3 === 0 }) | packAxis(double(i, 0), 8 + (i % 16));
      return word * 131072 + axisAt(mix(i, 1), i % 25);
    }),
  };
}

export const sumAll = (): FunctionSums => ({
  ...sumsOf('math', math, double),
  ...sumsOf('fixed', fixed, int),
  // The two that take a double.
  'fixed fixed': sumOf((i) => fixed.fixed(double(i, 0))),
  'fixed degrees': sumOf((i) => fixed.degrees(double(i, 0))),
  ...sumsOf('ease', ease, (i) => Math.imul(i, 3) - 1000),
  ...sumsOfVectors(),
  ...sumsOfState(),
});
