import { KEY } from '../../wire/messages.js';
import type { MatchClock } from '../match-clock.js';
import type { PeerId } from '../transport.js';
import type { Link } from './link.js';
import { createLinkQueue, type LinkQueue } from './link-queue.js';

/** Packets of strangers, which nobody has sealed for us, that wait for one tick: so many HELLOs, and so many KEYs. */
const STRANGER_PACKETS = 24;
/** Of those, from one address. */
const STRANGER_SHARE = 4;
/** Of those, from addresses that had one in the last second: however many repeat themselves, a new one is heard. */
const REPEATED_PACKETS = 8;
const LATELY_MS = 1000;
/** Addresses remembered for that. */
const LATELY_MAX = 4096;

/** Plain packets of one type. */
interface Intake {
  /** In this tick: all, and by address. */
  taken: number;
  readonly shares: Map<PeerId, number>;
  /** Addresses of the last second. */
  readonly lately: Set<PeerId>;
}

const createIntake = (): Intake => ({ taken: 0, shares: new Map(), lately: new Set() });
/** Packets from an address that no link has, for each tick, whose seal is tried on every link: a link may have moved. */
const MOVED_TRIES = 32;

/** Every link of a match. It alone decides whose a packet is, by the seal and when it arrives. */
export interface LinkRegistry {
  /** Plain packets, and nobody has vouched for them. */
  readonly strangers: LinkQueue;
  /** Packets that were malformed, not ours, or too many. */
  readonly dropped: number;
  /** Counts one that turned out so later. */
  drop(): void;
  add(link: Link): void;
  remove(link: Link): void;
  /** Takes a payload from the transport: into the queue of the link that sealed it, or away. */
  receive(payload: Uint8Array, from: PeerId): void;
  /** A tick has emptied the queues: each address has its share again. */
  startTick(): void;
}

export function createLinkRegistry(clock: MatchClock): LinkRegistry {
  const links: Link[] = [];
  const strangers = createLinkQueue(2 * STRANGER_PACKETS, clock);
  const hellos = createIntake();
  const keys = createIntake();
  let clearedAt = 0;
  let tries = 0;
  let dropped = 0;

  const takePlain = (payload: Uint8Array, from: PeerId): boolean => {
    const intake = (payload[4]! & 15) === KEY ? keys : hellos;
    const { shares, lately } = intake;
    const share = shares.get(from) ?? 0;
    const most = lately.has(from) ? REPEATED_PACKETS : STRANGER_PACKETS;
    // Whoever sends more than its share crowds out itself alone, and many addresses together only strangers.
    if (share >= STRANGER_SHARE || intake.taken >= most) return false;
    if (!strangers.stage(payload) || !strangers.isStagedPlain()) return false;
    intake.taken++;
    shares.set(from, share + 1);
    if (lately.size < LATELY_MAX) lately.add(from);
    clock.look();
    if (strangers.add(from)) dropped++;
    return true;
  };

  /** True if the link's machine has sealed it, whether it is taken or not. */
  const takeSealed = (link: Link, payload: Uint8Array, from: PeerId): boolean => {
    const receipt = link.receive(payload, from);
    if (receipt === 'foreign') return false;
    if (receipt !== 'taken') dropped++;
    return true;
  };

  return {
    strangers,
    get dropped() {
      return dropped;
    },
    drop: () => void dropped++,
    add: (link) => void links.push(link),
    remove(link) {
      const at = links.indexOf(link);
      if (at >= 0) links.splice(at, 1);
    },
    receive(payload, from) {
      if ((payload[4]! & 15) <= KEY) {
        if (!takePlain(payload, from)) dropped++;
        return;
      }
      for (let i = 0; i < links.length; i++) {
        if (links[i]!.address === from && takeSealed(links[i]!, payload, from)) return;
      }
      if (tries < MOVED_TRIES) {
        tries++;
        for (let i = 0; i < links.length; i++) {
          if (links[i]!.address !== from && takeSealed(links[i]!, payload, from)) return;
        }
      }
      dropped++;
    },
    startTick() {
      tries = 0;
      const isDue = clock.time() - clearedAt >= LATELY_MS;
      if (isDue) clearedAt = clock.time();
      for (const intake of [hellos, keys]) {
        intake.taken = 0;
        if (intake.shares.size) intake.shares.clear();
        if (isDue && intake.lately.size) intake.lately.clear();
      }
    },
  };
}
