import { checksumWords } from '../base/checksum.js';
import type { Bytes } from '../base/bytes.js';
import { PACKET_SLOT, PLAIN_HEADER, SEALED_HEADER } from './limits.js';
import { sipHash, type Key } from './sip-hash.js';

// offset  size
// 0       u32    seal, little-endian. Plain packets: checksum of all that follows. Sealed ones: its SipHash tag
// 4       u8     type in the low 4 bits, flags in the high 4
// 5       u24    sealed packets only: sequence number, little-endian
// 5 or 8  …      body; whole numbers are LEB128 varints, signed ones zigzag first
//
// A plain seal tells damaged packets from whole ones. A tag tells who sealed the packet, too: nobody else has the key.

/** Zeros after a packet, which a seal may read: it goes by pairs of words. */
export const SEAL_PADDING = 8;

/** Writes one packet at a time into memory of its own. */
export interface PacketWriter {
  readonly bytes: Uint8Array;
  /** Where the next byte goes. Set it back to take bytes back. */
  at: number;
  /** Begins a packet that everyone may read. */
  startPlain(type: number): void;
  /** Begins a packet that finishSealed will seal. */
  startSealed(typeAndFlags: number, sequence: number): void;
  /** Of an int32 as of a uint32 its 32 bits. */
  put(value: number): void;
  putSigned(value: number): void;
  putByte(value: number): void;
  /** Two bytes, little-endian. */
  putShort(value: number): void;
  /** Copies bytes as they are. */
  putBytes(bytes: Uint8Array): void;
  /** The view is valid until the next start. */
  finishPlain(): Bytes;
  /** `wraps`: how often the link's sequence numbers have begun anew. */
  finishSealed(key: Key, wraps: number): Bytes;
}

/** `slot`: bytes of its memory, a multiple of 4. */
export function createPacketWriter(slot = PACKET_SLOT): PacketWriter {
  const buffer = new ArrayBuffer(slot);
  const bytes = new Uint8Array(buffer);
  const words = new Uint32Array(buffer);
  /** A subarray costs 96 bytes: one view for each length, made when first sent. */
  const views: Bytes[] = [];
  const padded = (): Bytes => {
    for (let i = 0; i < SEAL_PADDING; i++) bytes[writer.at + i] = 0;
    return (views[writer.at] ??= bytes.subarray(0, writer.at));
  };
  const writer: PacketWriter = {
    bytes,
    at: 0,
    startPlain(type) {
      writer.at = PLAIN_HEADER;
      bytes[4] = type;
    },
    startSealed(typeAndFlags, sequence) {
      writer.at = SEALED_HEADER;
      bytes[4] = typeAndFlags;
      bytes[5] = sequence;
      bytes[6] = sequence >>> 8;
      bytes[7] = sequence >>> 16;
    },
    put(value) {
      while (value >>> 7) {
        bytes[writer.at++] = value | 128;
        value >>>= 7;
      }
      bytes[writer.at++] = value;
    },
    putSigned: (value) => writer.put((value << 1) ^ (value >> 31)),
    putByte(value) {
      bytes[writer.at++] = value;
    },
    putShort(value) {
      bytes[writer.at++] = value;
      bytes[writer.at++] = value >>> 8;
    },
    putBytes(source) {
      bytes.set(source, writer.at);
      writer.at += source.length;
    },
    finishPlain() {
      const packet = padded();
      words[0] = plainSeal(words, 0, writer.at);
      return packet;
    },
    finishSealed(key, wraps) {
      const packet = padded();
      words[0] = sipHash(key, words, 1, writer.at - 4, wraps);
      return packet;
    },
  };
  return writer;
}

/** The seal of a plain packet of `length` bytes that begins at words[start], zero-padded to whole pairs of words. */
export const plainSeal = (words: Uint32Array, start: number, length: number): number =>
  checksumWords(words, start + 1, ((length + 3) >> 3) * 2, 0, length);

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
  /** The 32 bits of a number, as an int32: engines keep a uint32 above 2^31 in an object of its own. */
  const bits = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const next = byte();
      // The fifth byte has room for four bits: more of them would be lost without a word.
      if (shift === 28 && next > 15) break;
      value |= (next & 127) << shift;
      if (next < 128) return value;
    }
    reader.sound = false;
    return 0;
  };
  const reader: PacketReader = {
    at: 0,
    end: 0,
    sound: true,
    get: () => bits() >>> 0,
    getSigned() {
      const value = bits();
      return (value >>> 1) ^ -(value & 1);
    },
    getByte: byte,
    getShort: () => byte() | (byte() << 8),
    isRead: () => reader.sound && reader.at === reader.end,
  };
  return reader;
}
