import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacketReader, createPacketWriter } from '../../wire/packet.js';
import type { DropReason } from '../events.js';
import { seatsOf } from '../seat.js';
import { getWatchHeader, pausingFlags, putWatchHeader, type WatchHeader } from './watch-packet.js';

const REASONS: readonly DropReason[] = ['timeout', 'left', 'closed', 'split', 'budget'];
const seatsFor = (count: number) =>
  seatsOf(Array.from({ length: count }, (_, i) => ({ node: i + 1, nonce: i, players: 1, delay: 0 })));

function written(count: number, header: WatchHeader): Uint8Array {
  const out = createPacketWriter();
  out.startPlain(0);
  putWatchHeader(out, seatsFor(count), header);
  return out.bytes.slice(5, out.at);
}
function read(count: number, bytes: Uint8Array): WatchHeader | undefined {
  const reader = createPacketReader(bytes);
  reader.end = bytes.length;
  return getWatchHeader(reader, seatsFor(count));
}

const frame = fc.integer({ min: -1, max: 0x7fff_fffe });
const mask = (count: number) => fc.integer({ min: 0, max: (1 << count) - 1 });
const headers = fc.integer({ min: 1, max: 4 }).chain((count) =>
  fc
    .record({
      view: fc.nat(7),
      out: mask(count),
      paused: mask(count),
      hidden: mask(count),
      awaited: mask(count),
      certain: frame,
      cuts: fc.array(frame, { minLength: count, maxLength: count }),
      reasons: fc.array(fc.constantFrom(...REASONS), { minLength: count, maxLength: count }),
      entered: fc.array(frame, { minLength: count, maxLength: count }),
      checkedFrame: frame,
      checksum: fc.integer(),
    })
    .map((header) => ({ count, header })),
);

describe('the head of a WATCH', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(headers, ({ count, header }) => {
        const back = read(count, written(count, header))!;
        const { view, out, paused, hidden, awaited, certain, checkedFrame } = header;
        expect(back).toMatchObject({ view, out, paused, hidden, awaited, certain, checkedFrame });
        expect(back.checksum).toBe(checkedFrame < 0 ? 0 : header.checksum);
        for (const { index, bit } of seatsFor(count)) {
          // Only what a seat that is out, or one that plays, has to say of itself is told.
          if (out & bit) {
            expect([back.cuts[index], back.reasons[index]]).toEqual([header.cuts[index], header.reasons[index]]);
          } else expect(back.entered[index]).toBe(header.entered[index]);
        }
      }),
    );
  });

  it('is malformed when anything is missing', () => {
    fc.assert(
      fc.property(headers, ({ count, header }) => {
        const bytes = written(count, header);
        for (let length = 0; length < bytes.length; length++) {
          expect(read(count, bytes.subarray(0, length))).toBeUndefined();
        }
      }),
      { numRuns: 30 },
    );
  });

  it('of a reason that this version does not know says timeout', () => {
    const header = {
      ...{ view: 0, out: 1, paused: 0, hidden: 0, awaited: 0, certain: 5, checkedFrame: -1, checksum: 0 },
      ...{ cuts: [3, -1], reasons: ['split', 'timeout'] as const, entered: [-1, -1] },
    };
    const bytes = written(2, header);
    expect(bytes[5]).toBe(3);
    bytes[5] = 99;
    expect(read(2, bytes)?.reasons[0]).toBe('timeout');
  });

  it('tells pauses from pages that are hidden', () => {
    expect([0, 16, 48].map(pausingFlags)).toEqual([
      { paused: false, hidden: false },
      { paused: true, hidden: false },
      { paused: true, hidden: true },
    ]);
  });
});
