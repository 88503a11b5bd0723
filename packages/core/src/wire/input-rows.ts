import type { PacketReader, PacketWriter } from './packet.js';

// Rows are the words of some neighbouring players for one frame. On the wire: how many frames repeat the row before, then the next row, each
// word XOR the one before, then again how many repeat that, and so on. The row before the first is one that the reader holds already, as it has
// acknowledged it. So a held button costs one byte however long it is held, and a change a byte or two.

/** Where inputs are read from: `realAt` gives the index in `words` of a player's words for a frame. */
export interface InputSource {
  readonly words: Uint32Array;
  realAt(player: number, frame: number): number;
}

/** Bytes that one row can take at the most: five a word, and the numbers of repeats around it. */
export const rowBytesMax = (words: number): number => words * 5 + 4;

/** Copies a player's `words` words of a frame to out[at …]: zeros if they are not known, and then it returns false. */
export function copyInput(inputs: InputSource, words: number, player: number, frame: number, out: Uint32Array, at = 0): boolean {
  const from = inputs.realAt(player, frame);
  for (let word = 0; word < words; word++) out[at + word] = from < 0 ? 0 : inputs.words[from + word]!;
  return from >= 0;
}

/** What changes in word `i` of a row from the frame before. */
function change(inputs: InputSource, words: number, first: number, frame: number, i: number): number {
  const player = first + Math.floor(i / words);
  const here = inputs.realAt(player, frame);
  const before = inputs.realAt(player, frame - 1);
  return (here < 0 ? 0 : inputs.words[here + (i % words)]!) ^ (before < 0 ? 0 : inputs.words[before + (i % words)]!);
}

/**
 * Writes rows of frames start, start+1, … of `players` players from `first` on, until `end` (exclusive) or until the packet is full at `limit`
 * bytes. Returns how many frames it wrote.
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
    for (let i = 0; i < columns; i++) changed |= change(inputs, words, first, frame, i);
    if (!changed) repeats++;
    else {
      if (out.at > limit - rowBytesMax(columns)) break;
      out.put(repeats);
      repeats = 0;
      for (let i = 0; i < columns; i++) out.put(change(inputs, words, first, frame, i) >>> 0);
    }
  }
  out.put(repeats);
  return frame - start;
}

/**
 * Reads `count` rows that follow the one in `row`, and calls `take(frame)` with each of them there. Stops at what it cannot read.
 */
export function getRows(reader: PacketReader, row: Uint32Array, words: number, start: number, count: number, take: (frame: number) => void): void {
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

/** Fills `row` with what the rows that start at `start` follow. False if it is not known. */
export function rowBefore(inputs: InputSource, row: Uint32Array, words: number, first: number, players: number, start: number): boolean {
  let known = true;
  for (let player = 0; player < players; player++) known = copyInput(inputs, words, first + player, start - 1, row, player * words) && known;
  return known;
}
