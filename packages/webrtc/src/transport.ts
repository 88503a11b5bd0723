import { createEmitter, isArrayBuffer, isBytes, type Bytes, type PeerId, type Transport } from '@lite-rollback/core';
import { assertUnreliable } from './channel-options.js';
import { MAX_BUFFERED, MAX_PAYLOAD } from './limits.js';

type MessageHandler = (payload: Bytes, peer: PeerId) => void;
type PeerChange = 'join' | 'leave';
type PeerHandler = (peer: PeerId, change: PeerChange) => void;

/** A transport over data channels, one to each peer. */
export interface WebRTCTransport extends Transport {
  readonly selfId: PeerId;
  readonly maxPayload: number;
  /** The peers whose channel has opened, in the order they were added. A new array at each call. */
  peers(): readonly PeerId[];
  onPeer(handler: PeerHandler): () => void;
  /**
   * Takes over a channel that is open or opening; from here on the transport reads it and closes it. `peer` joins when
   * the channel is open. A second channel for the same peer replaces the first, which is closed; a peer that had joined
   * stays joined meanwhile. A channel that is closing or closed already, and any channel after close(), is closed and
   * not added.
   * @throws TypeError for a channel that is ordered or retransmits (unless allowReliable), or a peer that is not a
   * non-empty string;
   *   RangeError for a peer equal to selfId. A refused channel is left as it was.
   */
  add(peer: PeerId, channel: RTCDataChannel): void;
  /**
   * Closes the peer's channel; it leaves. Closing the RTCPeerConnection alone need not make its channels say so. Does
   * nothing for an unknown peer.
   */
  remove(peer: PeerId): void;
  /**
   * The connection to the peer has failed: as if its channel had closed. With `relinkMs` the peer stays joined for that
   * long. Does nothing for an unknown peer.
   */
  lose(peer: PeerId): void;
}

/** What createWebRTCTransport() takes. */
export interface WebRTCTransportOptions {
  /** What peers see as the sender: at least one character. */
  selfId: PeerId;
  /** Take channels that are ordered or retransmit, too. Default false: add() refuses them. */
  allowReliable?: boolean;
  /**
   * ms that a peer whose channel has closed stays joined. A channel that is added for it meanwhile takes the old one's
   * place, and nobody is told; otherwise it leaves then. 0 … 600,000, default 0.
   */
  relinkMs?: number;
}

interface Link {
  readonly channel: RTCDataChannel;
  /** Announced by 'join', and not yet by 'leave'. */
  joined: boolean;
  /** Runs once the channel has closed, until the peer leaves or is linked again. */
  leaving?: ReturnType<typeof setTimeout>;
  release(): void;
}

/**
 * Wraps data channels that the caller connects; see the `peerjs` entry for rooms that connect by themselves.
 * Payloads: a Uint8Array of 0 … maxPayload bytes, sent before send() returns; handlers get a view over the message's
 * own buffer. send() @throws TypeError for anything but a Uint8Array, RangeError above maxPayload. A payload to a peer
 * that is unknown, not open, or more than MAX_BUFFERED bytes behind is dropped.
 * @throws TypeError for a selfId that is not a non-empty string or a relinkMs that is no number, RangeError for a
 * relinkMs outside its bounds.
 */
