import type { PeerId } from '@lite-rollback/core';

/**
 * A member that has not answered a ping for this long, and that ICE cannot reach, is gone. One of the two alone is a
 * busy or a hidden page.
 */
const SILENT_MS = 3_000;
/** A member that has answered within this time is not asked again, however many newcomers and members ask for it. */
const FRESH_MS = 1_000;
type Timer = ReturnType<typeof setTimeout>;

/** Who has been asked for a sign of life, and who has given one. */
export interface Roll {
  /** Asks each of them that has neither been asked already nor answered just now. */
  call(peers: Iterable<PeerId>): void;
  /** @returns false for one that was not asked */
  answered(peer: PeerId): boolean;
  /** Nobody is still being waited for. */
  complete(): boolean;
  /** Asked SILENT_MS ago or longer, and silent since. */
  overdue(peer: PeerId): boolean;
  strike(peer: PeerId): void;
  close(): void;
}

/** `ask` sends the question; `onOverdue` is told of each one that stays silent. */
export function createRoll(ask: (peer: PeerId) => void, onOverdue: (peer: PeerId) => void): Roll {
  const asked = new Map<PeerId, { overdue: boolean; timer: Timer }>();
  const answeredAt = new Map<PeerId, number>();

  const settle = (peer: PeerId): boolean => {
    clearTimeout(asked.get(peer)?.timer);
    return asked.delete(peer);
  };
  return {
    call(peers) {
      const now = performance.now();
      for (const peer of peers) {
        if (asked.has(peer) || now - (answeredAt.get(peer) ?? -Infinity) < FRESH_MS) continue;
        const state = {
          overdue: false,
          timer: setTimeout(() => {
            state.overdue = true;
            onOverdue(peer);
          }, SILENT_MS),
        };
        asked.set(peer, state);
        ask(peer);
      }
    },
    answered(peer) {
      if (!settle(peer)) return false;
      answeredAt.set(peer, performance.now());
      return true;
    },
    complete: () => asked.size === 0,
    overdue: (peer) => asked.get(peer)?.overdue === true,
    strike(peer) {
      settle(peer);
      answeredAt.delete(peer);
    },
    close() {
      for (const { timer } of asked.values()) clearTimeout(timer);
    },
  };
}
