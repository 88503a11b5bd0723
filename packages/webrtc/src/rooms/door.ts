import type { PeerId } from '@lite-rollback/core';
import type { ControlMessage } from './control-message.js';
import type { LinkEnd } from './link.js';
import type { Mesh } from './mesh.js';
import { createRoll } from './roll.js';

/** The host's side of a room: who is in, who may come in, and who is no longer there. */
export interface Door {
  opened(peer: PeerId): void;
  message(peer: PeerId, message: ControlMessage): void;
  lost(peer: PeerId, why: LinkEnd): void;
  reachability(peer: PeerId): void;
  close(): void;
}

/** ICE notices a killed browser after 5 to 7 s. A newcomer that waits for a seat is told 'full' after this. */
const VERDICT_MS = 8_000;
/**
 * Newcomers that wait at the same time. One more takes the place of the one that has waited longest, so that whoever
 * fills the places keeps nobody from asking.
 */
const WAITING_MAX = 4;

/**
 * How long a member whose link broke keeps its seat and stays joined: it dials again after half a second, and the next
 * times after one and two. A match waits about as long for a silent player.
 */
export const RELINK_MS = 5_000;

type Timer = ReturnType<typeof setTimeout>;

/**
 * Seats members up to maxPeers machines, the host among them, in the order their links open. Members are pinged only
 * when it matters: a newcomer finds the room full, or cannot reach a member. So a killed browser gives its seat to its
 * own reload, and a page that is merely silent keeps it.
 */
export function createDoor(mesh: Pick<Mesh, 'admit' | 'send' | 'drop' | 'reachable'>, maxPeers: number): Door {
  const seated = new Set<PeerId>();
  /** Each with the timer of its refusal, in the order of arrival. */
  const waiting = new Map<PeerId, Timer>();
  /** Members whose link broke, each with the timer of its seat. */
  const away = new Map<PeerId, Timer>();
  const roll = createRoll(
    (peer) => mesh.send(peer, { t: 'ping' }),
    (peer) => judge(peer),
  );

  const others = (peer: PeerId): PeerId[] => [...seated].filter((member) => member !== peer);

  function tellAll(): void {
    for (const peer of seated) mesh.send(peer, { t: 'members', members: others(peer) });
  }

  function stopWaiting(peer: PeerId): boolean {
    clearTimeout(waiting.get(peer));
    return waiting.delete(peer);
  }

  function comeBack(peer: PeerId): void {
    clearTimeout(away.get(peer));
    away.delete(peer);
  }

  function seat(peer: PeerId): void {
    stopWaiting(peer);
    comeBack(peer);
    seated.add(peer);
    // The newcomer first: its list must be there before a member's dial is.
    mesh.send(peer, { t: 'welcome', members: others(peer) });
    mesh.admit(peer);
    tellAll();
  }

  function refuse(peer: PeerId): void {
    if (stopWaiting(peer)) mesh.drop(peer, { t: 'full' });
  }

  /** Once every member is known to be there, no newcomer has a reason to wait. */
  function refuseIfAllAnswered(): void {
    if (roll.complete()) for (const newcomer of [...waiting.keys()]) refuse(newcomer);
  }

  function unseat(peer: PeerId): void {
    roll.strike(peer);
    comeBack(peer);
    if (!seated.delete(peer)) return;
    tellAll();
    for (const newcomer of [...waiting.keys()]) if (seated.size < maxPeers - 1) seat(newcomer);
    refuseIfAllAnswered();
  }

  function judge(peer: PeerId): void {
    if (!roll.overdue(peer) || mesh.reachable(peer)) return;
    mesh.drop(peer);
    unseat(peer);
  }

  function wait(peer: PeerId): void {
    // A link that opens a second time goes on waiting where the first one did.
    if (waiting.has(peer)) return;
    const [longest] = waiting.keys();
    if (longest !== undefined && waiting.size >= WAITING_MAX) refuse(longest);
    waiting.set(
      peer,
      setTimeout(() => refuse(peer), VERDICT_MS),
    );
    roll.call(seated);
    refuseIfAllAnswered();
  }

  return {
    opened(peer) {
      if (seated.has(peer) || seated.size < maxPeers - 1) seat(peer);
      else wait(peer);
    },
    message(peer, message) {
      if (message.t === 'check' && seated.has(peer)) roll.call(seated);
      if (message.t === 'pong' && roll.answered(peer)) refuseIfAllAnswered();
    },
    lost(peer, why) {
      stopWaiting(peer);
      if (why === 'bye' || !seated.has(peer)) return unseat(peer);
      comeBack(peer);
      away.set(
        peer,
        setTimeout(() => unseat(peer), RELINK_MS),
      );
    },
    reachability: judge,
    close() {
      for (const timer of [...waiting.values(), ...away.values()]) clearTimeout(timer);
      roll.close();
    },
  };
}
