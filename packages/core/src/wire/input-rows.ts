import type { PacketReader, PacketWriter } from './packet.js';

// Rows are the words of some neighbouring players for one frame. On the wire: the first row, each word XOR 0, then how many frames repeat it,
// then the next row, each word XOR the one before, and so on. A held button costs nothing; a change costs a byte or two.

/** Where inputs are read from: `find` gives the index in `values` of a player's words for a frame. */
export interface InputSource {
  readonly values: Uint32Array;
  find(player: number, frame: number): number;
}

/** Bytes that one row can take at the most: five a word, and the number of repeats. */
export const rowBytesMax = (words: number): number => words * 5 + 5;

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
  const room = limit - rowBytesMax(words * players);
  let repeats = -1;
  let frame = start;
  for (; frame < end; frame++) {
    let changed = frame === start;
    for (let player = first; player < first + players && !changed; player++) {
      for (let word = 0; word < words; word++) {
        if (inputs.values[inputs.find(player, frame) + word] !== inputs.values[inputs.find(player, frame - 1) + word]) changed = true;
      }
    }
    if (changed) {
      if (out.at > room) break;
      if (repeats >= 0) out.put(repeats);
      repeats = 0;
      for (let player = first; player < first + players; player++) {
        for (let word = 0; word < words; word++) {
          const before = frame === start ? 0 : inputs.values[inputs.find(player, frame - 1) + word]!;
          out.put((inputs.values[inputs.find(player, frame) + word]! ^ before) >>> 0);
        }
      }
    } else repeats++;
  }
  if (repeats >= 0) out.put(repeats);
  return frame - start;
}

/**
 * Reads `count` rows of `words` words each into `row`, calling `take(row, frame)` for each. Stops at what it cannot read.
 */
export function getRows(reader: PacketReader, row: Uint32Array, words: number, start: number, count: number, take: (frame: number) => void): void {
  row.fill(0);
  const end = start + count;
  for (let frame = start; frame < end && reader.sound; ) {
    for (let word = 0; word < words; word++) row[word]! ^= reader.get();
    const repeats = reader.get();
    if (!reader.sound || repeats >= end - frame) {
      reader.sound = false;
      return;
    }
    for (const last = frame + repeats; frame <= last; frame++) take(frame);
  }
}
