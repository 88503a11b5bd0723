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

/** Copies the row of a frame to `row`. A player's words are 0 while they are not known. */
export function copyRow(
  inputs: InputSource,
  words: number,
  first: number,
  players: number,
  frame: number,
  row: Uint32Array,
): void {
  for (let player = 0; player < players; player++) {
    const at = inputs.realAt(first + player, frame);
    for (let word = 0; word < words; word++) row[player * words + word] = at < 0 ? 0 : inputs.words[at + word]!;
  }
}

/** True if a row has the same words as the one of the frame before. */
function repeats(inputs: InputSource, words: number, first: number, players: number, frame: number): boolean {
  for (let player = first; player < first + players; player++) {
    const at = inputs.realAt(player, frame);
    const before = inputs.realAt(player, frame - 1);
    for (let word = 0; word < words; word++) {
      if ((at < 0 ? 0 : inputs.words[at + word]!) !== (before < 0 ? 0 : inputs.words[before + word]!)) return false;
    }
  }
  return true;
}

/** Writes each word of a row XOR the one of the frame before. */
function putChange(
  out: PacketWriter,
  inputs: InputSource,
  words: number,
  first: number,
  players: number,
  frame: number,
): void {
  for (let player = first; player < first + players; player++) {
    const at = inputs.realAt(player, frame);
    const before = inputs.realAt(player, frame - 1);
    for (let word = 0; word < words; word++) {
      out.put((at < 0 ? 0 : inputs.words[at + word]!) ^ (before < 0 ? 0 : inputs.words[before + word]!));
    }
  }
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
  const roomNeeded = rowBytesMax(words * players);
  let repeated = 0;
  let frame = start;
  for (; frame < end; frame++) {
    if (repeats(inputs, words, first, players, frame)) {
      repeated++;
      continue;
    }
    if (out.at > limit - roomNeeded) break;
    out.put(repeated);
    repeated = 0;
    putChange(out, inputs, words, first, players, frame);
  }
  out.put(repeated);
  return frame - start;
}

/**
 * Reads `count` rows that follow the one in `row`, and calls `take(frame)` with each of them there, from frame `wanted`
 * on. Stops at what it cannot read.
 */
export function getRows(
  reader: PacketReader,
  row: Uint32Array,
  words: number,
  start: number,
  count: number,
  wanted: number,
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
    for (frame = Math.max(frame, Math.min(wanted, last)); frame < last; frame++) take(frame);
    if (frame === end) return;
    for (let word = 0; word < words; word++) row[word]! ^= reader.get();
    if (!reader.sound) return;
    if (frame >= wanted) take(frame);
    frame++;
  }
}
