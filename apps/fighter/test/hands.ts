// Random hands that do get somewhere: they walk in, wait, guard and punch for human spans. Uniform noise never leaves
// recovery.
import fc from 'fast-check';
import { BIT_BLOCK, BIT_LEFT, BIT_PUNCH, BIT_RIGHT } from '../src/sim/layout.js';

/** One player's nibbles, as if he stood on the left: RIGHT is forward. */
export type Hands = readonly number[];

const span = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant(BIT_RIGHT), fc.integer({ min: 2, max: 30 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant(BIT_LEFT), fc.integer({ min: 1, max: 14 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant(0), fc.integer({ min: 1, max: 12 })) },
  { weight: 4, arbitrary: fc.tuple(fc.constant(BIT_PUNCH), fc.integer({ min: 1, max: 3 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant(BIT_BLOCK), fc.integer({ min: 1, max: 40 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant(BIT_BLOCK), fc.integer({ min: 1, max: 3 })) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 6 })) },
);

export const hands: fc.Arbitrary<Hands> = fc
  .array(span, { minLength: 20, maxLength: 120 })
  .map((spans) => spans.flatMap(([bits, steps]) => new Array<number>(steps).fill(bits)));

/** The same nibble seen in a mirror: left and right change places. */
export function mirrored(nibble: number): number {
  return (nibble & ~3) | ((nibble & 1) << 1) | ((nibble >> 1) & 1);
}
