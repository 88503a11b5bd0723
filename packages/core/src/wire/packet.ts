import { checksumWords } from '../base/checksum.js';
import type { Bytes } from '../base/bytes.js';
import { HEADER_BYTES, PACKET_SLOT } from './limits.js';

// offset  size
// 0       u32    seal: checksum of all that follows, seeded with the match's token (0 before there is one),
// little-endian 4       u8     type in the low 4 bits, flags in the high 4
// 5       …      body; whole numbers are LEB128 varints, signed ones zigzag first
//
// The seal makes a packet of another match, of a stranger, cut short, grown or damaged one and the same thing: not
// ours.

/** Writes one packet at a time into memory of its own. */
export interface PacketWriter {
  readonly bytes: Uint8Array;
  /** Where the next byte goes. Set it back to take bytes back. */
  at: number;
  /** Begins a packet. */
  start(typeAndFlags: number): void;
  /** Of an int32 as of a uint32 its 32 bits. */
  put(value: number): void;
  putSigned(value: number): void;
  /** Two bytes, little-endian. */
  putShort(value: number): void;
  /** Seals the packet. The view is valid until the next start. */
  finish(seed: number): Bytes;
}

/** `slot`: bytes of its memory, a multiple of 4. */
export function createPacketWriter(slot = PACKET_SLOT): PacketWriter {
  const buffer = new ArrayBuffer(slot);
  const bytes = new Uint8Array(buffer);
  const words = new Uint32Array(buffer);
  /** A subarray costs 96 bytes: one view for each length, made when first sent. */
  const views: Bytes[] = [];
  const writer: PacketWriter = {
    bytes,
    at: 0,
    start(typeAndFlags) {
      writer.at = HEADER_BYTES;
      bytes[4] = typeAndFlags;
    },
    put(value) {
      while (value >>> 7) {
        bytes[writer.at++] = value | 128;
        value >>>= 7;
      }
      bytes[writer.at++] = value;
    },
    putSigned: (value) => writer.put((value << 1) ^ (value >> 31)),
    putShort(value) {
      bytes[writer.at++] = value;
      bytes[writer.at++] = value >>> 8;
    },
    finish(seed) {
      const length = writer.at;
      bytes.fill(0, length, length + 8);
      const pairs = (length + 3) >> 3;
      words[0] = checksumWords(words, 1, pairs * 2, seed, length);
      return (views[length] ??= bytes.subarray(0, length));
    },
  };
  return writer;
}

/** Reads a packet out of a larger buffer. Trusts nothing: past the end it gives zeros and says so. */
export interface PacketReader {
  /** Where the next byte comes from, and the end. */
  at: number;
  end: number;
  /** False once a read went past the end or a number past 32 bits. */
  sound: boolean;
  /** A uint32. */
  get(): number;
  getSigned(): number;
  getByte(): number;
  getShort(): number;
  /** True if all that was read was there, and nothing is left. */
  isRead(): boolean;
}

export function createPacketReader(bytes: Uint8Array): PacketReader {
  const byte = (): number => {
    if (reader.at < reader.end) return bytes[reader.at++]!;
    reader.sound = false;
    return 0;
  };
  const reader: PacketReader = {
    at: 0,
    end: 0,
    sound: true,
    get() {
      let value = 0;
      for (let shift = 0; shift < 35; shift += 7) {
        const next = byte();
        value |= (next & 127) << shift;
        if (next < 128) return value >>> 0;
      }
      reader.sound = false;
      return 0;
    },
    getSigned() {
      const value = reader.get();
      return (value >>> 1) ^ -(value & 1);
    },
    getByte: byte,
    getShort: () => byte() | (byte() << 8),
    isRead: () => reader.sound && reader.at === reader.end,
  };
  return reader;
}
