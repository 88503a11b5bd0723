import type { PeerId } from '@lite-rollback/core';
import { createBackoff } from '../rooms/backoff.js';
import { RoomError } from '../rooms/room-error.js';
import { SIGNAL_TEXT_MAX, type Signaling, type SignalingEvents, type SignalingService } from '../rooms/signaling.js';
import { createLifeline } from './lifeline.js';
import { parseServerMessage, relayed } from './server-message.js';
import { serverUrl, type PeerServerOptions } from './server-url.js';

/** From the loss of the server to the first attempt, and the longest wait between attempts. */
const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;
/** What may wait to be sent: the signals of some ten connections. A server that reads slower is as good as lost. */
const BUFFERED_MAX = 16 * SIGNAL_TEXT_MAX;

/**
 * PeerJS's server as a signaling service: it holds an id for as long as its WebSocket lasts, and passes messages from id
 * to id. PeerJS's own client is not needed: of it, a room would use nothing but this socket.
 *
 * @throws TypeError or RangeError for options that name no server
 */
export function createPeerServer(options: PeerServerOptions): SignalingService {
  const url = serverUrl(options);
  return {
    claim: (address, events, signal) =>
      new Promise<Signaling>((resolve, reject) => {
        const claim = openClaim(url, address, events, {
          granted: () => resolve(claim),
          refused: reject,
        });
        const abort = (): void => {
          claim.leave();
          reject(signal.reason);
        };
        signal.addEventListener('abort', abort);
        if (signal.aborted) abort();
      }),
  };
}

interface ClaimOutcome {
  granted(): void;
  /** Only before granted(). */
  refused(error: RoomError): void;
}

function openClaim(url: URL, address: PeerId, events: SignalingEvents, outcome: ClaimOutcome): Signaling {
  // The server knows by the token that a new socket belongs to the id that it holds already.
  const token = crypto.getRandomValues(new Uint32Array(2)).join('');
  const target = new URL(url);
  target.searchParams.set('id', address);
  target.searchParams.set('token', token);

  const backoff = createBackoff(RECONNECT_FIRST_MS, RECONNECT_MAX_MS);
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let granted = false;
  let left = false;

  const lifeline = createLifeline((text) => socket?.readyState === WebSocket.OPEN && socket.send(text), address, {
    registered,
    dead: () => drop(new RoomError('signaling', 'The signaling server stopped answering.')),
  });

  function registered(): void {
    backoff.reset();
    if (granted) return;
    granted = true;
    outcome.granted();
  }

  /** The socket is lost: for good before the claim was granted, and until the next attempt after that. */
  function drop(error: RoomError): void {
    if (socket === undefined) return;
    const lost = socket;
    socket = undefined;
    lifeline.stop();
    lost.close();
    if (left) return;
    if (granted) timer = setTimeout(connect, backoff.next());
    else {
      left = true;
      outcome.refused(error);
    }
  }

  function connect(): void {
    let fresh: WebSocket;
    try {
      fresh = new WebSocket(target);
    } catch (cause) {
      // An address with a port that browsers block, or without TLS from a page with it.
      left = true;
      if (!granted)
        outcome.refused(
          new RoomError('signaling', 'The address of the signaling server cannot be used from this page.', cause),
        );
      return;
    }
    socket = fresh;
    fresh.addEventListener('open', () => socket === fresh && lifeline.start(granted));
    fresh.addEventListener('message', ({ data }: MessageEvent<unknown>) => socket === fresh && receive(data));
    fresh.addEventListener('close', () => socket === fresh && drop(unreachable()));
    fresh.addEventListener('error', () => socket === fresh && drop(unreachable()));
  }

  function receive(data: unknown): void {
    const message = parseServerMessage(data);
    if (message === undefined || lifeline.heard(message)) return;
    if (message.type === 'ID-TAKEN') drop(new RoomError('unavailable', 'This room already has a host.'));
    else if (message.type === 'ERROR')
      drop(new RoomError('signaling', `The signaling server refused${message.reason && `: ${message.reason}`}.`));
    else if (message.type === 'ABSENT') events.absent(message.from);
    else if (message.type === 'TEXT') events.message(message.from, message.text);
  }

  connect();
  return {
    send(to, text) {
      if (!lifeline.isRegistered() || socket?.readyState !== WebSocket.OPEN || socket.bufferedAmount > BUFFERED_MAX)
        return false;
      socket.send(relayed(to, text));
      return true;
    },
    leave() {
      if (left) return;
      left = true;
      clearTimeout(timer);
      drop(unreachable());
    },
  };
}

function unreachable(): RoomError {
  return new RoomError(
    'signaling',
    'The signaling server cannot be reached. Check the network and, of a server of your own, host, port, path and secure.',
  );
}
