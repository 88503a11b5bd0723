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
  // Four columns, six frames. A choice is worth 61.
  const columns = [
    { values: [0, 0, 0, 0, 0, 0], bytes: [6] },
    { values: [7, 7, 200, 0, 7, 7], bytes: [183, 7, 183 + 1, 207, 1, 183, 200, 1, 122, 1] }, // 7 XOR 200 = 207 = 79 + 128; 200 = 72 + 128
    { values: [2, 0, 2, 3, 3, 1], bytes: [61, 0, 0, 61, 61 + 1] },
    { values: [0, 0, 4, 6, 7, 3], bytes: [122 + 2, 122, 122, 122] },
  ];
  const values = [0, 1, 2, 3, 4, 5].flatMap((frame) => columns.map((column) => column.values[frame]!));
  const bytes = columns.flatMap((column) => column.bytes);
  it('is written as its table says', () => expect(write(4, 6, values)).toEqual(bytes));
  it('is read as its table says', () => expect(read(4, 6, bytes)).toEqual({ sound: true, at: 20, values }));

  it('takes no more bytes than it says, and no fewer', () => {
    const wildest = Array.from({ length: 120 }, (_, i) => (i % 4 < 2 ? 0xf000_0000 : 0) + i * i * 977);
    expect(write(2, 60, wildest)).toHaveLength(createBlock(2).bytesMax);
    expect(write(2, 60, new Array<number>(120).fill(0))).toHaveLength(createBlock(2).bytesMin);
  });

  it('comes back as it was', () => {
    const held = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(0, 1, 3, 7, 0x8000_0000) }, fc.integer({ min: 0, max: 0xffff_ffff }));
    const shape = fc.record({ columns: fc.integer({ min: 1, max: 5 }), frames: fc.integer({ min: 1, max: 60 }) });
    const blocks = shape.chain(({ columns, frames }) => {
      const length = columns * frames;
      return fc.record({ columns: fc.constant(columns), frames: fc.constant(frames), values: fc.array(held, { minLength: length, maxLength: length }) });
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
      fc.property(fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constantFrom(61, 62, 122, 183), fc.integer({ min: 0, max: 255 })), { maxLength: 40 }), (bytes) => {
        const result = read(2, 6, bytes);
        expect(result.at).toBeLessThanOrEqual(bytes.length);
        if (!result.sound) return;
        sound++;
        expect(result.values).not.toContain(0xdead);
      }),
      { numRuns: 5000 },
    );
    expect(sound).toBeGreaterThan(20);
  });

  it.each([
    ['repeats past its end', [5]],
    ['repeats past its end after a change', [1, 3]],
    ['a change after its end', [61 + 4, 0]],
    ['a choice that is none', [4 * 61, 3]],
    ['a number past 32 bits', [183, 255, 255, 255, 255, 255, 1]],
    ['nothing', []],
  ])('refuses %s', (_, bytes) => expect(read(1, 4, bytes).sound).toBe(false));
});
