import type { PacketReader, PacketWriter } from '../wire/packet.js';
import { BLOCK_FRAMES } from './format.js';

// A block's inputs, column by column: a column is one word of one player. It is 0 before the block. In turn:
//   v   how many frames repeat the value before
//   v   the next value XOR the one before
// until the block's frames are all there. So what is let go, or held, costs one to three bytes a second, and a change costs two.
//
// The wire codes inputs alike, in code of its own: a replay outlives the protocol's version.

/** Bytes that a column can take at the most: each frame another value. */
const COLUMN_BYTES_MAX = BLOCK_FRAMES * 6;

/** The inputs of up to 60 frames, in memory of its own. Frames count from the block's first. */
export interface Block {
  /** values[frame * columns + column], column being player * inputWords + word. */
  readonly values: Uint32Array;
  /** Bytes that put can write at the most, and that a block takes at the least. */
  readonly bytesMax: number;
  readonly bytesMin: number;
  /** Writes the first `frames` frames, 1 … 60. */
  put(out: PacketWriter, frames: number): void;
  /** Reads as many. Trusts nothing: check the reader's `sound` afterwards. */
  get(reader: PacketReader, frames: number): void;
}

/** `columns`: numPlayers × inputWords. */
export function createBlock(columns: number): Block {
  const values = new Uint32Array(BLOCK_FRAMES * columns);
  return {
    values,
    bytesMax: columns * COLUMN_BYTES_MAX,
    bytesMin: columns,
    put(out, frames) {
      for (let column = 0; column < columns; column++) {
        let value = 0;
        let repeats = 0;
        for (let at = column; at < frames * columns; at += columns) {
          const change = values[at]! ^ value;
          if (!change) {
            repeats++;
            continue;
          }
          out.put(repeats);
          out.put(change >>> 0);
          repeats = 0;
          value ^= change;
        }
        if (repeats) out.put(repeats);
      }
    },
    get(reader, frames) {
      for (let column = 0; column < columns; column++) {
        let value = 0;
        for (let frame = 0; frame < frames; ) {
          const repeats = reader.get();
          if (repeats > frames - frame) reader.sound = false;
          if (!reader.sound) return;
          for (const last = frame + repeats; frame < last; frame++) values[frame * columns + column] = value;
          if (frame === frames) break;
          value ^= reader.get();
          values[frame * columns + column] = value;
          frame++;
        }
      }
    },
  };
}
