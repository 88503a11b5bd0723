import type { Bytes } from '../base/bytes.js';

export type { Bytes };

/** A machine or tab, named by its transport. */
export type PeerId = string;

/**
 * Moves datagrams between machines. Unordered, lossy and duplicating is fine: a match expects no better.
 *
 * The three methods are required; a match finds its peers from the messages themselves and works without the rest.
 */
export interface Transport {
  /**
   * Sends to `peer`, or to every peer without one. The payload is copied or on its way before send() returns, so the
   * caller may overwrite it at once. To a closed or unknown peer, and after close(): dropped, never thrown.
   */
  send(payload: Bytes, peer?: PeerId): void;
  /**
   * Calls `handler` for every message that arrives, with exactly the bytes that were sent and the sender's id. The
   * view belongs to the transport and is valid only during the call. A handler that throws starves no other handler.
   *
   * @returns the unsubscribe, which works inside a handler too and may be called twice
   */
  onMessage(handler: (payload: Bytes, peer: PeerId) => void): () => void;
  /** Ends sending and receiving. Idempotent. */
  close(): void;
  /** The id that peers see as the sender. */
  readonly selfId?: PeerId;
  /** The peers known now, without oneself. */
  peers?(): readonly PeerId[];
  /**
   * Calls `handler` for peers that come and go from now on; peers() has those already there.
   *
   * @returns the unsubscribe
   */
  onPeer?(handler: (peer: PeerId, change: 'join' | 'leave') => void): () => void;
  /** The largest payload that send() takes, in bytes. */
  readonly maxPayload?: number;
}

/** @throws TypeError naming every missing method */
export function assertTransport(value: unknown): asserts value is Transport {
  // Anything may be asked for any key, once null and undefined are out of the way; what is found is checked.
  const candidate = value as Readonly<Record<string, unknown>> | null | undefined;
  const missing = ['send', 'onMessage', 'close'].filter((name) => typeof candidate?.[name] !== 'function');
  if (missing.length) throw new TypeError(`transport lacks the method${missing[1] ? 's' : ''} ${missing.join(', ')}`);
}
