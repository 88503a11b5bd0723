import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyRow, getRows, putRows, rowBytesMax, type InputSource } from './input-rows.js';
import { PACKET_MAX } from './limits.js';
import { createPacketReader, createPacketWriter } from './packet.js';

/** Inputs as a table: frames[frame][player × words + word]. */
function source(frames: readonly (readonly number[])[], words: number): InputSource {
  const columns = frames[0]?.length ?? 0;
  return {
    words: Uint32Array.from(frames.flat()),
    realAt: (player, frame) => (frame < 0 || frame >= frames.length ? -1 : frame * columns + player * words),
  };
}

interface Ask {
  readonly words?: number;
  readonly first?: number;
  readonly players?: number;
  readonly start?: number;
  readonly end?: number;
  readonly limit?: number;
}

function put(
  frames: readonly (readonly number[])[],
  { words = 1, first = 0, players = 1, start = 0, end = frames.length, limit = PACKET_MAX }: Ask = {},
) {
  const out = createPacketWriter();
  out.at = 0;
  const count = putRows(out, source(frames, words), words, first, players, start, end, limit);
  return { count, bytes: [...out.bytes.subarray(0, out.at)] };
}

function get(bytes: readonly number[], before: readonly number[], start: number, count: number) {
  const reader = createPacketReader(Uint8Array.from(bytes));
  reader.end = bytes.length;
  const row = Uint32Array.from(before);
  const rows: [number, ...number[]][] = [];
  getRows(reader, row, row.length, start, count, start, (frame) => rows.push([frame, ...row]));
  return { rows, sound: reader.sound, at: reader.at };
}

describe('rows on the wire', () => {
  // Repeats, row XOR the one before, repeats, …
  it.each([
    ['a held button', [[4], [4], [4]], { start: 1 }, [2]],
    ['one press', [[0], [0], [8]], { start: 1 }, [1, 8, 0]],
    ['a press and a release', [[0], [8], [0], [0]], { start: 1 }, [0, 8, 0, 8, 1]],
    ['from the very first frame on', [[3], [3]], {}, [0, 3, 1]],
    ['a wide word', [[1], [0xffff_ffff]], { start: 1 }, [0, 0xfe, 0xff, 0xff, 0xff, 15, 0]],
    [
      'two words, one of which changes',
      [
        [1, 2],
        [1, 7],
      ],
      { words: 2, start: 1 },
      [0, 0, 5, 0],
    ],
    [
      'two players out of three',
      [
        [9, 1, 2],
        [8, 1, 3],
      ],
      { first: 1, players: 2, start: 1 },
      [0, 0, 1, 0],
    ],
    ['nothing', [[1], [2]], { start: 2 }, [0]],
  ])('%s', (_, frames, ask: Ask, bytes) => {
    const { start = 0, words = 1, first = 0, players = 1 } = ask;
    expect(put(frames, ask)).toEqual({ count: frames.length - start, bytes });
    const columns = (frame: readonly number[]): number[] => frame.slice(first * words, (first + players) * words);
    const before = start > 0 ? columns(frames[start - 1]!) : new Array<number>(words * players).fill(0);
    const { rows, sound, at } = get(bytes, before, start, frames.length - start);
    expect(rows).toEqual(frames.slice(start).map((frame, i) => [start + i, ...columns(frame)]));
    expect([sound, at]).toEqual([true, bytes.length]);
  });

  it('come back as they were, and never take more than rowBytesMax each', () => {
    const value = fc.oneof(fc.constant(0), fc.nat(63), fc.integer({ min: 0, max: 0xffff_ffff }));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 }).chain((words) =>
          fc.tuple(
            fc.constant(words),
            fc.array(fc.array(value, { minLength: words * 2, maxLength: words * 2 }), {
              minLength: 1,
              maxLength: 80,
            }),
          ),
        ),
        fc.nat(79),
        fc.integer({ min: 20, max: PACKET_MAX }),
        ([words, frames], start, limit) => {
          const from = Math.min(start, frames.length - 1);
          const { count, bytes } = put(frames, {
            words,
            players: 2,
            start: from,
            limit: Math.max(limit, rowBytesMax(words * 2)),
          });
          expect(bytes.length).toBeLessThanOrEqual(Math.max(limit, rowBytesMax(words * 2)));
          // One row always fits into what rowBytesMax says, so there is no standing still.
          expect(count).toBeGreaterThan(0);
          expect(count).toBeLessThanOrEqual(frames.length - from);
          const { rows, sound, at } = get(
            bytes,
            from ? frames[from - 1]! : new Array<number>(words * 2).fill(0),
            from,
            count,
          );
          expect(rows.map(([, ...row]) => row)).toEqual(frames.slice(from, from + count));
          expect([sound, at]).toEqual([true, bytes.length]);
        },
      ),
    );
  });

  it('stop at the limit with whole rows', () => {
    const frames = Array.from({ length: 400 }, (_, i) => [(i * 0x0101_0101) >>> 0]);
    const { count, bytes } = put(frames, { limit: 300 });
    expect(bytes.length).toBeLessThanOrEqual(300);
    expect(bytes.length).toBeGreaterThan(290);
    expect(get(bytes, [0], 0, count).rows).toHaveLength(count);
  });
});

describe('rows that a peer made up', () => {
  it.each([
    ['more repeats than frames', [5], 4],
    ['repeats past 2^31', [0xff, 0xff, 0xff, 0xff, 15], 4],
    ['no repeats after the last row', [0, 1, 0, 1], 2],
    ['a row cut short', [0, 0x80], 3],
    ['nothing at all', [], 1],
  ])('%s: unsound, and no more rows than were announced', (_, bytes, count) => {
    const { rows, sound } = get(bytes, [7], 10, count);
    expect(sound).toBe(false);
    expect(rows.length).toBeLessThanOrEqual(count);
    for (const [frame] of rows) expect(frame).toBeLessThan(10 + count);
  });

  it('anything: it ends, within the frames announced', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.nat(255),
        fc.integer({ min: 1, max: 4 }),
        (bytes, count, words) => {
          const { rows, at } = get([...bytes], new Array<number>(words).fill(1), 100, count);
          expect(rows.length).toBeLessThanOrEqual(count);
          expect(at).toBeLessThanOrEqual(bytes.length);
          rows.forEach(([frame], i) => expect(frame).toBe(100 + i));
        },
      ),
    );
  });
});

describe('copyRow', () => {
  it('gives the row of a frame, and zeros for what is not known', () => {
    const inputs = source(
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      1,
    );
    const row = new Uint32Array(2);
    copyRow(inputs, 1, 1, 2, 1, row);
    expect([...row]).toEqual([5, 6]);
    for (const frame of [-1, 2]) {
      copyRow(inputs, 1, 0, 2, frame, row.fill(9));
      expect([...row]).toEqual([0, 0]);
    }
  });
});
