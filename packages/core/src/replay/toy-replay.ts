// What the replay tests share: a toy game, its replays spelt out byte by byte, and the means to make damage look whole.
import { checksum } from '../base/checksum.js';
import { defineGame, type Game } from '../match/game.js';

const FIELDS = { x: { type: Int32Array, length: 1 }, y: { type: Uint8Array, length: 3 } } as const;
export type Toy = Game<typeof FIELDS>;

/** Snapshots of 8 bytes: x, y, one of padding. */
export const toy = (change: Partial<Toy> = {}): Toy =>
  defineGame({
    id: 'toy/1',
    fields: FIELDS,
    numPlayers: 2,
    init(fields, seed) {
      fields.x[0] = seed & 255;
    },
    simulate({ x, y }, inputs, frame) {
      x[0] = x[0]! + inputs[0]! * 10 + inputs[1]!;
      y[frame % 3] = frame + 1;
    },
    ...change,
  });

/** A uint32 as four bytes. */
export const word = (value: number): number[] => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];

/** 'x Int32Array 1;y Uint8Array 3;' as UTF-16. */
export const LAYOUT = word(
  checksum(Uint16Array.from('x Int32Array 1;y Uint8Array 3;', (letter) => letter.charCodeAt(0))),
);

/** Puts the length and the last checksum right. `parts`: all from the magic to the last block. */
export function seal(parts: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from([...parts, 0, 0, 0, 0]);
  bytes.set(word(bytes.length), 5);
  bytes.set(word(checksum(bytes.subarray(0, -4))), bytes.length - 4);
  return bytes;
}

/** Magic, version, room for the length, 'toy/1', layout, 2 players, 1 word, 60 Hz. */
export const HEAD = [
  ...[0x4c, 0x52, 0x42, 0x52], 1, 0, 0, 0, 0,
  ...[5, 0x74, 0x6f, 0x79, 0x2f, 0x31], ...LAYOUT, 2, 1, ...[0xe0, 0xd4, 0x03],
]; // prettier-ignore

/** Three frames from seed 0x01020304. Player 0: 0, 0, 5. Player 1: 1, 1, 0; its machine was dropped after frame 1. */
export const FROM_SEED = [
  ...HEAD,
  ...[4, 3, 2, 1], // seed
  ...[0, 3], // startFrame, frames
  ...[2, 0], // delays
  ...[1, 1, 2], // one cut: player 1, 1 − 0 in zigzag
  ...[0xe2, 5], // player 0: two frames of 0, then 5, spelt out (choice 7)
  ...[0, 1], // player 1: XOR 1 at once, one more frame of it, XOR 1
  ...word(checksum(Uint8Array.of(4 + 1 + 1 + 50, 0, 0, 0, 1, 2, 3, 0))),
];

/**
 * 61 frames from frame 300 on, x 7 and y [1, 2, 3] before. Player 0 holds 300; player 1 is idle until 1 in the last
 * frame.
 */
export const FROM_SNAPSHOT = [
  ...HEAD,
  ...[0, 0, 0, 0],
  ...[0xac, 0x02, 61],
  ...[0, 0],
  ...[1, 0, 3], // one cut: player 0, 298 − 300 in zigzag
  ...[8, 7, 0, 0, 0, 1, 2, 3, 0],
  ...[0xe0, 0xac, 0x02, 31, 28], // player 0: at once 300, then 59 times more
  ...[31, 29], // player 1: 60 frames of 0
  ...word(checksum(Uint8Array.of(...word(7 + 60 * 3000), ...[358, 359, 360], 0))),
  ...[0xe0, 0xac, 0x02], // the next block starts at 0 again
  0, // player 1: XOR 1 at once
  ...word(checksum(Uint8Array.of(...word(7 + 61 * 3000 + 1), ...[361, 359, 360], 0))),
];
