import type { PacketReader, PacketWriter } from '../wire/packet.js';
import { BLOCK_FRAMES } from './format.js';

// A block's inputs, column by column: a column is one word of one player. It is 0 before the block. In turn, until the
// frames are all there:
//   u8   repeats in the low 5 bits, so many frames repeat the value before; choice in the high 3
//   v    only after choice 7: the next value XOR the one before
// Choices 0 to 6 stand for the last seven different XORs of the column, newest first; 1, 2, 4 … 64 at the beginning.
// After 31 repeats, and after those that fill the block, no change follows, and the choice is 0.
// So what is not touched costs two bytes a second. To press costs a byte, and to let go another; with many buttons, a
// byte more now and then.
//
// The wire codes inputs in code of its own: a replay outlives a version of the protocol.

const EXPLICIT = 7;
const REPEATS_MAX = 31;
/** Bytes that a column can take at the most: BLOCK_FRAMES × 6, each frame another value, by a XOR of 32 bits. */
const COLUMN_BYTES_MAX = 360;

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
  /** The column's last seven different XORs, newest first, and a place for the one that comes in. */
  const recent = new Uint32Array(EXPLICIT + 1);
  const forget = (): void => {
    for (let i = 0; i < EXPLICIT; i++) recent[i] = 1 << i;
  };
  /** Moves what stands at `choice` to the front. */
  const renew = (choice: number): void => {
    const change = recent[choice]!;
    recent.copyWithin(1, 0, choice);
    recent[0] = change;
  };
  return {
    values,
    bytesMax: columns * COLUMN_BYTES_MAX,
    bytesMin: columns,
    put(out, frames) {
      for (let column = 0; column < columns; column++) {
        let value = 0;
        let repeats = 0;
        forget();
        for (let at = column; at < frames * columns; at += columns) {
          const change = values[at]! ^ value;
          if (!change) {
            repeats++;
            continue;
          }
          recent[EXPLICIT] = change;
          let choice = 0;
          while (recent[choice] !== recent[EXPLICIT]) choice++;
          for (; repeats >= REPEATS_MAX; repeats -= REPEATS_MAX) out.bytes[out.at++] = REPEATS_MAX;
          out.bytes[out.at++] = (choice << 5) | repeats;
          if (choice === EXPLICIT) out.put(recent[EXPLICIT]);
          renew(choice);
          repeats = 0;
          value ^= change;
        }
        for (; repeats > 0; repeats -= REPEATS_MAX) out.bytes[out.at++] = Math.min(repeats, REPEATS_MAX);
      }
    },
    get(reader, frames) {
      for (let column = 0; column < columns; column++) {
        let value = 0;
        forget();
        for (let frame = 0; frame < frames;) {
          const token = reader.getByte();
          const choice = token >> 5;
          const repeats = token & REPEATS_MAX;
          const last = frame + repeats;
          const changes = repeats < REPEATS_MAX && last < frames;
          if (last > frames || (choice && !changes)) reader.sound = false;
          if (!reader.sound) return;
          for (; frame < last; frame++) values[frame * columns + column] = value;
          if (!changes) continue;
          if (choice === EXPLICIT) recent[EXPLICIT] = reader.get();
          renew(choice);
          value ^= recent[0]!;
          values[frame * columns + column] = value;
          frame++;
        }
      }
    },
  };
}
