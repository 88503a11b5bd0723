// A line between two machines that are both in this page: late, uneven and lossy as a real one, on a clock of its own.
import { createEmitter, createPRNG, type Bytes, type PeerId, type Transport } from '@lite-rollback/core';
import { report } from '../browser/report.js';

/** What a line does to a packet, each way. */
export interface LineProfile {
  /** One way, ms ≥ 0. */
  readonly latencyMs: number;
  /** A packet takes up to this much more or less; it overtakes none that was sent before it. ms ≥ 0, default 0. */
  readonly jitterMs?: number;
  /** Share of the packets that are lost, whatever happens to their neighbours. 0 … 1, default 0. */
  readonly loss?: number;
  /**
   * Before each packet the line may enter or leave a state in which it loses everything: shares, 0 … 1. A gap lasts
   * 1 / exit packets on average. Default: never.
   */
  readonly gaps?: { readonly enter: number; readonly exit: number };
}

/** Two transports, and what lies between them. */
export interface Line {
  readonly near: Transport;
  readonly far: Transport;
  /** May be set in mid-match: it counts for the packets sent from then on. */
  profile: LineProfile;
  /** ms since the line was made. Hand it to both matches as `now`. */
  now(): number;
  /** Moves the clock, and delivers what falls due, by due time. @throws RangeError for less than 0 ms or no number. */
  advance(ms: number): void;
}

/** Nothing is late or lost: for two machines that are to find each other at once. */
export const PERFECT: LineProfile = { latencyMs: 0 };

interface Packet {
  readonly due: number;
  readonly payload: Bytes;
}

/** One end, and what is on its way to it. */
interface End {
  readonly transport: Transport;
  /** In order of sending, which is the order of arrival: a late packet holds up those behind it, as real lines do. */
  readonly coming: Packet[];
  deliver(payload: Bytes): void;
  inGap: boolean;
}

/** The same seed, the same profiles and the same calls give the same deliveries. */
export function createLine({ profile, seed }: { profile: LineProfile; seed: number }): Line {
  const dice = createPRNG(seed);
  const near = openEnd('near', 'far', (payload) => put(payload, far));
  const far = openEnd('far', 'near', (payload) => put(payload, near));
  let clock = 0;
  let current = profile;

  function put(payload: Bytes, to: End): void {
    const { gaps, jitterMs = 0, latencyMs, loss = 0 } = current;
    // All three are drawn for each packet: a change of one figure changes no other packet's luck.
    const [late, lost, turn] = [dice.float() * 2 - 1, dice.float(), dice.float()];
    if (gaps === undefined) to.inGap = false;
    else if (turn < (to.inGap ? gaps.exit : gaps.enter)) to.inGap = !to.inGap;
    if (to.inGap || lost < loss) return;
    const ahead = to.coming[to.coming.length - 1]?.due ?? 0;
    to.coming.push({
      due: Math.max(ahead, clock + Math.max(0, latencyMs + late * jitterMs)),
      payload: payload.slice(),
    });
  }

  return {
    near: near.transport,
    far: far.transport,
    get profile() {
      return current;
    },
    set profile(next) {
      current = next;
    },
    now: () => clock,
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`advance takes a number of ms from 0 on, got ${ms}`);
      const target = clock + ms;
      for (let end = next(near, far); end !== undefined; end = next(near, far)) {
        const [packet] = end.coming;
        if (packet === undefined || packet.due > target) break;
        end.coming.shift();
        clock = packet.due;
        end.deliver(packet.payload);
      }
      clock = target;
    },
  };
}

function openEnd(selfId: PeerId, otherId: PeerId, put: (payload: Bytes) => void): End {
  const { clear, emit, on } = createEmitter<{ message: { payload: Bytes; peer: PeerId } }>(report);
  let open = true;
  return {
    coming: [],
    inGap: false,
    deliver(payload) {
      if (open) emit('message', { payload, peer: otherId });
    },
    transport: {
      selfId,
      send(payload, peer) {
        if (open && (peer === undefined || peer === otherId)) put(payload);
      },
      onMessage: (handler) => on('message', ({ payload, peer }) => handler(payload, peer)),
      close() {
        open = false;
        clear();
      },
    },
  };
}

/** The end to which the next packet comes. */
function next(a: End, b: End): End | undefined {
  const [atA] = a.coming;
  const [atB] = b.coming;
  if (atA === undefined) return atB === undefined ? undefined : b;
  return atB === undefined || atA.due <= atB.due ? a : b;
}
