// "I want to play again", said to the others in the room between two matches.
import type { Bytes, PeerId, Transport } from '@lite-rollback/core';

/**
 * Shorter than any packet of a match (5 bytes of header), so a match counts it as not its own, and nothing of a match
 * is taken for it.
 */
const AGAIN: Bytes = Uint8Array.of(0x41, 0x67, 0x61, 0x3f);
/** Packets get lost, so it is said again and again. */
const EVERY_MS = 400;

export interface Wishes {
  /** Machines that said so since `forget`, and have not left. */
  readonly others: ReadonlySet<PeerId>;
  /** Whether anyone has left the room since `forget`. */
  readonly left: boolean;
  /** Says it, now and then. To be called as often as you like while it holds. */
  say(nowMs: number): void;
  forget(): void;
  close(): void;
}

export function createWishes(transport: Transport): Wishes {
  const others = new Set<PeerId>();
  let said = -Infinity;
  let left = false;
  const offMessage = transport.onMessage((payload, peer) => {
    if (payload.length === AGAIN.length && AGAIN.every((byte, index) => payload[index] === byte)) others.add(peer);
  });
  const offPeer = transport.onPeer?.((peer, change) => {
    if (change !== 'leave') return;
    others.delete(peer);
    left = true;
  });
  return {
    others,
    get left() {
      return left;
    },
    say(nowMs) {
      if (nowMs - said < EVERY_MS) return;
      said = nowMs;
      transport.send(AGAIN);
    },
    forget() {
      others.clear();
      left = false;
      said = -Infinity;
    },
    close() {
      offMessage();
      offPeer?.();
    },
  };
}
