import type { PacketReader, PacketWriter } from '../wire/packet.js';

/** Four bytes, little-endian. */
export function putWord(out: PacketWriter, value: number): void {
  out.putShort(value);
  out.putShort(value >>> 16);
}

/** Four bytes as an int32. */
export const getWord = (reader: PacketReader): number => reader.getShort() | (reader.getShort() << 16);
