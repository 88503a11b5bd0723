import type { PeerId } from '@lite-rollback/core';

/**
 * Machines that are linked with a guest and that its host has not listed yet. The list may be on its way still: it comes
 * over another link. Whoever knows a guest's address can dial it, so those that wait are few, and not for long.
 */
export interface Newcomers {
  add(peer: PeerId): void;
  /** @returns false for one that does not wait */
  remove(peer: PeerId): boolean;
  close(): void;
}

/** Several times what a list takes over the slowest playable link, with one retransmission. */
const LISTED_BY_MS = 5_000;
const NEWCOMERS_MAX = 4;

/** `drop` is told of each one that is not listed in time, and of the longest waiting one when there are too many. */
export function createNewcomers(drop: (peer: PeerId) => void): Newcomers {
  const timers = new Map<PeerId, ReturnType<typeof setTimeout>>();

  function remove(peer: PeerId): boolean {
    clearTimeout(timers.get(peer));
    return timers.delete(peer);
  }
  const giveUp = (peer: PeerId): void => {
    if (remove(peer)) drop(peer);
  };
  return {
    add(peer) {
      if (timers.has(peer)) return;
      const [longest] = timers.keys();
      if (longest !== undefined && timers.size >= NEWCOMERS_MAX) giveUp(longest);
      timers.set(
        peer,
        setTimeout(() => giveUp(peer), LISTED_BY_MS),
      );
    },
    remove,
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
