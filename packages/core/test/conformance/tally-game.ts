// A game for checks: it folds every bit of every input of every frame, in order, into its state for good. Two runs
// stand in equal states if and only if they were given the same inputs for the same frames.
import type { FieldViews } from '../../src/index.js';

/** Four element sizes, declared smallest first and with odd lengths, so that a wrong alignment shows. */
export const TALLY_FIELDS = {
  byte: { type: Uint8Array, length: 3 },
  short: { type: Int16Array, length: 3 },
  hash: { type: Uint32Array, length: 5 },
  wide: { type: Float64Array, length: 2 },
} as const;

export type TallyFields = FieldViews<typeof TALLY_FIELDS>;

/** 3 + 3·2 + 5·4 + 2·8 bytes, rounded up to a multiple of 8. */
export const TALLY_STRIDE = 48;

export function tally(fields: TallyFields, inputs: Uint32Array, frame: number): void {
  const { byte, short, hash, wide } = fields;
  let h = hash[0] ?? 0;
  for (let i = 0; i < inputs.length; i++) {
    h = Math.imul(h ^ (inputs[i] ?? 0), 0x9e3779b1) + i + 1;
    h ^= h >>> 15;
  }
  h = Math.imul(h ^ frame, 0x85ebca6b);
  h ^= h >>> 13;
  hash[0] = h;
  hash[1] = frame;
  hash[2] = (hash[2] ?? 0) + (inputs[0] ?? 0);
  hash[3] = inputs[inputs.length - 1] ?? 0;
  hash[4] = (hash[4] ?? 0) + 1;
  wide[0] = (wide[0] ?? 0) * 0.5 + (h >>> 8);
  wide[1] = (wide[1] ?? 0) + inputs.length;
  short[((frame % 3) + 3) % 3] = h;
  byte[h & 1] = (byte[h & 1] ?? 0) + 1;
}

/** A state of the game outside every ring. */
export function plainTally(): TallyFields {
  return { byte: new Uint8Array(3), short: new Int16Array(3), hash: new Uint32Array(5), wide: new Float64Array(2) };
}

/** Every element of every field, in one array: a copy. */
export function readTally(fields: TallyFields): number[] {
  return [...fields.byte, ...fields.short, ...fields.hash, ...fields.wide];
}

export function writeTally(fields: TallyFields, values: readonly number[]): void {
  let at = 0;
  for (const array of [fields.byte, fields.short, fields.hash, fields.wide]) {
    for (let i = 0; i < array.length; i++) array[i] = values[at++] ?? 0;
  }
}
