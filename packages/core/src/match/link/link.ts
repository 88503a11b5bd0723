import { deriveKey, type Key } from '../../wire/sip-hash.js';
import { SEQUENCES } from '../../wire/limits.js';
import type { MatchClock } from '../match-clock.js';
import type { PeerId } from '../transport.js';
import { createLinkStats, type LinkStats } from './link-stats.js';
import { createLinkQueue, type LinkQueue } from './link-queue.js';
import { createSequenceBuffer, type Arrival, type SequenceBuffer } from './sequence-buffer.js';

/** All that is known of the way to one other machine. Only the two machines of a link have its key. */
export interface Link {
  /** The other machine's node id. */
  readonly node: number;
  /** What both machines share. */
  readonly key: Key;
  /** Made of it for each direction, so that what we said never comes back as if the other had. */
  readonly keyOut: Key;
  readonly keyIn: Key;
  /** Packets from it, checked on arrival, until the next tick. */
  readonly queue: LinkQueue;
  readonly received: SequenceBuffer;
  readonly stats: LinkStats;
  /** Where its newest packet came from: a hint, not who it is. */
  readonly address: PeerId;
  /** A packet sealed with the key has come, so the other machine has it, too. */
  readonly confirmed: boolean;
  /** When its last packet came, in ms of the match's clock; before the first one, when the link was made. */
  readonly heardAt: number;
  /** The same, of packets that nobody relayed. */
  readonly heardDirectlyAt: number;
  /** The sequence number of the next packet to it. */
  nextSequence(): number;
  /**
   * Takes in the header of the packet being read. Only the newest packet moves the address, and one that was relayed
   * never does.
   */
  accept(sequence: number, time: number, from: PeerId | undefined): Arrival;
}

/** Packets of one link that wait for a tick: a second of them, for a page whose timers run once a second. */
const WAITING = 64;

export function createLink(
  ownNode: number,
  node: number,
  key: Key,
  to: PeerId,
  clock: MatchClock,
  framesPerMs: number,
): Link {
  const received = createSequenceBuffer();
  let address = to;
  let sequence = -1;
  let confirmed = false;
  let heardAt = clock.time();
  let heardDirectlyAt = heardAt;
  return {
    node,
    key,
    keyOut: deriveKey(key, ownNode),
    keyIn: deriveKey(key, node),
    queue: createLinkQueue(WAITING, clock),
    received,
    stats: createLinkStats(received, framesPerMs),
    get address() {
      return address;
    },
    get confirmed() {
      return confirmed;
    },
    get heardAt() {
      return heardAt;
    },
    get heardDirectlyAt() {
      return heardDirectlyAt;
    },
    nextSequence: () => (sequence = (sequence + 1) % SEQUENCES),
    accept(number, now, from) {
      const arrival = received.accept(number);
      if (arrival === 'refused') return arrival;
      confirmed = true;
      heardAt = now;
      if (from === undefined) return arrival;
      heardDirectlyAt = now;
      if (arrival === 'newest') address = from;
      return arrival;
    },
  };
}
