import { createEmitter, isBytes, type Bytes, type PeerId, type Transport } from '@lite-rollback/core';
import { followPage } from './page-lifecycle.js';

/** Which room, and under which name. */
export interface LocalTransportOptions {
  /** Tabs and workers of one origin that name the same room meet in it. At least one character. */
  room: string;
  /** This tab's name, one of a kind in the room. At least one character. Default: 64 random bits. */
  selfId?: PeerId;
}

type PeerChange = 'join' | 'leave';

/** A Transport with all its optional members but maxPayload: there is no limit. */
export type LocalTransport = Transport & Required<Pick<Transport, 'selfId' | 'peers' | 'onPeer'>>;

/** Channels belong to the whole origin: the prefix keeps rooms apart from other code's channels. */
const CHANNEL_PREFIX = 'lite-rollback/';

/**
 * On the channel: [TAG, from, to, body]. `to` is a peer's id, or undefined for all. `body` is a payload (a Uint8Array
 * of exactly its bytes) or one of the two words. Everything else is other code's and ignored.
 */
const TAG = 'lr1';
/** "I am here." Sent to all it asks for the same in return. */
const HELLO = 'hello';
const LEAVE = 'leave';

/**
 * Joins a room of tabs and workers of the same origin, over a BroadcastChannel. Tabs find each other: peers() fills
 * within a few ms, in the order in which they answer.
 *
 * A page that is closed, reloaded, left or put into the back/forward cache leaves the room (to it, all others leave),
 * after its own pagehide listeners; one that comes back enters again under the same name. A tab or worker that is
 * killed cannot say so: it stays in peers().
 * A handler that throws starves nobody; its error goes to reportError, or to console.error where there is none.
 * In Node the channel does not keep the process alive.
 *
 * @throws TypeError unless room and selfId are strings of at least one character
 */
export function createLocalTransport(options: LocalTransportOptions): LocalTransport {
  const { room, selfId = randomId() } = options;
  requireName('room', room);
  requireName('selfId', selfId);
  const { on, emit, clear } = createEmitter<{
    message: { payload: Bytes; peer: PeerId };
    peer: { peer: PeerId; change: PeerChange };
  }>((error) => (globalThis.reportError ?? console.error)(error));
  const known = new Set<PeerId>();
  const listening = new AbortController();
  /** None while the page is away, and after close(). */
  let channel: BroadcastChannel | undefined;

  function post(body: unknown, to?: PeerId): void {
    try {
      channel?.postMessage([TAG, selfId, to, body]);
    } catch {
      // The browser has closed the channel, as it does when the iframe that made it is removed. A match sends 60 times
      // a second and would report 60 errors a second.
      channel = undefined;
      forgetAll();
    }
  }

  function enter(): void {
    if (channel) return;
    channel = new BroadcastChannel(CHANNEL_PREFIX + room);
    channel.onmessage = receive;
    // Only Node has it: a forgotten close() must not keep a process from ending. A game's loop keeps its own alive.
    (channel as { unref?(): void }).unref?.();
    post(HELLO);
  }

  function leave(): void {
    post(LEAVE);
    channel?.close();
    channel = undefined;
    forgetAll();
  }

  /** Without a channel, what the others do goes unheard: nobody is known when it is opened again. */
  function forgetAll(): void {
    for (const peer of [...known]) forget(peer);
  }

  function forget(peer: PeerId): void {
    if (known.delete(peer)) emit('peer', { peer, change: 'leave' });
  }

  function receive({ data }: MessageEvent<unknown>): void {
    if (!Array.isArray(data) || data[0] !== TAG) return;
    // Nothing is known of the elements until the checks below.
    const [, from, to, body] = data as unknown[];
    if (typeof from !== 'string' || (to !== undefined && to !== selfId)) return;
    if (body === LEAVE) return forget(from);
    if (body !== HELLO && !ArrayBuffer.isView(body)) return;
    if (!known.has(from)) {
      known.add(from);
      emit('peer', { peer: from, change: 'join' });
    }
    if (body !== HELLO) {
      // The buffer of a clone is never shared memory.
      const payload = new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength);
      emit('message', { payload, peer: from });
    } else if (to === undefined) post(HELLO, from);
  }

  enter();
  followPage(leave, enter, listening.signal);

  return Object.freeze({
    selfId,
    send(payload: Bytes, peer?: PeerId): void {
      if (!isBytes(payload)) throw new TypeError(`payload must be a Uint8Array, got ${String(payload)}`);
      // Copied to its exact size: the clone of a view is a clone of the whole buffer (19.6 ms for 8 bytes of 1 MiB,
      // measured).
      post(new Uint8Array(payload), peer);
    },
    onMessage(handler: (payload: Bytes, peer: PeerId) => void): () => void {
      requireFunction(handler);
      return on('message', ({ payload, peer }) => handler(payload, peer));
    },
    peers: () => [...known],
    onPeer(handler: (peer: PeerId, change: PeerChange) => void): () => void {
      requireFunction(handler);
      return on('peer', ({ peer, change }) => handler(peer, change));
    },
    close(): void {
      clear();
      listening.abort();
      leave();
    },
  });
}

function requireFunction(handler: unknown): void {
  if (typeof handler !== 'function') throw new TypeError(`handler must be a function, got ${String(handler)}`);
}

function requireName(what: string, value: unknown): void {
  if (typeof value !== 'string' || !value)
    throw new TypeError(`${what} must be a string of at least one character, got ${String(value)}`);
}

/** Not crypto.randomUUID: that is absent on a page served by http from another machine. */
function randomId(): PeerId {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}
