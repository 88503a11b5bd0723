// Replays as an enemy writes them: by the tables of docs/replay-format.md, and not with core's writer.
import { checksum } from '@lite-rollback/core';

const word = (value: number): number[] => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** Puts length and checksum right, so that they tell nothing. In place. */
export function reseal(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 9) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  view.setUint32(5, bytes.length, true);
  view.setUint32(bytes.length - 4, checksum(bytes.subarray(0, -4)), true);
  return bytes;
}

/**
 * A replay of the duel in which nobody presses anything for `blocks` × 60 frames: 8 bytes each. `sum`: of every state.
 */
export function idleReplay(blocks: number, sum: number): Uint8Array {
  const layout = 'score Int32Array 2;mixed Uint32Array 1;';
  const head = [
    ...[0x4c, 0x52, 0x42, 0x52, 1, 0, 0, 0, 0],
    ...['duel/1'.length, ...Array.from('duel/1', (letter) => letter.charCodeAt(0))],
    ...word(checksum(Uint16Array.from(layout, (letter) => letter.charCodeAt(0)))),
    ...[2, 1, ...varint(60_000), ...word(1), 0, ...varint(blocks * 60), 0, 0, 0],
  ];
  const bytes = new Uint8Array(head.length + blocks * 8 + 4);
  bytes.set(head);
  for (let block = 0; block < blocks; block++) bytes.set([31, 29, 31, 29, ...word(sum)], head.length + block * 8);
  return reseal(bytes);
}
