import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADER_BYTES, PACKET_MAX } from './limits.js';
import { createPacketReader, createPacketWriter } from './packet.js';

/** A reader of these bytes, which stand in the middle of a larger buffer. */
function reading(bytes: readonly number[]) {
  const reader = createPacketReader(Uint8Array.from([255, 255, ...bytes, 255, 255, 255, 255]));
  reader.at = 2;
  reader.end = 2 + bytes.length;
  return reader;
}

const written = (write: (out: ReturnType<typeof createPacketWriter>) => void): number[] => {
  const out = createPacketWriter();
  out.start(0);
  write(out);
  return [...out.bytes.subarray(HEADER_BYTES, out.at)];
};

describe('numbers', () => {
  it.each([
    [0, [0]],
    [1, [1]],
    [127, [127]],
    [128, [0x80, 1]],
    [300, [0xac, 2]],
    [16_383, [0xff, 0x7f]],
    [16_384, [0x80, 0x80, 1]],
    [0x7fff_ffff, [0xff, 0xff, 0xff, 0xff, 7]],
    [0x8000_0000, [0x80, 0x80, 0x80, 0x80, 8]],
    [0xffff_ffff, [0xff, 0xff, 0xff, 0xff, 15]],
  ])('%d', (value, bytes) => {
    expect(written((out) => out.put(value))).toEqual(bytes);
    const reader = reading(bytes);
    expect([reader.get(), reader.sound, reader.at]).toEqual([value, true, 2 + bytes.length]);
  });

  it.each([
    [0, [0]],
    [-1, [1]],
    [1, [2]],
    [-64, [127]],
    [64, [0x80, 1]],
    [0x7fff_ffff, [0xfe, 0xff, 0xff, 0xff, 15]],
    [-0x8000_0000, [0xff, 0xff, 0xff, 0xff, 15]],
  ])('%d, signed', (value, bytes) => {
    expect(written((out) => out.putSigned(value))).toEqual(bytes);
    expect(reading(bytes).getSigned()).toBe(value);
  });

  it('shorts are little-endian', () => {
    expect(written((out) => out.putShort(0x1234))).toEqual([0x34, 0x12]);
    expect(reading([0x34, 0x12]).getShort()).toBe(0x1234);
    expect(reading([7, 8]).getByte()).toBe(7);
  });

  it('come back as they were written, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind: fc.nat(2), value: fc.integer({ min: -0x8000_0000, max: 0xffff_ffff }) }), {
          maxLength: 60,
        }),
        (list) => {
          const bytes = written((out) => {
            for (const { kind, value } of list) {
              if (kind === 0)
                out.put(value); // as an int32 or a uint32
              else if (kind === 1) out.putSigned(value | 0);
              else out.putShort(value & 0xffff);
            }
          });
          const reader = reading(bytes);
          for (const { kind, value } of list) {
            if (kind === 0) expect(reader.get()).toBe(value >>> 0);
            else if (kind === 1) expect(reader.getSigned()).toBe(value | 0);
            else expect(reader.getShort()).toBe(value & 0xffff);
          }
          expect([reader.sound, reader.at]).toEqual([true, reader.end]);
        },
      ),
    );
  });
});

describe('a reader', () => {
  it.each(['get', 'getSigned', 'getByte', 'getShort'] as const)(
    '%s past the end gives nothing of what stands there, and says so',
    (name) => {
      const reader = reading([]);
      expect([reader[name](), reader.sound, reader.at]).toEqual([0, false, reader.end]);
    },
  );

  it('says so in the middle of a number, and of one that never ends', () => {
    for (const bytes of [[0x80], [0xff, 0xff], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0]]) {
      const reader = reading(bytes);
      reader.get();
      expect(reader.sound).toBe(false);
      expect(reader.at).toBeLessThanOrEqual(reader.end);
    }
    const short = reading([1]);
    short.getShort();
    expect(short.sound).toBe(false);
  });

  it('never leaves its packet, whatever the bytes are', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(fc.constantFrom('get', 'getSigned', 'getByte', 'getShort'), { maxLength: 40 }),
        (bytes, names) => {
          const reader = reading([...bytes]);
          for (const name of names) {
            const value = reader[name]();
            expect(Number.isInteger(value)).toBe(true);
            expect(reader.at).toBeLessThanOrEqual(reader.end);
          }
        },
      ),
    );
  });
});

describe('a writer', () => {
  it('seals: the seal depends on every bit, on the length and on the seed', () => {
    const packet = (bytes: readonly number[], seed = 5): string => {
      const out = createPacketWriter();
      out.start(3);
      for (const byte of bytes) out.bytes[out.at++] = byte;
      return [...out.finish(seed).subarray(0, 4)].join();
    };
    const base = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const seals = new Set([
      packet(base),
      packet(base, 6),
      packet(base, 5 | 0x8000_0000),
      packet([...base, 0]),
      packet([...base, 0, 0, 0]),
      packet(base.slice(0, -1)),
    ]);
    for (let bit = 0; bit < base.length * 8; bit++)
      seals.add(packet(base.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))));
    expect(seals.size).toBe(6 + 72);
  });

  it('leaves nothing of a longer packet behind in a shorter one', () => {
    const out = createPacketWriter();
    const short = (): number[] => {
      out.start(1);
      out.put(7);
      return [...out.finish(0)];
    };
    const before = short();
    out.start(1);
    for (let i = 0; i < 300; i++) out.put(255);
    expect(out.finish(0)).toHaveLength(HEADER_BYTES + 600);
    expect(short()).toEqual(before);
  });

  it('gives the same view for the same length, and packets up to the largest', () => {
    const out = createPacketWriter();
    const fill = (length: number) => {
      out.start(1);
      while (out.at < length) out.bytes[out.at++] = out.at;
      return out.finish(1);
    };
    expect(fill(40)).toBe(fill(40));
    expect(fill(PACKET_MAX)).toHaveLength(PACKET_MAX);
  });
});
