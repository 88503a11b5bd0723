import { PACKET_MAX, PACKET_SLOT, PLAIN_HEADER } from '../../wire/limits.js';
import { createPacketReader, plainSeal, SEAL_PADDING, type PacketReader } from '../../wire/packet.js';
import { sipHash, type Key } from '../../wire/sip-hash.js';
import { SEEN, type MatchClock } from '../match-clock.js';
import type { PeerId } from '../transport.js';

/**
 * Slots that a queue begins with, a power of two like GROWTH: strangers make links without end, and most of those never
 * carry more.
 */
const FIRST_SLOTS = 4;
const GROWTH = 4;

/**
 * Where packets wait for the next tick, because receiving never simulates. A block of memory that grows to a fixed size:
 * then the oldest packet goes, as each later one carries all that was not acknowledged.
 */
export interface LinkQueue {
  /** Stands at the body of the packet being read. Another one, like `bytes`, after a packet was added. */
  readonly reader: PacketReader;
  /** All slots' memory; the packet being read begins at `start`. */
  readonly bytes: Uint8Array;
  /** Of the packet being read: its offset in `bytes`, its length, its first byte after the seal, who sent it. */
  readonly start: number;
  readonly length: number;
  readonly kind: number;
  readonly sender: PeerId;
  /** It was the newest of its link when it came. */
  readonly isNewest: boolean;
  /** When it came, in ms of the match's clock. In an array: a double in a property is boxed at each reading. */
  readonly arrived: Float64Array;
  /** Copies a packet into the next slot, without adding it yet. False for one of a length that no packet has. */
  stage(payload: Uint8Array): boolean;
  /** The sequence number of the staged packet, if it is a sealed one. */
  stagedSequence(): number;
  /** Of the staged packet: true if it is sealed with `key`, `wraps` wraps of the sequence numbers after the first. */
  isStagedSealed(key: Key, wraps: number): boolean;
  /** Of the staged packet: true if it is whole. */
  isStagedPlain(): boolean;
  /** Adds the staged packet, as come at the clock's last look. True if the oldest one had to go. */
  add(sender: PeerId, isNewest?: boolean): boolean;
  /** Moves on to the next packet. False if there is none. */
  next(): boolean;
  /** The type of the next packet without moving on, or -1 if there is none. */
  peek(): number;
}

/** `most`: packets that can wait. One more slot holds the packet that is being checked. */
export function createLinkQueue(most: number, { exact }: MatchClock): LinkQueue {
  // A power of two, so that a number's slot is its low bits.
  const slotsMax = 1 << (32 - Math.clz32(most));
  let slots = Math.min(FIRST_SLOTS, slotsMax);
  let bytes = new Uint8Array(slots * PACKET_SLOT);
  let words = new Uint32Array(bytes.buffer);
  let lengths = new Uint16Array(slots);
  let times = new Float64Array(slots);
  const senders: PeerId[] = [];
  let newest = new Uint8Array(slots);
  let reader = createPacketReader(bytes);
  const arrived = new Float64Array(1);
  let written = 0;
  let read = 0;
  let start = 0;
  let length = 0;
  let kind = 0;
  let sender: PeerId = '';
  let isNewest = false;
  const staged = (): number => written & (slots - 1);
  const stagedWord = (): number => (staged() * PACKET_SLOT) >> 2;
  /** Moves what waits, and the staged packet after it, to the beginning of larger memory. */
  const grow = (): void => {
    const order = Array.from({ length: written - read + 1 }, (_, i) => (read + i) & (slots - 1));
    const [oldBytes, oldLengths, oldTimes, oldNewest, oldSenders] = [bytes, lengths, times, newest, [...senders]];
    slots = Math.min(slots * GROWTH, slotsMax);
    bytes = new Uint8Array(slots * PACKET_SLOT);
    words = new Uint32Array(bytes.buffer);
    lengths = new Uint16Array(slots);
    times = new Float64Array(slots);
    newest = new Uint8Array(slots);
    reader = createPacketReader(bytes);
    order.forEach((from, to) => {
      bytes.set(oldBytes.subarray(from * PACKET_SLOT, (from + 1) * PACKET_SLOT), to * PACKET_SLOT);
      lengths[to] = oldLengths[from]!;
      times[to] = oldTimes[from]!;
      newest[to] = oldNewest[from]!;
      senders[to] = oldSenders[from] ?? '';
    });
    written -= read;
    read = 0;
  };
  return {
    get reader() {
      return reader;
    },
    get bytes() {
      return bytes;
    },
    arrived,
    get start() {
      return start;
    },
    get length() {
      return length;
    },
    get kind() {
      return kind;
    },
    get sender() {
      return sender;
    },
    get isNewest() {
      return isNewest;
    },
    stage(payload) {
      if (payload.length < PLAIN_HEADER || payload.length > PACKET_MAX) return false;
      const at = staged() * PACKET_SLOT;
      bytes.set(payload, at);
      for (let i = 0; i < SEAL_PADDING; i++) bytes[at + payload.length + i] = 0;
      lengths[staged()] = payload.length;
      return true;
    },
    stagedSequence() {
      const at = staged() * PACKET_SLOT;
      return bytes[at + 5]! | (bytes[at + 6]! << 8) | (bytes[at + 7]! << 16);
    },
    isStagedSealed(key, wraps) {
      const at = stagedWord();
      return (words[at]! | 0) === sipHash(key, words, at + 1, lengths[staged()]! - 4, wraps);
    },
    isStagedPlain() {
      const at = stagedWord();
      return (words[at]! | 0) === plainSeal(words, at, lengths[staged()]!);
    },
    add(from, newestOfAll = false) {
      if (written - read === slots - 1 && slots < slotsMax) grow();
      times[staged()] = exact[SEEN]!;
      senders[staged()] = from;
      newest[staged()] = +newestOfAll;
      const full = written - read === most;
      if (full) read++;
      written++;
      return full;
    },
    next() {
      if (read === written) return false;
      const slot = read++ & (slots - 1);
      start = slot * PACKET_SLOT;
      length = lengths[slot]!;
      kind = bytes[start + 4]!;
      sender = senders[slot]!;
      isNewest = newest[slot]! > 0;
      arrived[0] = times[slot]!;
      reader.at = start + PLAIN_HEADER;
      reader.end = start + length;
      reader.sound = true;
      return true;
    },
    peek: () => (read === written ? -1 : bytes[(read & (slots - 1)) * PACKET_SLOT + 4]! & 15),
  };
}
