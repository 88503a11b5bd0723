import type { DataConnection, Peer, PeerOptions } from 'peerjs';
import type { PeerId } from '@lite-rollback/core';
import { createBackoff } from './backoff.js';
import type { Deadline } from './deadline.js';
import { RoomError } from './room-error.js';
import { DEFAULT_ICE_SERVERS, type PeerJSOptions } from './room-options.js';

/**
 * An id claimed at the PeerJS server. Lost connections to the server are made again; connections between machines do
 * not depend on it.
 */
export interface Signaling {
  readonly id: PeerId;
  /** Undefined while the server is out of reach. The connection's second channel must be made in the same tick. */
  dial(peer: PeerId, label: string): DataConnection | undefined;
  /** Calls back for every dial from elsewhere, those that came before the call included. */
  onDialled(handler: (connection: DataConnection) => void): void;
  /**
   * Calls back with the id of a dialled machine that the server does not know. It takes the server 5 to 6 s to say so.
   */
  onAbsent(handler: (peer: PeerId) => void): void;
  /** Gives the id back at once, so that it can be claimed anew. Connections between machines stay. */
  leave(): void;
  /** Ends PeerJS for good. Close the connections first: PeerJS's own destroy() leaves every second one open. */
  destroy(): void;
}

/** From the loss of the server to the first attempt, and the longest wait between attempts. */
const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;

/**
 * Claims `id` and waits until the server has granted it: a dial before that is lost without an error.
 * @throws RoomError 'browser', 'unavailable' for an id that is taken, 'signaling' for every other refusal or no answer
 * in time, 'aborted'.
 */
export async function openSignaling(id: PeerId, options: PeerJSOptions, deadline: Deadline): Promise<Signaling> {
  if (typeof RTCPeerConnection === 'undefined')
    throw new RoomError('browser', 'This browser has no WebRTC (RTCPeerConnection is missing).');
  const late = (): RoomError => new RoomError('signaling', 'The signaling server did not answer in time.');
  const { Peer } = await deadline.race(loadPeerJS(), late);
  const peer = claim(Peer, id, options);

  const waitingDials: DataConnection[] = [];
  let onDialled = (connection: DataConnection): void => void waitingDials.push(connection);
  // Before the id is granted: a dial can follow the grant in the very next message.
  peer.on('connection', (connection) => onDialled(connection));
  try {
    await deadline.race(granted(peer), late);
  } catch (error) {
    peer.destroy();
    throw error;
  }

  let left = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const backoff = createBackoff(RECONNECT_FIRST_MS, RECONNECT_MAX_MS);
  peer.on('open', () => backoff.reset());
  peer.on('disconnected', () => {
    if (left) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!left && peer.disconnected) peer.reconnect();
    }, backoff.next());
  });

  return {
    id,
    dial(to, label) {
      if (left || peer.disconnected) return undefined;
      // `raw`: PeerJS's own formats parse what a stranger sends, and throw. TypeScript is told that connect() always
      // returns; before an answer it may not.
      const connection: DataConnection | undefined = peer.connect(to, { label, reliable: true, serialization: 'raw' });
      return connection;
    },
    onDialled(handler) {
      onDialled = handler;
      for (const connection of waitingDials.splice(0)) handler(connection);
    },
    onAbsent(handler) {
      peer.on('error', (error) => {
        // The id stands in the message alone: "Could not connect to peer ID".
        if (error.type === 'peer-unavailable') handler(error.message.slice(error.message.lastIndexOf(' ') + 1));
      });
    },
    leave() {
      left = true;
      clearTimeout(timer);
      peer.disconnect();
    },
    destroy() {
      left = true;
      clearTimeout(timer);
      peer.destroy();
    },
  };
}

async function loadPeerJS() {
  try {
    return await import('peerjs');
  } catch (cause) {
    throw new RoomError(
      'signaling',
      'The peerjs module could not be loaded. It is an optional peer dependency: install peerjs 1.5.5.',
      cause,
    );
  }
}

function claim(PeerClass: new (id: string, options: PeerOptions) => Peer, id: PeerId, options: PeerJSOptions): Peer {
  const { host, port, path, secure, key, iceServers = [...DEFAULT_ICE_SERVERS], iceTransportPolicy = 'all' } = options;
  // PeerJS spreads the options over its defaults: an undefined one would take the default's place.
  const server = Object.fromEntries(
    Object.entries({ host, port, path, secure, key }).filter(([, value]) => value !== undefined),
  );
  try {
    return new PeerClass(id, { ...server, debug: 0, config: { iceServers, iceTransportPolicy } });
  } catch (cause) {
    throw new RoomError('signaling', 'The address of the signaling server cannot be used from this page.', cause);
  }
}

function granted(peer: Peer): Promise<void> {
  return new Promise((resolve, reject) => {
    peer.once('open', () => resolve());
    peer.on('error', (error) => {
      const { type } = error;
      if (type === 'unavailable-id') reject(new RoomError('unavailable', 'This room already has a host.', error));
      else if (type === 'browser-incompatible')
        reject(new RoomError('browser', 'This browser has no WebRTC data channels.', error));
      else
        reject(
          new RoomError(
            'signaling',
            `The signaling server cannot be reached, or refused (${type}). Check the network and, of a server of your own, host, port, path and secure.`,
            error,
          ),
        );
    });
    // An error names the reason; these two come alone only when there is none to name.
    peer.once('disconnected', () => reject(new RoomError('signaling', 'The signaling server closed the connection.')));
    peer.once('close', () => reject(new RoomError('signaling', 'The signaling server closed the connection.')));
  });
}
