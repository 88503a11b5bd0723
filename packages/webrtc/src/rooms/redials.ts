import type { PeerId } from '@lite-rollback/core';
import { type Backoff, createBackoff } from './backoff.js';

/** Makes broken links anew: dials a machine after waits that double, for as long as the caller wants the link. */
export interface Redials {
  /** Dials after the next wait, if `due` still says so then. */
  plan(peer: PeerId): void;
  /** The link is there, or there again. */
  linked(peer: PeerId): void;
  close(): void;
}

const FIRST_MS = 500;
const MAX_MS = 15_000;
/** A link that lasted this long was a good one: the next waits are short again. Shorter, and the waits go on growing. */
const STABLE_MS = 10_000;
/** Machines that are remembered. A room has 16; whoever else was listed long ago is forgotten. */
const PEERS_MAX = 64;

interface Plan {
  readonly backoff: Backoff;
  timer?: ReturnType<typeof setTimeout>;
  linkedAt?: number;
}

/** `due` says when a wait is over whether the link is still wanted and still missing. */
export function createRedials(due: (peer: PeerId) => boolean, dial: (peer: PeerId) => void): Redials {
  const plans = new Map<PeerId, Plan>();
  let closed = false;

  function planOf(peer: PeerId): Plan {
    const plan = plans.get(peer) ?? { backoff: createBackoff(FIRST_MS, MAX_MS) };
    plans.delete(peer);
    plans.set(peer, plan);
    for (const [oldest, { timer }] of plans) {
      if (plans.size <= PEERS_MAX) break;
      clearTimeout(timer);
      plans.delete(oldest);
    }
    return plan;
  }

  return {
    plan(peer) {
      if (closed || !due(peer)) return;
      const plan = planOf(peer);
      if (performance.now() - (plan.linkedAt ?? Infinity) >= STABLE_MS) plan.backoff.reset();
      delete plan.linkedAt;
      clearTimeout(plan.timer);
      plan.timer = setTimeout(() => {
        if (due(peer)) dial(peer);
      }, plan.backoff.next());
    },
    linked(peer) {
      planOf(peer).linkedAt = performance.now();
    },
    close() {
      closed = true;
      for (const { timer } of plans.values()) clearTimeout(timer);
      plans.clear();
    },
  };
}
