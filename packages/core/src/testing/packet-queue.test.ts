import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERFECT } from './link-profile.js';
import { Link } from './link.js';
import { PacketQueue } from './packet-queue.js';

const link = new Link(0, PERFECT);

function push(queue: PacketQueue, due: number, payload: Uint8Array, from = 'a', to = 'b'): void {
  queue.push(new Float64Array([NaN, due]), 1, payload, link, from, to);
}
function take(
  queue: PacketQueue,
  limit: number,
): { due: number; bytes: number[]; from: string; to: string } | undefined {
  const due = new Float64Array(2);
  const packet = queue.takeDue(new Float64Array([limit]), due);
  if (packet < 0) return undefined;
  const target = new Uint8Array(queue.length(packet));
  queue.read(packet, target);
  return { due: due[0]!, bytes: [...target], from: queue.from(packet), to: queue.to(packet) };
}

describe('PacketQueue', () => {
  it('gives nothing before its time, and at its time', () => {
    const queue = new PacketQueue();
    expect(take(queue, Infinity)).toBeUndefined();
    push(queue, 10, new Uint8Array([1, 2]), 'x', 'y');
    expect(take(queue, 9.999)).toBeUndefined();
    expect(take(queue, 10)).toEqual({ due: 10, bytes: [1, 2], from: 'x', to: 'y' });
    expect(take(queue, Infinity)).toBeUndefined();
  });

  it('copies the payload on push', () => {
    const queue = new PacketQueue();
    const payload = new Uint8Array([1, 2, 3]);
    push(queue, 0, payload);
    payload.fill(9);
    expect(take(queue, 0)?.bytes).toEqual([1, 2, 3]);
  });

  it('grows for large payloads and for many packets, and keeps empty ones empty', () => {
    const queue = new PacketQueue();
    const large = Uint8Array.from({ length: 5000 }, (_, i) => i & 0xff);
    for (let i = 0; i < 300; i++) push(queue, i, i % 3 === 0 ? large : new Uint8Array(i % 3));
    for (let i = 0; i < 300; i++)
      expect(take(queue, i)?.bytes).toEqual(i % 3 === 0 ? [...large] : Array(i % 3).fill(0));
  });

  it('behaves as a list sorted by due time, then by order of sending', () => {
    const step = fc.oneof(
      fc.record({ push: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ take: fc.integer({ min: 0, max: 9 }) }),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
        const queue = new PacketQueue();
        const model: { due: number; serial: number }[] = [];
        steps.forEach((s, serial) => {
          if ('push' in s) {
            push(queue, s.push, new Uint8Array([serial & 0xff]));
            model.push({ due: s.push, serial });
            model.sort((a, b) => a.due - b.due || a.serial - b.serial);
            return;
          }
          const expected = model[0] !== undefined && model[0].due <= s.take ? model.shift() : undefined;
          const got = take(queue, s.take);
          expect(got && [got.due, got.bytes]).toEqual(expected && [expected.due, [expected.serial & 0xff]]);
          if (got) taken++;
        });
      }),
      { numRuns: 300 },
    );
    expect(taken).toBeGreaterThan(1000);
  });
});
