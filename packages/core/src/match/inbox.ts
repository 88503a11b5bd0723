import { checksumWords } from '../base/checksum.js';
import { HEADER_BYTES, PACKET_MAX, PACKET_SLOT } from '../wire/limits.js';
import { createPacketReader, type PacketReader } from '../wire/packet.js';
import { INBOX_SLOTS } from './figures.js';
import type { PeerId } from './transport.js';

/**
 * Where packets wait for the next tick, because receiving never simulates. A fixed block of memory: when it is full the
 * oldest packet goes, as each later one carries all that was not acknowledged.
 */
export interface Inbox {
  readonly reader: PacketReader;
  /** All slots' memory; the packet now being read begins at `reader.at`. */
  readonly bytes: Uint8Array;
  /** When the packet now being read came, in row 0: a double in a property is boxed at each reading. */
  readonly arrived: Float64Array;
  /** Who sent it, and its type and flags. */
  peer: PeerId;
  kind: number;
  /** In bytes. */
  length: number;
  /** Packets thrown away for want of room or for their length. */
  dropped: number;
  /** Copies a packet in. */
  push(payload: Uint8Array, peer: PeerId): void;
  /** Moves on to the next packet. False if there is none. */
  next(): boolean;
  /** True if the packet now being read was sealed with `seed`. */
  sealedWith(seed: number): boolean;
}

/** `clock[2]` is the time at which a packet comes. */
export function createInbox(clock: Float64Array): Inbox {
  const buffer = new ArrayBuffer(INBOX_SLOTS * PACKET_SLOT);
  const bytes = new Uint8Array(buffer);
  const words = new Uint32Array(buffer);
  const lengths = new Uint16Array(INBOX_SLOTS);
  const times = new Float64Array(INBOX_SLOTS);
  const peers: PeerId[] = new Array<PeerId>(INBOX_SLOTS).fill('');
  const reader = createPacketReader(bytes);
  let written = 0;
  let read = 0;
  let start = 0;
  const inbox: Inbox = {
    reader,
    bytes,
    peer: '',
    arrived: new Float64Array(1),
    kind: 0,
    length: 0,
    dropped: 0,
    push(payload, peer) {
      const { length } = payload;
      if (length < HEADER_BYTES || length > PACKET_MAX) {
        inbox.dropped++;
        return;
      }
      if (written - read === INBOX_SLOTS) {
        inbox.dropped++;
        read++;
      }
      const slot = written++ % INBOX_SLOTS;
      const at = slot * PACKET_SLOT;
      bytes.set(payload, at);
      bytes.fill(0, at + length, at + length + 8);
      lengths[slot] = length;
      times[slot] = clock[2]!;
      peers[slot] = peer;
    },
    next() {
      if (read === written) return false;
      const slot = read++ % INBOX_SLOTS;
      start = slot * PACKET_SLOT;
      reader.at = start + HEADER_BYTES;
      reader.end = start + lengths[slot]!;
      reader.sound = true;
      inbox.peer = peers[slot]!;
      inbox.arrived[0] = times[slot]!;
      inbox.kind = bytes[start + 4]!;
      inbox.length = lengths[slot]!;
      return true;
    },
    sealedWith(seed) {
      const { length } = inbox;
      return (words[start >> 2]! | 0) === checksumWords(words, (start >> 2) + 1, ((length + 3) >> 3) * 2, seed, length);
    },
  };
  return inbox;
}
