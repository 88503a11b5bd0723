import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacketReader, createPacketWriter } from '../wire/packet.js';
import { createBlock } from './block.js';

/** What get makes of these bytes: how it ended, how far it read, the frames. */
function read(columns: number, frames: number, bytes: readonly number[]) {
  const reader = createPacketReader(Uint8Array.from(bytes));
  reader.end = bytes.length;
  const block = createBlock(columns);
  block.values.fill(0xdead);
  block.get(reader, frames);
  return { sound: reader.sound, at: reader.at, values: [...block.values.subarray(0, frames * columns)] };
}

function write(columns: number, frames: number, values: readonly number[]): number[] {
  const block = createBlock(columns);
  block.values.set(values);
  const out = createPacketWriter(block.bytesMax);
  out.at = 0;
  block.put(out, frames);
  return [...out.bytes.subarray(0, out.at)];
}

describe('a block', () => {
  // Four columns, six frames. A choice is worth 32.
  const columns = [
    { values: [0, 0, 0, 0, 0, 0], bytes: [6] },
    { values: [7, 7, 200, 0, 7, 7], bytes: [224, 7, 224 + 1, 207, 1, 224, 200, 1, 64, 1] }, // 7 XOR 200 = 207 = 79 + 128; 200 = 72 + 128
    { values: [2, 0, 2, 3, 3, 1], bytes: [32, 0, 0, 32, 32 + 1] },
    { values: [0, 0, 4, 6, 7, 3], bytes: [64 + 2, 64, 64, 64] },
  ];
  const values = [0, 1, 2, 3, 4, 5].flatMap((frame) => columns.map((column) => column.values[frame]!));
  const bytes = columns.flatMap((column) => column.bytes);
  it('is written as its table says', () => expect(write(4, 6, values)).toEqual(bytes));
  it('is read as its table says', () => expect(read(4, 6, bytes)).toEqual({ sound: true, at: 20, values }));

  it.each([
    ['60 frames of nothing', [60], [31, 29]],
    ['31 frames of nothing', [31], [31]],
    ['a change after 31', [31, 29], [31, 192, 28]],
    ['a change after 40', [40, 20], [31, 192 + 9, 19]],
    ['a change in the last frame', [59, 1], [31, 192 + 28]],
  ])('%s', (_, [before, after = 0], expected) => {
    const column = [...new Array<number>(before!).fill(0), ...new Array<number>(after).fill(64)];
    expect(write(1, column.length, column)).toEqual(expected);
    expect(read(1, column.length, expected)).toEqual({ sound: true, at: expected.length, values: column });
  });

  it('takes no more bytes than it says, and no fewer', () => {
    const wildest = Array.from({ length: 120 }, (_, i) => (i % 4 < 2 ? 0xf000_0000 : 0) + i * i * 977);
    expect(write(2, 60, wildest)).toHaveLength(createBlock(2).bytesMax);
    expect(write(2, 31, new Array<number>(62).fill(0))).toHaveLength(createBlock(2).bytesMin);
  });

  it('comes back as it was', () => {
    const held = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(0, 1, 3, 7, 12, 0x8000_0000) },
      fc.integer({ min: 0, max: 0xffff_ffff }),
    );
    const shape = fc.record({ columns: fc.integer({ min: 1, max: 5 }), frames: fc.integer({ min: 1, max: 60 }) });
    const blocks = shape.chain(({ columns, frames }) => {
      const length = columns * frames;
      return fc.record({
        columns: fc.constant(columns),
        frames: fc.constant(frames),
        values: fc.array(held, { minLength: length, maxLength: length }),
      });
    });
    fc.assert(
      fc.property(blocks, ({ columns, frames, values }) => {
        const bytes = write(columns, frames, values);
        expect(read(columns, frames, bytes)).toEqual({ sound: true, at: bytes.length, values });
        // Cut anywhere it is unsound.
        expect(read(columns, frames, bytes.slice(0, -1)).sound).toBe(false);
      }),
    );
  });

  it('of any bytes is a block or unsound, read within its bytes', () => {
    let sound = 0;
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constantFrom(32, 33, 64, 224), fc.integer({ min: 0, max: 255 })),
          { maxLength: 40 },
        ),
        (bytes) => {
          const result = read(2, 6, bytes);
          expect(result.at).toBeLessThanOrEqual(bytes.length);
          if (!result.sound) return;
          sound++;
          expect(result.values).not.toContain(0xdead);
        },
      ),
      { numRuns: 5000 },
    );
    expect(sound).toBeGreaterThan(20);
  });

  it.each([
    ['repeats past its end', [5]],
    ['repeats past its end after a change', [1, 3]],
    ['a change after its end', [32 + 4, 0]],
    ['a number past 32 bits', [224, 255, 255, 255, 255, 255, 1]],
    ['nothing', []],
  ])('refuses %s', (_, bytes) => expect(read(1, 4, bytes).sound).toBe(false));

  it('refuses a change after 31 repeats', () => {
    expect(read(1, 60, [31, 29]).sound).toBe(true);
    expect(read(1, 60, [31 + 32, 29]).sound).toBe(false);
  });
});
