import type { PeerId } from '@lite-rollback/core';
import { RoomError } from '../rooms/room-error.js';
import { SIGNAL_TEXT_MAX, type Signaling, type SignalingEvents, type SignalingService } from '../rooms/signaling.js';

/**
 * A signaling service within one page or process: for tests, and as the shortest one that keeps the contract. Two rooms
 * in one page meet over it.
 */
export function createMemorySignaling(): SignalingService {
  const claims = new Map<PeerId, SignalingEvents>();

  function claim(address: PeerId, events: SignalingEvents): Signaling {
    if (claims.has(address)) throw new RoomError('unavailable', `The address "${address}" is held already.`);
    claims.set(address, events);
    const holds = (): boolean => claims.get(address) === events;
    return {
      send(to, text) {
        if (!holds() || text.length > SIGNAL_TEXT_MAX) return false;
        // Like any service, not within the call. What is not held then is absent.
        setTimeout(() => {
          const receiver = claims.get(to);
          if (receiver !== undefined) receiver.message(address, text);
          else if (holds()) events.absent(to);
        });
        return true;
      },
      leave() {
        if (holds()) claims.delete(address);
      },
    };
  }
  return {
    async claim(address, events, signal) {
      signal.throwIfAborted();
      return claim(address, { ...events });
    },
  };
}
