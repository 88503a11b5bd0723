import type { PeerId } from '@lite-rollback/core';
import type { WebRTCTransport } from '../transport.js';
import { createArrivals } from './arrivals.js';
import { createBudget } from './budget.js';
import type { ControlMessage } from './control-message.js';
import { createLink, type Link, type LinkEnd } from './link.js';
import { createDialName, encodeSignal, parseSignal, type Signal } from './signal.js';

/**
 * Why a dial failed: as a link ends, 'absent' when nobody holds the address, 'signaling' when the service is out of
 * reach, 'busy' when we have dialled too often or the browser makes no more connections.
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
  /** What came for this machine over the signaling service: see SignalingEvents. */
  signal(from: PeerId, text: string): void;
  absent(peer: PeerId): void;
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
  /** Says bye and closes every link. */
  close(): void;
}

/**
 * Dials of ours. A room of 16 takes 15 at once; beyond that, a host that lists ever new machines makes us dial no more
 * than this.
 */
const DIALS_AT_ONCE = 32;
const DIALS_PER_SECOND = 1;

export interface MeshSpec {
  readonly hostId: PeerId;
  /** Its selfId is this machine's address. */
  readonly transport: WebRTCTransport;
  readonly rtc: RTCConfiguration;
  readonly openTimeoutMs: number;
  /** Sends over the signaling service. @returns false when that is out of reach */
  send(to: PeerId, text: string): boolean;
}

export function createMesh(spec: MeshSpec, events: MeshEvents): Mesh {
  const { hostId, transport } = spec;
  const { selfId } = transport;
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
        // Who said bye is gone. Any other may be linked again before the transport has told anyone.
        if (why === 'bye') transport.remove(peer);
        else transport.lose(peer);
        events.lost(peer, why);
      }
    },
  };

  /** Undefined when the browser makes no more connections: Chromium stops at 500. */
  function connect(peer: PeerId, dial: string): Link | undefined {
    let connection: RTCPeerConnection;
    try {
      connection = new RTCPeerConnection(spec.rtc);
    } catch {
      return undefined;
    }
    const signal = (signal: Signal): void => {
      const sent = spec.send(peer, encodeSignal(signal));
      if (!sent && signal.t === 'offer') failDial(peer, 'signaling');
    };
    return createLink({ peer, dial, connection, openTimeoutMs: spec.openTimeoutMs, signal }, linkEvents);
  }

  function failDial(peer: PeerId, why: DialFailure): void {
    const link = dialling.get(peer);
    if (link === undefined) return;
    dialling.delete(peer);
    link.close();
    events.dialFailed(peer, why);
  }

  function accept(peer: PeerId, dial: string): Link | undefined {
    // Where both sides dial, the lower id's connection stands; the other's offer is dropped here.
    if (mayDial(peer) || !arrivals.allows(peer)) return undefined;
    const link = connect(peer, dial);
    if (link !== undefined) arrivals.add(link);
    return link;
  }

  return {
    selfId,
    hostId,
    mayDial,
    signal(from, text) {
      if (closed || from === selfId) return;
      const signal = parseSignal(text);
      if (signal === undefined) return;
      const links = [dialling.get(from), arrivals.get(from), open.get(from)];
      const link = links.find((each) => each?.dial === signal.dial);
      if (link !== undefined) link.signal(signal);
      else if (signal.t === 'offer') accept(from, signal.dial)?.signal(signal);
    },
    absent: (peer) => failDial(peer, 'absent'),
    dial(peer) {
      if (closed || dialling.has(peer)) return;
      const link = dials.take() ? connect(peer, createDialName()) : undefined;
      if (link === undefined) return events.dialFailed(peer, 'busy');
      dialling.set(peer, link);
      link.offer();
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
      if (link !== undefined) {
        forget(peer);
        link.close(flush);
      }
      transport.remove(peer);
    },
    sayBye() {
      for (const link of open.values()) link.send({ t: 'bye' });
    },
    close() {
      closed = true;
      for (const link of dialling.values()) link.close();
      arrivals.close();
      for (const link of open.values()) link.close({ t: 'bye' });
      dialling.clear();
      open.clear();
    },
  };
}
