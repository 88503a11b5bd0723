import type { PeerId } from '@lite-rollback/core';
import type { ControlMessage } from './control-message.js';
import type { DialFailure, Mesh } from './mesh.js';
import type { LinkEnd } from './link.js';
import { createNewcomers } from './newcomers.js';
import { createRedials } from './redials.js';
import { RoomError } from './room-error.js';
import { ABSENT_BY_MS } from './signaling.js';

/** A guest's side of a room: let in by the host, linked with every other member, and linked again after a loss. */
export interface Guest {
  /**
   * Dials the host. Resolves once linked with it and with every member that it lists; rejects with a RoomError when that
   * cannot be.
   */
  enter(): Promise<void>;
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
/** From an open link with the host to its welcome or refusal. The host makes up its mind within 8 s, see door.ts. */
const WELCOME_BY_MS = 12_000;
export function createGuest(mesh: Mesh): Guest {
  const { hostId, selfId } = mesh;
  let dialledAt = 0;
  const entry = createEntry();
  let members: readonly PeerId[] = [];
  let welcomed = false;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  let welcomeTimer: ReturnType<typeof setTimeout> | undefined;

  // The host may be reloading its page under the same address, so it is dialled for as long as the room is open; another
  // member while the host lists it.
  const wanted = (peer: PeerId): boolean => mesh.mayDial(peer) && (peer === hostId || members.includes(peer));
  const redials = createRedials(
    (peer) => wanted(peer) && !(mesh.has(peer) && mesh.reachable(peer)),
    (peer) => mesh.dial(peer),
  );
  const newcomers = createNewcomers((peer) => mesh.drop(peer));

  function settle(error?: RoomError): void {
    entry.settle(error);
    clearTimeout(checkTimer);
  }

  const missing = (): PeerId[] => members.filter((peer) => !mesh.has(peer));

  function settleIfComplete(): void {
    if (welcomed && missing().length === 0) settle();
  }

  function learn(list: readonly PeerId[]): void {
    // Nobody waits for the answer of one that is struck off the list.
    for (const peer of missing()) if (!list.includes(peer)) mesh.drop(peer);
    members = list.filter((peer) => peer !== selfId && peer !== hostId);
    for (const peer of members) {
      if (newcomers.remove(peer)) mesh.admit(peer);
      else if (!mesh.has(peer) && mesh.mayDial(peer)) mesh.dial(peer);
    }
    settleIfComplete();
  }

  function leaveHost(): void {
    clearTimeout(welcomeTimer);
    mesh.drop(hostId);
    redials.plan(hostId);
  }

  function heardHost(message: ControlMessage): void {
    if (message.t === 'full') {
      settle(new RoomError('unavailable', 'This room is full.'));
      leaveHost();
    } else if (message.t === 'welcome') {
      clearTimeout(welcomeTimer);
      clearTimeout(checkTimer);
      mesh.admit(hostId);
      welcomed = true;
      if (!entry.settled()) checkTimer = setTimeout(() => mesh.send(hostId, { t: 'check' }), CHECK_AFTER_MS);
      learn(message.members);
    } else if (message.t === 'members' && welcomed) {
      learn(message.members);
    }
  }

  return {
    enter() {
      dialledAt = performance.now();
      mesh.dial(hostId);
      return entry.entered;
    },
    obstacle() {
      if (welcomed) {
        return missing().some((peer) => mesh.answered(peer))
          ? noPath('A player')
          : new RoomError('timeout', 'A player of this room does not answer.');
      }
      if (mesh.has(hostId))
        return new RoomError('timeout', 'The host of this room answered, but did not let us in or refuse us.');
      if (mesh.answered(hostId)) return noPath('The host');
      if (performance.now() - dialledAt < ABSENT_BY_MS) return noSuchRoom();
      return unanswered();
    },
    opened(peer) {
      redials.linked(peer);
      if (peer === hostId) {
        clearTimeout(welcomeTimer);
        welcomeTimer = setTimeout(leaveHost, WELCOME_BY_MS);
      } else if (members.includes(peer)) {
        mesh.admit(peer);
        settleIfComplete();
      } else newcomers.add(peer);
    },
    message(peer, message) {
      if (message.t === 'ping') mesh.send(peer, { t: 'pong' });
      if (peer === hostId) heardHost(message);
    },
    dialFailed(peer, why) {
      if (!entry.settled()) {
        // A host that is flooded with dials refuses some, and the next one may open.
        if (peer === hostId && why !== 'refused') settle(hostFailure(why));
        else if (peer !== hostId && why === 'ice') settle(noPath('A player'));
        // An absent member is already gone; the host will notice.
        else if (why === 'absent') learn(members.filter((member) => member !== peer));
      }
      redials.plan(peer);
    },
    lost(peer, why) {
      newcomers.remove(peer);
      if (peer === hostId) {
        clearTimeout(welcomeTimer);
        settle(noSuchRoom());
      }
      // A member that said bye comes back, if at all, under a new id.
      if (peer !== hostId && why === 'bye') members = members.filter((member) => member !== peer);
      settleIfComplete();
      redials.plan(peer);
    },
    reachability(peer) {
      // ICE gives up only 16 s after a loss, and a host that was killed may be back long before.
      if (mesh.reachable(peer)) redials.linked(peer);
      else redials.plan(peer);
    },
    close() {
      clearTimeout(checkTimer);
      clearTimeout(welcomeTimer);
      newcomers.close();
      redials.close();
    },
  };
}

/** Whether this machine is in: decided once. */
function createEntry() {
  let settled = false;
  let resolve: () => void;
  let reject: (error: RoomError) => void;
  const entered = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return {
    entered,
    settled: () => settled,
    settle(error?: RoomError): void {
      if (settled) return;
      settled = true;
      if (error) reject(error);
      else resolve();
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
