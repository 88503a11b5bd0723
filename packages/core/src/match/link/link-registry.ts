import { KEY } from '../../wire/messages.js';
import type { MatchClock } from '../match-clock.js';
import type { PeerId } from '../transport.js';
import type { Link } from './link.js';
import { createLinkQueue, type LinkQueue } from './link-queue.js';

/** Packets of strangers, which nobody has sealed for us, that wait for one tick: so many HELLOs, and so many KEYs. */
const STRANGER_PACKETS = 24;
/** Of those, from one address. */
const STRANGER_SHARE = 4;
/** HELLOs of addresses that had one in the last second: however many repeat themselves, a new one is heard. */
const REPEATED_HELLOS = 8;
/** KEYs of addresses that we sent none to in the last second: each may make a link. */
const UNEXPECTED_KEYS = 2;
const LATELY_MS = 1000;
/** Addresses remembered for that. */
const LATELY_MAX = 4096;

/** Plain packets of one type, in this tick: all, and by address. */
interface Intake {
  taken: number;
  readonly shares: Map<PeerId, number>;
}

function restart(intake: Intake): void {
  if (intake.taken === 0) return;
  intake.taken = 0;
  intake.shares.clear();
}

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
  /** We have sent a KEY there. */
  expectKey(from: PeerId): void;
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
  const hellos: Intake = { taken: 0, shares: new Map() };
  const keys: Intake = { taken: 0, shares: new Map() };
  /** Addresses of the last second: that said hello, and that were sent a KEY. */
  const greeted = new Set<PeerId>();
  const expected = new Set<PeerId>();
  let clearedAt = 0;
  let tries = 0;
  let dropped = 0;

  const takePlain = (payload: Uint8Array, from: PeerId): boolean => {
    const isKey = (payload[4]! & 15) === KEY;
    const intake = isKey ? keys : hellos;
    const share = intake.shares.get(from) ?? 0;
    const isPlenty = isKey
      ? intake.taken >= UNEXPECTED_KEYS && !expected.has(from)
      : intake.taken >= REPEATED_HELLOS && greeted.has(from);
    // Whoever sends more than its share crowds out itself alone, and many addresses together only strangers.
    if (isPlenty || share >= STRANGER_SHARE || intake.taken >= STRANGER_PACKETS) return false;
    if (!strangers.stage(payload) || !strangers.isStagedPlain()) return false;
    intake.taken++;
    intake.shares.set(from, share + 1);
    if (!isKey && greeted.size < LATELY_MAX) greeted.add(from);
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
    expectKey: (from) => void (expected.size < LATELY_MAX && expected.add(from)),
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
      restart(hellos);
      restart(keys);
      if (clock.time() - clearedAt < LATELY_MS) return;
      clearedAt = clock.time();
      if (greeted.size) greeted.clear();
      if (expected.size) expected.clear();
    },
  };
}
