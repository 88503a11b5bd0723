import { deriveKey, type Key } from '../../wire/sip-hash.js';
import { SEQUENCES } from '../../wire/limits.js';
import { SEEN, type MatchClock } from '../match-clock.js';
import type { PeerId } from '../transport.js';
import { createLinkStats, type LinkStats } from './link-stats.js';
import { createLinkQueue, type LinkQueue } from './link-queue.js';
import { createSequenceBuffer, type SequenceBuffer } from './sequence-buffer.js';

/** What became of a payload: 'crowded' if an older one had to make room for it. */
export type Receipt = 'taken' | 'crowded' | 'refused' | 'foreign';

/** All that is known of the way to one other machine. Only the two machines of a link have its key. */
export interface Link {
  /** The other machine's node id. */
  readonly node: number;
  /** What both machines share. */
  readonly key: Key;
  /** Made of it for each direction, so that what we said never comes back as if the other had. */
  readonly keyOut: Key;
  readonly keyIn: Key;
  /** For packets that others carry: one of them, sent on from elsewhere, does not pass for one that came by itself. */
  readonly keyCarriedOut: Key;
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
  /** The sequence number of the next packet to it, and how often these have begun anew. */
  nextSequence(): number;
  readonly wrapsOut: number;
  /**
   * Takes a payload in, if the other machine has sealed it and it has not come before. Only the newest packet moves the
   * address, and one that was relayed, without an address, never does. 'foreign' for one that it has not sealed.
   */
  receive(payload: Uint8Array, from: PeerId | undefined): Receipt;
}

/** Tells the keys of carried packets from those of others. */
const CARRIED = 1;
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
  const queue = createLinkQueue(WAITING, clock);
  const keyIn = deriveKey(key, node);
  const keyCarriedIn = deriveKey(key, node, CARRIED);
  let address = to;
  let sequence = -1;
  let wrapsOut = -1;
  let confirmed = false;
  let heardAt = clock.time();
  let heardDirectlyAt = heardAt;
  return {
    node,
    key,
    keyOut: deriveKey(key, ownNode),
    keyIn,
    keyCarriedOut: deriveKey(key, ownNode, CARRIED),
    queue,
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
    get wrapsOut() {
      return wrapsOut;
    },
    nextSequence() {
      sequence = (sequence + 1) % SEQUENCES;
      if (sequence === 0) wrapsOut++;
      return sequence;
    },
    receive(payload, from) {
      if (!queue.stage(payload)) return 'foreign';
      const number = queue.stagedSequence();
      if (!queue.isStagedSealed(from === undefined ? keyCarriedIn : keyIn, received.wrapsOf(number))) return 'foreign';
      const arrival = received.accept(number);
      if (arrival === 'refused') return 'refused';
      clock.look();
      confirmed = true;
      heardAt = Math.floor(clock.exact[SEEN]!);
      if (from !== undefined) {
        heardDirectlyAt = heardAt;
        if (arrival === 'newest') address = from;
      }
      return queue.add(from ?? '', arrival === 'newest') ? 'crowded' : 'taken';
    },
  };
}
