import type { PacketReader, PacketWriter } from '../wire/packet.js';
import { BLOCK_FRAMES } from './format.js';

// A block's inputs, column by column: a column is one word of one player. It is 0 before the block. In turn, until the frames are all there:
//   u8   choice × 61 + repeats: so many frames repeat the value before
//   v    only after choice 3: the next value XOR the one before
// Choices 0 to 2 stand for the last three different XORs of the column, newest first; 1, 2 and 4 at the beginning. If the repeats fill the
// block, the choice is 0 and nothing follows.
// So what is let go costs a byte a second; to press and to let go again costs a byte each, as soon as a button was pressed before.
//
// The wire codes inputs in code of its own: a replay outlives a version of the protocol.

const EXPLICIT = 3;
/** As many frames as a block has may repeat. Four times this fits a byte. */
const REPEATS = BLOCK_FRAMES + 1;
/** Bytes that a column can take at the most: each frame another value, by a XOR of 32 bits. */
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
  /** The column's last three different XORs, newest first, and a place for one that falls out. */
  const recent = new Uint32Array(4);
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
          out.bytes[out.at++] = choice * REPEATS + repeats;
          if (choice === EXPLICIT) out.put(recent[EXPLICIT]);
          renew(choice);
          repeats = 0;
          value ^= change;
        }
        if (repeats) out.bytes[out.at++] = repeats;
      }
    },
    get(reader, frames) {
      for (let column = 0; column < columns; column++) {
        let value = 0;
        forget();
        for (let frame = 0; frame < frames; frame++) {
          const token = reader.getByte();
          const choice = Math.floor(token / REPEATS);
          const last = frame + (token % REPEATS);
          if (choice > EXPLICIT || last > frames || (last === frames && choice)) reader.sound = false;
          if (!reader.sound) return;
          for (; frame < last; frame++) values[frame * columns + column] = value;
          if (frame === frames) break;
          if (choice === EXPLICIT) recent[EXPLICIT] = reader.get();
          renew(choice);
          value ^= recent[0]!;
          values[frame * columns + column] = value;
        }
      }
    },
  };
}
