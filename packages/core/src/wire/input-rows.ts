import type { PacketReader, PacketWriter } from './packet.js';

// Rows are the words of some neighbouring players for one frame. On the wire: how many frames repeat the row before,
// then the next row, each word XOR the one before, then again how many repeat that, and so on. The row before the first
// is one that the reader holds already, as it has acknowledged it. So a held button costs one byte however long it is
// held, and a change a byte or two.

/** Where inputs are read from: `realAt` gives the index in `words` of a player's words for a frame. */
export interface InputSource {
  readonly words: Uint32Array;
  realAt(player: number, frame: number): number;
}

/** Bytes that one row can take at the most: five a word, and the numbers of repeats around it. */
export const rowBytesMax = (words: number): number => words * 5 + 4;

/** Word `i` of the row of the players from `first` on: 0 if it is not known. */
function wordOf(inputs: InputSource, words: number, first: number, frame: number, i: number): number {
  const at = inputs.realAt(first + Math.floor(i / words), frame);
  return at < 0 ? 0 : inputs.words[at + (i % words)]!;
}

/** Copies the row of a frame to `row`. */
export function copyRow(
  inputs: InputSource,
  words: number,
  first: number,
  players: number,
  frame: number,
  row: Uint32Array,
): void {
  for (let i = 0; i < words * players; i++) row[i] = wordOf(inputs, words, first, frame, i);
}

/**
 * Writes rows of frames start, start+1, … of `players` players from `first` on, until `end` (exclusive) or until the
 * packet is full at `limit` bytes. Returns how many frames it wrote.
 */
export function putRows(
  out: PacketWriter,
  inputs: InputSource,
  words: number,
  first: number,
  players: number,
  start: number,
  end: number,
  limit: number,
): number {
  const columns = words * players;
  let repeats = 0;
  let frame = start;
  for (; frame < end; frame++) {
    let changed = 0;
    for (let i = 0; i < columns; i++)
      changed |= wordOf(inputs, words, first, frame, i) ^ wordOf(inputs, words, first, frame - 1, i);
    if (!changed) repeats++;
    else {
      if (out.at > limit - rowBytesMax(columns)) break;
      out.put(repeats);
      repeats = 0;
      for (let i = 0; i < columns; i++)
        out.put(wordOf(inputs, words, first, frame, i) ^ wordOf(inputs, words, first, frame - 1, i));
    }
  }
  out.put(repeats);
  return frame - start;
}

/**
 * Reads `count` rows that follow the one in `row`, and calls `take(frame)` with each of them there. Stops at what it
 * cannot read.
 */
export function getRows(
  reader: PacketReader,
  row: Uint32Array,
  words: number,
  start: number,
  count: number,
  take: (frame: number) => void,
): void {
  const end = start + count;
  let frame = start;
  for (;;) {
    const last = frame + reader.get();
    if (!reader.sound || last > end) {
      reader.sound = false;
      return;
    }
    while (frame < last) take(frame++);
    if (frame === end) return;
    for (let word = 0; word < words; word++) row[word]! ^= reader.get();
    if (!reader.sound) return;
    take(frame++);
  }
}