export function createWebRTCTransport(options: WebRTCTransportOptions): WebRTCTransport {
  const { selfId, allowReliable = false, relinkMs = 0 } = options;
  assertPeerId('selfId', selfId);
  assertRelinkMs(relinkMs);
  const links = new Map<PeerId, Link>();
  const { on, emit, clear } = createEmitter<{
    message: { payload: Bytes; peer: PeerId };
    peer: { peer: PeerId; change: PeerChange };
  }>(reportUncaught);
  let closed = false;

  function lose(peer: PeerId, link: Link): void {
    if (relinkMs === 0 || !link.joined) return forget(peer, link);
    link.release();
    link.leaving ??= setTimeout(() => forget(peer, link), relinkMs);
  }

  function forget(peer: PeerId, link: Link): void {
    link.release();
    clearTimeout(link.leaving);
    if (links.get(peer) !== link) return;
    links.delete(peer);
    if (link.joined) emit('peer', { peer, change: 'leave' });
  }

  function add(peer: PeerId, channel: RTCDataChannel): void {
    assertPeerId('peer', peer);
    if (peer === selfId) throw new RangeError(`peer must not be selfId, got "${peer}".`);
    if (!allowReliable) assertUnreliable(channel);
    const state = channel.readyState;
    if (closed || state === 'closing' || state === 'closed') return channel.close();

    const previous = links.get(peer);
    if (previous?.channel === channel) return;
    // Firefox hands out Blobs by default in some versions, and a Blob cannot be read without waiting.
    channel.binaryType = 'arraybuffer';

    const onMessage = (event: MessageEvent<unknown>): void => {
      // The far side may send text, and only its own client is to blame for it.
      if (!isArrayBuffer(event.data)) return;
      emit('message', { payload: new Uint8Array(event.data), peer });
    };
    const onOpen = (): void => {
      if (link.joined) return;
      link.joined = true;
      emit('peer', { peer, change: 'join' });
    };
    const onClose = (): void => lose(peer, link);
    const link: Link = {
      channel,
      joined: previous?.joined ?? false,
      release() {
        channel.removeEventListener('message', onMessage);
        channel.removeEventListener('open', onOpen);
        channel.removeEventListener('close', onClose);
        channel.close();
      },
    };
    channel.addEventListener('message', onMessage);
    channel.addEventListener('open', onOpen);
    channel.addEventListener('close', onClose);
    links.set(peer, link);
    // A peer that dials again has left its first channel without a word; read any longer, that one would double its
    // packets.
    previous?.release();
    clearTimeout(previous?.leaving);
    if (state === 'open') onOpen();
  }

  function sendTo(link: Link, payload: Bytes): void {
    const { channel } = link;
    if (channel.readyState !== 'open' || channel.bufferedAmount > MAX_BUFFERED) return;
    try {
      channel.send(payload);
    } catch {
      // The channel began to close in this very tick, or the browser's own queue is full. The next packet brings the
      // same inputs.
    }
  }

  return Object.freeze({
    selfId,
    maxPayload: MAX_PAYLOAD,
    add,
    remove(peer: PeerId): void {
      const link = links.get(peer);
      if (link !== undefined) forget(peer, link);
    },
    lose(peer: PeerId): void {
      const link = links.get(peer);
      if (link !== undefined) lose(peer, link);
    },
    send(payload: Bytes, peer?: PeerId): void {
      if (!isBytes(payload)) throw new TypeError(`payload must be a Uint8Array, got ${describe(payload)}.`);
      if (payload.length > MAX_PAYLOAD)
        throw new RangeError(`payload must hold at most ${MAX_PAYLOAD} bytes, got ${payload.length}.`);
      if (peer === undefined) {
        for (const link of links.values()) sendTo(link, payload);
        return;
      }
      const link = links.get(peer);
      if (link !== undefined) sendTo(link, payload);
    },
    onMessage(handler: MessageHandler): () => void {
      assertHandler(handler);
      return on('message', ({ payload, peer }) => handler(payload, peer));
    },
    onPeer(handler: PeerHandler): () => void {
      assertHandler(handler);
      return on('peer', ({ peer, change }) => handler(peer, change));
    },
    peers: () => [...links].filter(([, link]) => link.joined).map(([peer]) => peer),
    close(): void {
      closed = true;
      clear();
      for (const link of links.values()) {
        link.release();
        clearTimeout(link.leaving);
      }
      links.clear();
    },
  });
}

function assertRelinkMs(value: unknown): void {
  if (typeof value !== 'number') throw new TypeError(`relinkMs must be a number, got ${describe(value)}.`);
  if (!(value >= 0 && value <= 600_000)) throw new RangeError(`relinkMs must be in [0, 600000], got ${value}.`);
}

function assertHandler(handler: unknown): void {
  if (typeof handler !== 'function') throw new TypeError(`handler must be a function, got ${describe(handler)}.`);
}

/** What a handler throws becomes an uncaught error, as in a listener of the platform. */
function reportUncaught(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  // Node has no reportError.
  else
    queueMicrotask(() => {
      throw error;
    });
}

function assertPeerId(name: string, value: unknown): asserts value is PeerId {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`${name} must be a non-empty string, got ${describe(value)}.`);
}

function describe(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : value === null ? 'null' : typeof value;
}
