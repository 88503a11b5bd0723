import type { PeerId } from '@lite-rollback/core';
import { type Backoff, createBackoff } from './backoff.js';
import type { ControlMessage } from './control-message.js';
import type { DialFailure, Mesh } from './mesh.js';
import type { LinkEnd } from './link.js';
import { RoomError } from './room-error.js';

/** A guest's side of a room: let in by the host, linked with every other member, and linked again after a loss. */
export interface Guest {
  /**
   * Resolves once linked with the host and with every member it lists; rejects with a RoomError when that cannot be.
   */
  readonly entered: Promise<void>;
  /** What stands in the way now, for the moment when the time is up. */
  obstacle(): RoomError;
  opened(peer: PeerId): void;
  message(peer: PeerId, message: ControlMessage): void;
  dialFailed(peer: PeerId, why: DialFailure): void;
  lost(peer: PeerId, why: LinkEnd): void;
  reachability(peer: PeerId): void;
  close(): void;
}

/** From the welcome to the first question whether the members not yet linked are alive at all. */
const CHECK_AFTER_MS = 2_000;
const REDIAL_FIRST_MS = 500;
const REDIAL_MAX_MS = 15_000;
/**
 * A PeerServer reports an absent id after 5 s, looking once a second. A dial unanswered for longer went to a machine
 * that the server knows.
 */
const ABSENT_BY_MS = 7_000;

export function createGuest(mesh: Mesh): Guest {
  const { hostId, selfId } = mesh;
  const startedAt = performance.now();
  const redials = new Map<PeerId, { backoff: Backoff; timer?: ReturnType<typeof setTimeout> }>();
  let members: readonly PeerId[] = [];
  let welcomed = false;
  let settled = false;
  let closed = false;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  let resolve: () => void;
  let reject: (error: RoomError) => void;
  const entered = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });

  const missing = (): PeerId[] => members.filter((peer) => !mesh.has(peer));

  function settle(error?: RoomError): void {
    if (settled) return;
    settled = true;
    clearTimeout(checkTimer);
    if (error) reject(error);
    else resolve();
  }

  function settleIfComplete(): void {
    if (welcomed && missing().length === 0) settle();
  }

  function learn(list: readonly PeerId[]): void {
    members = list.filter((peer) => peer !== selfId && peer !== hostId);
    for (const peer of members) if (!mesh.has(peer) && mesh.mayDial(peer)) mesh.dial(peer);
    settleIfComplete();
  }

  function redial(peer: PeerId): void {
    if (closed || !settled || !mesh.mayDial(peer)) return;
    // The host may be reloading its page under the same id, so it is dialled for as long as the room is open; another
    // member while the host lists it.
    if (peer !== hostId && !members.includes(peer)) return;
    const plan = redials.get(peer) ?? { backoff: createBackoff(REDIAL_FIRST_MS, REDIAL_MAX_MS) };
    redials.set(peer, plan);
    clearTimeout(plan.timer);
    plan.timer = setTimeout(() => {
      if (!mesh.has(peer) || !mesh.reachable(peer)) mesh.dial(peer);
    }, plan.backoff.next());
  }

  return {
    entered,
    obstacle() {
      if (welcomed) {
        return missing().some((peer) => mesh.answered(peer))
          ? noPath('A player')
          : new RoomError('timeout', 'A player of this room does not answer.');
      }
      if (mesh.has(hostId))
        return new RoomError('timeout', 'The host of this room answered, but did not let us in or refuse us.');
      if (mesh.answered(hostId)) return noPath('The host');
      if (performance.now() - startedAt < ABSENT_BY_MS) return noSuchRoom();
      return unanswered();
    },
    opened(peer) {
      redials.get(peer)?.backoff.reset();
      if (peer === hostId) return;
      mesh.admit(peer);
      settleIfComplete();
    },
    message(peer, message) {
      if (message.t === 'ping') mesh.send(peer, { t: 'pong' });
      if (peer !== hostId) return;
      if (message.t === 'full') {
        mesh.drop(hostId);
        settle(new RoomError('unavailable', 'This room is full.'));
        redial(hostId);
      } else if (message.t === 'welcome') {
        mesh.admit(hostId);
        welcomed = true;
        if (!settled) checkTimer = setTimeout(() => mesh.send(hostId, { t: 'check' }), CHECK_AFTER_MS);
        learn(message.members);
      } else if (message.t === 'members' && welcomed) {
        learn(message.members);
      }
    },
    dialFailed(peer, why) {
      if (!settled) {
        if (peer === hostId) settle(hostFailure(why));
        else if (why === 'ice') settle(noPath('A player'));
        // An absent member is already gone; the host will notice.
        else if (why === 'absent') learn(members.filter((member) => member !== peer));
      }
      redial(peer);
    },
    lost(peer, why) {
      if (peer === hostId && !settled) settle(noSuchRoom());
      // A member that said bye comes back, if at all, under a new id.
      if (peer !== hostId && why === 'bye') members = members.filter((member) => member !== peer);
      settleIfComplete();
      redial(peer);
    },
    reachability(peer) {
      // ICE gives up only 16 s after a loss, and a host that was killed may be back long before.
      if (!mesh.reachable(peer)) redial(peer);
    },
    close() {
      closed = true;
      clearTimeout(checkTimer);
      for (const { timer } of redials.values()) clearTimeout(timer);
    },
  };
}

function hostFailure(why: DialFailure): RoomError {
  if (why === 'absent') return noSuchRoom();
  if (why === 'signaling') return new RoomError('signaling', 'The signaling server was lost.');
  return why === 'ice' ? noPath('The host') : unanswered();
}

function noSuchRoom(): RoomError {
  return new RoomError('no-such-room', 'Nobody hosts this room.');
}

function unanswered(): RoomError {
  return new RoomError(
    'timeout',
    'The host of this room does not answer. Its page may be frozen, or of another version.',
  );
}

function noPath(who: string): RoomError {
  return new RoomError(
    'ice',
    `${who} of this room answered, but no path to it was found. A TURN server in iceServers would carry the connection.`,
  );
}
