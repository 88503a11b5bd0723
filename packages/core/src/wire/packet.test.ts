import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PACKET_MAX, PLAIN_HEADER, SEALED_HEADER } from './limits.js';
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
  out.startPlain(0);
  write(out);
  return [...out.bytes.subarray(PLAIN_HEADER, out.at)];
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
  });

  it('bytes keep their low 8 bits, and runs of them are copied', () => {
    expect(written((out) => out.putByte(0x1ff))).toEqual([0xff]);
    expect(reading([7, 8]).getByte()).toBe(7);
    expect(written((out) => out.putBytes(Uint8Array.of(3, 2, 1)))).toEqual([3, 2, 1]);
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
  });

  it('refuses a number of six bytes, and one whose fifth byte is above 15', () => {
    for (const bytes of [
      [0x80, 0x80, 0x80, 0x80, 0x80, 1],
      [0xff, 0xff, 0xff, 0xff, 0x8f, 0],
      [0xff, 0xff, 0xff, 0xff, 16],
      [0xff, 0xff, 0xff, 0xff, 0xff],
    ]) {
      const reader = reading(bytes);
      expect([reader.get(), reader.sound]).toEqual([0, false]);
    }
  });

  it('is read when everything was there and nothing is left', () => {
    const reader = reading([1, 2]);
    reader.get();
    expect(reader.isRead()).toBe(false);
    reader.get();
    expect(reader.isRead()).toBe(true);
    reader.get();
    expect(reader.isRead()).toBe(false);
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

const KEY = { low: 0x0302_0100, high: 0x0706_0504 };

describe('a writer', () => {
  it('begins a sealed packet with type, flags and a sequence number of 24 bits', () => {
    const out = createPacketWriter();
    out.startSealed(0x84, 0x0012_3456);
    out.put(7);
    expect([...out.finishSealed(KEY, 0).subarray(4)]).toEqual([0x84, 0x56, 0x34, 0x12, 7]);
    out.startPlain(1);
    out.put(7);
    expect([...out.finishPlain().subarray(4)]).toEqual([1, 7]);
  });

  it('seals: the tag depends on every bit, the length, the key, and how often the numbers have wrapped', () => {
    const packet = (bytes: readonly number[], key = KEY, wraps = 0): string => {
      const out = createPacketWriter();
      out.startSealed(3, 0);
      out.putBytes(Uint8Array.from(bytes));
      return [...out.finishSealed(key, wraps).subarray(0, 4)].join();
    };
    const base = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const seals = new Set([
      packet(base),
      packet(base, { ...KEY, low: KEY.low ^ 1 }),
      packet(base, { ...KEY, high: KEY.high ^ 0x8000_0000 }),
      packet(base, KEY, 1),
      packet(base, KEY, 2),
      packet([...base, 0]),
      packet([...base, 0, 0, 0]),
      packet(base.slice(0, -1)),
    ]);
    for (let bit = 0; bit < base.length * 8; bit++)
      seals.add(packet(base.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))));
    expect(seals.size).toBe(8 + 72);
  });

  it('checks plain packets: the checksum depends on every bit and on the length', () => {
    const packet = (bytes: readonly number[]): string => {
      const out = createPacketWriter();
      out.startPlain(1);
      out.putBytes(Uint8Array.from(bytes));
      return [...out.finishPlain().subarray(0, 4)].join();
    };
    const base = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const seals = new Set([packet(base), packet([...base, 0]), packet([...base, 0, 0, 0]), packet(base.slice(0, -1))]);
    for (let bit = 0; bit < base.length * 8; bit++)
      seals.add(packet(base.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))));
    expect(seals.size).toBe(4 + 72);
  });

  it('leaves nothing of a longer packet behind in a shorter one', () => {
    const out = createPacketWriter();
    const short = (): number[][] => {
      out.startPlain(1);
      out.put(7);
      const plain = [...out.finishPlain()];
      out.startSealed(3, 5);
      out.put(7);
      return [plain, [...out.finishSealed(KEY, 0)]];
    };
    const before = short();
    out.startSealed(3, 5);
    for (let i = 0; i < 300; i++) out.put(255);
    expect(out.finishSealed(KEY, 0)).toHaveLength(SEALED_HEADER + 600);
    expect(short()).toEqual(before);
  });

  it('gives the same view for the same length, and packets up to the largest', () => {
    const out = createPacketWriter();
    const fill = (length: number) => {
      out.startSealed(3, 0);
      while (out.at < length) out.putByte(out.at);
      return out.finishSealed(KEY, 0);
    };
    expect(fill(40)).toBe(fill(40));
    expect(fill(PACKET_MAX)).toHaveLength(PACKET_MAX);
  });
});
