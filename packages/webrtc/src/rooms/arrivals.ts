import type { PeerId } from '@lite-rollback/core';
import { createBudget, type Budget } from './budget.js';
import type { Link } from './link.js';

/**
 * Links that others have dialled and that are not open yet. Anyone who knows our address can dial, and each dial costs a
 * peer connection. So an address has one under way, and all together are few. When there are too many, the address gives
 * way that has dialled most often, and of several the one that came first: a newcomer has dialled once, and its link is
 * open within a second. Garbage keeps it out only if it comes from ever new addresses, and fast.
 */
export interface Arrivals {
  /** @returns false for an address that has dialled too often */
  allows(peer: PeerId): boolean;
  /** Closes what it takes the place of. */
  add(link: Link): void;
  remove(link: Link): void;
  get(peer: PeerId): Link | undefined;
  close(): void;
}

const ARRIVING_MAX = 8;
/** A page that reloads, or whose link breaks, dials a few times. The wait between dials grows, see redials.ts. */
const DIALS_AT_ONCE = 8;
const DIALS_PER_SECOND = 0.8;
/** Addresses whose dials are counted. An address is forgotten when so many others have dialled after it. */
const ADDRESSES_MAX = 256;

export function createArrivals(): Arrivals {
  /** In the order in which the addresses came: an address that dials again keeps its place. */
  const links = new Map<PeerId, Link>();
  const callers = new Map<PeerId, { readonly budget: Budget; dials: number }>();

  function givesWay(): Link | undefined {
    let most = 0;
    let found: Link | undefined;
    for (const link of links.values()) {
      const { dials } = callers.get(link.peer) ?? { dials: 1 };
      if (dials <= most) continue;
      most = dials;
      found = link;
    }
    return found;
  }

  return {
    allows(peer) {
      const caller = callers.get(peer) ?? { budget: createBudget(DIALS_AT_ONCE, DIALS_PER_SECOND), dials: 0 };
      caller.dials++;
      callers.delete(peer);
      callers.set(peer, caller);
      const [oldest] = callers.keys();
      if (oldest !== undefined && callers.size > ADDRESSES_MAX) callers.delete(oldest);
      return caller.budget.take();
    },
    add(link) {
      links.get(link.peer)?.close();
      links.set(link.peer, link);
      if (links.size <= ARRIVING_MAX) return;
      const loser = givesWay();
      if (loser === undefined) return;
      links.delete(loser.peer);
      loser.close();
    },
    remove(link) {
      if (links.get(link.peer) === link) links.delete(link.peer);
    },
    get: (peer) => links.get(peer),
    close() {
      for (const link of links.values()) link.close();
      links.clear();
    },
  };
}
