// What every packet begins with: seal, type and flags, and in sealed packets the sequence number of the link.
import { ByteReader } from './byte-reader.js';
import { checksumOf } from './checksum.js';
import { sipTag, type Key } from './half-sip-hash.js';

export type Packet = Uint8Array<ArrayBuffer>;

export const TYPES = {
  HELLO: 1,
  KEY: 2,
  MEET: 3,
  PLAY: 4,
  BYE: 5,
  RELAY: 6,
  PULL: 7,
  CHUNK: 8,
  WATCH: 9,
  CLAIM: 10,
  ENTER: 11,
} as const;

const PLAIN_BODY = 5;
const SEALED_BODY = 8;
export const SEQUENCES = 2 ** 24;

export const typeOf = (packet: Uint8Array): number => packet[4]! & 15;
export const isPlain = (packet: Uint8Array): boolean => typeOf(packet) <= TYPES.KEY;
export const isPlay = (packet: Uint8Array): boolean => typeOf(packet) === TYPES.PLAY || typeOf(packet) === TYPES.BYE;
export const sequenceOf = (packet: Uint8Array): number => packet[5]! | (packet[6]! << 8) | (packet[7]! << 16);

const withSeal = (packet: Packet, seal: number): Packet => {
  new DataView(packet.buffer).setInt32(0, seal, true);
  return packet;
};

/** Seals a packet as its type needs it: with a link's key, or as a plain one. In place. */
export function seal(packet: Packet, key: Key): Packet {
  const covered = packet.subarray(4);
  return withSeal(packet, isPlain(packet) ? checksumOf(covered, 0, packet.length) : sipTag(key, covered));
}

export function plainPacket(type: number, body: readonly number[]): Packet {
  const packet = Uint8Array.from([0, 0, 0, 0, type, ...body]);
  return withSeal(packet, checksumOf(packet.subarray(4), 0, packet.length));
}

/** What a seal covers: after the numbers have wrapped, how often they have stands before the bytes. */
function coveredBy(packet: Packet, wraps: number): Uint8Array {
  const bytes = packet.subarray(4);
  return wraps ? Uint8Array.from([wraps, wraps >> 8, wraps >> 16, wraps >> 24, ...bytes]) : bytes;
}

/** `count`: packets that were sealed with this key before. */
export function sealedPacket(key: Key, count: number, typeAndFlags: number, body: Iterable<number>): Packet {
  const header = [0, 0, 0, 0, typeAndFlags, count & 255, (count >> 8) & 255, (count >> 16) & 255];
  const packet = Uint8Array.from([...header, ...body]);
  return withSeal(packet, sipTag(key, coveredBy(packet, Math.floor(count / SEQUENCES))));
}

/** For a link whose numbers have not wrapped. */
export function isSealedWith(key: Key, packet: Packet): boolean {
  if (packet.length < SEALED_BODY) return false;
  return new DataView(packet.buffer).getInt32(0, true) === sipTag(key, packet.subarray(4));
}

/** Stands at the body. */
export const bodyOf = (packet: Uint8Array): ByteReader =>
  new ByteReader(packet, isPlain(packet) ? PLAIN_BODY : SEALED_BODY);
