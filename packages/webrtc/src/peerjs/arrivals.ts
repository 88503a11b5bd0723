import type { PeerId } from '@lite-rollback/core';
import { createBudget, type Budget } from './budget.js';
import type { Link } from './link.js';

/**
 * Links that others have dialled and that are not open yet. Anyone who knows our address can dial, and each dial costs a
 * peer connection. So an address has one under way, and all together are few. A link that is meant opens within a
 * second: when there are too many, the one of the address that has been under way for longest gives way, and garbage
 * keeps no newcomer out.
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
const ADDRESSES_MAX = 64;

export function createArrivals(): Arrivals {
  /** In the order in which the addresses came: an address that dials again keeps its place. */
  const links = new Map<PeerId, Link>();
  const budgets = new Map<PeerId, Budget>();

  return {
    allows(peer) {
      const budget = budgets.get(peer) ?? createBudget(DIALS_AT_ONCE, DIALS_PER_SECOND);
      budgets.delete(peer);
      budgets.set(peer, budget);
      const [oldest] = budgets.keys();
      if (oldest !== undefined && budgets.size > ADDRESSES_MAX) budgets.delete(oldest);
      return budget.take();
    },
    add(link) {
      links.get(link.peer)?.close();
      links.set(link.peer, link);
      const [oldest] = links.values();
      if (oldest === undefined || links.size <= ARRIVING_MAX) return;
      links.delete(oldest.peer);
      oldest.close();
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
