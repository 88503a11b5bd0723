import type { DataConnection } from 'peerjs';
import type { PeerId } from '@lite-rollback/core';
import type { WebRTCTransport } from '../transport.js';
import { createArrivals } from './arrivals.js';
import { createBudget } from './budget.js';
import type { ControlMessage } from './control-message.js';
import { CONTROL_LABEL, createLink, FLUSH_MS, type Link, type LinkEnd } from './link.js';
import type { Signaling } from './signaling.js';

/**
 * Why a dial failed: as a link ends, 'absent' when the server does not know the machine, 'signaling' when the server is
 * out of reach, 'busy' when we have dialled too often.
 */
export type DialFailure = LinkEnd | 'absent' | 'signaling' | 'busy';

export interface MeshEvents {
  /** A link is open in both directions. It carries nothing for the transport before admit(). */
  opened(peer: PeerId): void;
  message(peer: PeerId, message: ControlMessage): void;
  /** A dial of ours came to nothing. */
  dialFailed(peer: PeerId, why: DialFailure): void;
  /** An open link is gone and no other stands in its place. */
  lost(peer: PeerId, why: LinkEnd): void;
  reachability(peer: PeerId): void;
}

/** The links of this machine: at most one open one to each other machine. Of each pair one side dials, see mayDial. */
export interface Mesh {
  readonly selfId: PeerId;
  readonly hostId: PeerId;
  /**
   * True where this machine is the one of the pair to dial: a newcomer dials the host, and of two guests the lower id
   * dials.
   */
  mayDial(peer: PeerId): boolean;
  /** Does nothing while a dial to that peer is under way. An open link stays in use until the new one is open. */
  dial(peer: PeerId): void;
  has(peer: PeerId): boolean;
  reachable(peer: PeerId): boolean;
  /** The other side of a pending dial has answered. */
  answered(peer: PeerId): boolean;
  /** Hands the open link to the transport: from here on the peer is `joined`. */
  admit(peer: PeerId): void;
  send(peer: PeerId, message: ControlMessage): void;
  /** Ends the link and any dial to that peer; no event follows. */
  drop(peer: PeerId, flush?: ControlMessage): void;
  sayBye(): void;
  /** Says bye and closes every link; `done` is called when the last bye had its time to leave. */
  close(done: () => void): void;
}

/**
 * Dials of ours. A room of 16 takes 15 at once; beyond that, a host that lists ever new machines makes us dial no more
 * than this.
 */
const DIALS_AT_ONCE = 32;
const DIALS_PER_SECOND = 1;

export function createMesh(
  signaling: Signaling,
  hostId: PeerId,
  transport: WebRTCTransport,
  openTimeoutMs: number,
  events: MeshEvents,
): Mesh {
  const selfId = signaling.id;
  const open = new Map<PeerId, Link>();
  const dialling = new Map<PeerId, Link>();
  const arrivals = createArrivals();
  const dials = createBudget(DIALS_AT_ONCE, DIALS_PER_SECOND);
  const admitted = new Set<PeerId>();
  let closed = false;

  const mayDial = (peer: PeerId): boolean => selfId !== hostId && (peer === hostId || selfId < peer);

  function forget(peer: PeerId): void {
    open.delete(peer);
    admitted.delete(peer);
    transport.remove(peer);
  }

  const linkEvents = {
    opened(link: Link): void {
      const { peer } = link;
      arrivals.remove(link);
      if (dialling.get(peer) === link) dialling.delete(peer);
      const previous = open.get(peer);
      open.set(peer, link);
      // The peer dialled again because its end of the first link is dead, whatever this end believes.
      previous?.close();
      if (previous && admitted.has(peer)) transport.add(peer, link.channel);
      events.opened(peer);
    },
    message(link: Link, message: ControlMessage): void {
      if (open.get(link.peer) === link) events.message(link.peer, message);
    },
    reachability(link: Link): void {
      if (open.get(link.peer) === link) events.reachability(link.peer);
    },
    ended(link: Link, why: LinkEnd): void {
      const { peer } = link;
      arrivals.remove(link);
      if (dialling.get(peer) === link) {
        dialling.delete(peer);
        events.dialFailed(peer, why);
      } else if (open.get(peer) === link) {
        forget(peer);
        events.lost(peer, why);
      }
    },
  };

  function accept(connection: DataConnection): void {
    const { peer } = connection;
    // Where both sides dial, the lower id's connection stands; the other is closed here.
    const wanted =
      connection.label === CONTROL_LABEL && connection.serialization === 'raw' && !mayDial(peer) && peer !== selfId;
    if (closed || !wanted || !arrivals.allows(peer)) return connection.close();
    arrivals.add(createLink(connection, openTimeoutMs, linkEvents));
  }

  signaling.onDialled(accept);
  signaling.onAbsent((peer) => {
    const link = dialling.get(peer);
    if (link === undefined) return;
    dialling.delete(peer);
    link.close();
    events.dialFailed(peer, 'absent');
  });

  return {
    selfId,
    hostId,
    mayDial,
    dial(peer) {
      if (closed || dialling.has(peer)) return;
      if (!dials.take()) return events.dialFailed(peer, 'busy');
      const connection = signaling.dial(peer, CONTROL_LABEL);
      if (connection === undefined) return events.dialFailed(peer, 'signaling');
      dialling.set(peer, createLink(connection, openTimeoutMs, linkEvents));
    },
    has: (peer) => open.has(peer),
    reachable: (peer) => open.get(peer)?.reachable() ?? false,
    answered: (peer) => dialling.get(peer)?.answered() ?? arrivals.get(peer) !== undefined,
    admit(peer) {
      const link = open.get(peer);
      if (link === undefined) return;
      admitted.add(peer);
      transport.add(peer, link.channel);
    },
    send: (peer, message) => open.get(peer)?.send(message),
    drop(peer, flush) {
      const link = open.get(peer);
      const dialled = dialling.get(peer);
      dialling.delete(peer);
      dialled?.close();
      if (link === undefined) return;
      forget(peer);
      link.close(flush);
    },
    sayBye() {
      for (const link of open.values()) link.send({ t: 'bye' });
    },
    close(done) {
      closed = true;
      // PeerJS's destroy() forgets every second connection, so each is closed here.
      for (const link of dialling.values()) link.close();
      arrivals.close();
      for (const link of open.values()) link.close({ t: 'bye' });
      if (open.size === 0) done();
      // After the links' own timers of the same length.
      else setTimeout(done, FLUSH_MS);
      dialling.clear();
      open.clear();
    },
  };
}
