import type { PeerId } from '@lite-rollback/core';
import type { ControlMessage } from './control-message.js';
import type { Mesh } from './mesh.js';

/** The host's side of a room: who is in, who may come in, and who is no longer there. */
export interface Door {
  opened(peer: PeerId): void;
  message(peer: PeerId, message: ControlMessage): void;
  lost(peer: PeerId): void;
  reachability(peer: PeerId): void;
  close(): void;
}

/**
 * A member that has not answered a ping for this long, and that ICE cannot reach, is gone. One of the two alone is a
 * busy or a hidden page.
 */
const SILENT_MS = 3_000;
/** ICE notices a killed browser after 5 to 7 s; whoever waits for a seat is told 'full' after this. */
const VERDICT_MS = 8_000;

/**
 * Seats members up to maxPeers machines, the host among them, in the order their links open. Members are pinged only
 * when it matters: somebody finds the room full, or cannot reach a member. So a killed browser gives its seat to its
 * own reload, and a page that is merely silent keeps it.
 */
export function createDoor(mesh: Pick<Mesh, 'admit' | 'send' | 'drop' | 'reachable'>, maxPeers: number): Door {
  const seated = new Set<PeerId>();
  const waiting = new Map<PeerId, ReturnType<typeof setTimeout>>();
  /** Pinged members, until they answer. True once SILENT_MS have passed. */
  const pinged = new Map<PeerId, { overdue: boolean; timer: ReturnType<typeof setTimeout> }>();

  function tellAll(): void {
    for (const peer of seated) mesh.send(peer, { t: 'members', members: others(peer) });
  }

  const others = (peer: PeerId): PeerId[] => [...seated].filter((member) => member !== peer);

  function seat(peer: PeerId): void {
    clearTimeout(waiting.get(peer));
    waiting.delete(peer);
    seated.add(peer);
    // The newcomer first: its list must be there before a member's dial is.
    mesh.send(peer, { t: 'welcome', members: others(peer) });
    mesh.admit(peer);
    tellAll();
  }

  function seatWaiting(): void {
    for (const peer of waiting.keys()) if (seated.size < maxPeers - 1) seat(peer);
  }

  function refuse(peer: PeerId): void {
    clearTimeout(waiting.get(peer));
    waiting.delete(peer);
    mesh.drop(peer, { t: 'full' });
  }

  function answeredPing(peer: PeerId): void {
    clearTimeout(pinged.get(peer)?.timer);
    pinged.delete(peer);
  }

  function unseat(peer: PeerId): void {
    answeredPing(peer);
    if (!seated.delete(peer)) return;
    tellAll();
    seatWaiting();
  }

  function judge(peer: PeerId): void {
    if (!pinged.get(peer)?.overdue || mesh.reachable(peer)) return;
    mesh.drop(peer);
    unseat(peer);
  }

  function pingAll(): void {
    for (const peer of seated) {
      if (pinged.has(peer)) continue;
      const state = {
        overdue: false,
        timer: setTimeout(() => {
          state.overdue = true;
          judge(peer);
        }, SILENT_MS),
      };
      pinged.set(peer, state);
      mesh.send(peer, { t: 'ping' });
    }
  }

  return {
    opened(peer) {
      if (seated.has(peer) || seated.size < maxPeers - 1) return seat(peer);
      waiting.set(
        peer,
        setTimeout(() => refuse(peer), VERDICT_MS),
      );
      pingAll();
    },
    message(peer, message) {
      if (message.t === 'check' && seated.has(peer)) pingAll();
      if (message.t !== 'pong') return;
      answeredPing(peer);
      // Everyone is there: no reason to let the newcomer wait.
      if (pinged.size === 0) for (const newcomer of [...waiting.keys()]) refuse(newcomer);
    },
    lost(peer) {
      clearTimeout(waiting.get(peer));
      waiting.delete(peer);
      unseat(peer);
    },
    reachability: judge,
    close() {
      for (const timer of waiting.values()) clearTimeout(timer);
      for (const { timer } of pinged.values()) clearTimeout(timer);
    },
  };
}
