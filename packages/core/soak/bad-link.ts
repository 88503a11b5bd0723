// What the scenarios' network cannot do by itself: losses that come in bursts, and a queue in front of a slow link.
import { Eavesdropper } from '../attack/client/eavesdropper.js';
import type { Bytes, PeerId } from '../src/index.js';
import type { Link } from '../test/match/network.js';
import { createRandom } from '../test/match/random.js';
import type { Weather } from './scenario.js';

/** Past so much of waiting a slow link loses what is added. */
const QUEUE_MS = 1000;
/** Packets kept for those who send them again, damaged or whole. */
const TAPE_PACKETS = 300;

export interface BadLink {
  readonly link: Link;
  /** As the weather says; what it does not name is perfect. */
  set(weather: Weather): void;
}

/** What was sent, on all links: the last few, at random; and by what was heard of keys, packets that could have been. */
export interface Tape {
  readonly packets: Bytes[];
  keep(bytes: Bytes, from: PeerId, to: PeerId): void;
  /** Seals bytes as the next packet of `from` to `to`; undefined if no key of theirs was heard. */
  seal(bytes: Bytes, from: PeerId, to: PeerId): Bytes | undefined;
}

export function createTape(seed: number): Tape {
  const random = createRandom(seed);
  const packets: Bytes[] = [];
  const ear = new Eavesdropper();
  return {
    packets,
    keep(bytes, from, to) {
      ear.hear(from, to, bytes);
      if (packets.length < TAPE_PACKETS) packets.push(bytes);
      else if (random() < 0.1) packets[Math.floor(random() * TAPE_PACKETS)] = bytes;
    },
    seal: (bytes, from, to) => ear.seal(bytes, from, to),
  };
}

/** `keep` is told of every packet. */
export function createBadLink(link: Link, seed: number, now: () => number, keep: (bytes: Bytes) => void): BadLink {
  const random = createRandom(seed);
  let weather: Weather = {};
  let lossy = false;
  let freeAt = 0;
  link.tap = (bytes) => {
    keep(bytes);
    const { bursts, rate, latencyMs = 0 } = weather;
    if (bursts) {
      if (random() < (lossy ? bursts.exit : bursts.enter)) lossy = !lossy;
      if (lossy) return undefined;
    }
    if (rate) {
      const starts = Math.max(freeAt, now());
      if (starts - now() > QUEUE_MS) return undefined;
      freeAt = starts + (bytes.length / rate) * 1000;
      // Read by the network right after this.
      link.latencyMs = latencyMs + freeAt - now();
    }
    return bytes;
  };
  return {
    link,
    set(next) {
      weather = next;
      lossy = false;
      const { latencyMs = 0, jitterMs = 0, loss = 0, duplicate = 0, reorder = 0 } = next;
      Object.assign(link, { latencyMs, jitterMs, loss, duplicate, reorder });
    },
  };
}
