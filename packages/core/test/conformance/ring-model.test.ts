// The ring against a list of copies, under random runs of operations.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRollback } from '../../src/index.js';

type Operation =
  | { readonly kind: 'write'; readonly at: number; readonly value: number }
  | { readonly kind: 'commit' }
  | { readonly kind: 'rollback'; readonly n: number }
  | { readonly kind: 'reset' };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), at: fc.nat(4), value: fc.integer() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('commit' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rollback' as const), n: fc.integer({ min: -1, max: 18 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const) }) },
);

describe('a ring under random operations', () => {
  it('equals a list of copies, the newest `capacity` of them', () => {
    const reached = { commits: 0, rollbacks: 0, refusals: 0, full: 0 };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4 }),
        fc.array(operation, { minLength: 1, maxLength: 120, size: 'max' }),
        (log2, operations) => {
          const capacity = 2 ** log2;
          const ring = createRollback({
            capacity,
            fields: { tag: { type: Uint8Array, length: 1 }, x: { type: Int32Array, length: 5 } },
          });
          const live = [0, 0, 0, 0, 0];
          let commits: number[][] = [];
          for (const op of operations) {
            if (op.kind === 'write') {
              live[op.at] = op.value;
              ring.fields.x[op.at] = op.value;
            } else if (op.kind === 'commit') {
              commits = [[...live], ...commits].slice(0, capacity);
              ring.commit();
              reached.commits++;
            } else if (op.kind === 'rollback') {
              const target = commits[op.n];
              if (target === undefined) {
                expect(() => ring.rollback(op.n)).toThrow(RangeError);
                reached.refusals++;
              } else {
                ring.rollback(op.n);
                commits = commits.slice(op.n);
                live.splice(0, live.length, ...target);
                reached.rollbacks++;
              }
            } else {
              ring.reset();
              commits = [];
            }
            if (commits.length === capacity) reached.full++;
            expect(ring.depth()).toBe(commits.length);
            expect([...ring.fields.x]).toEqual(live);
            expect(commits.map((_, n) => [...ring.peek(n).x])).toEqual(commits);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(reached.commits).toBeGreaterThan(1000);
    expect(reached.rollbacks).toBeGreaterThan(200);
    expect(reached.refusals).toBeGreaterThan(100);
    expect(reached.full).toBeGreaterThan(100);
  });
});
