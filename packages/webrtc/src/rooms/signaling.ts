import type { PeerId } from '@lite-rollback/core';

/**
 * A service that introduces machines to each other. Rooms need four things of it: an address that one machine at a time
 * may claim, short texts from one address to another, word of an address that nobody holds, and an end.
 *
 * What the texts say is the rooms' own affair: descriptions and candidates of a WebRTC connection.
 */
export interface SignalingService {
  /**
   * Claims `address` and resolves once others can reach it. Which codes lead to which addresses, rooms decide: an
   * address is 1 to 160 characters of `A-Z a-z 0-9 -`.
   *
   * A lost connection to the service is made again by itself, at growing intervals, for as long as the claim stands.
   * When `signal` aborts, the attempt ends and leaves nothing behind.
   *
   * @throws RoomError `unavailable` when another machine holds the address, `signaling` when the service cannot be
   * reached or refuses; the signal's reason when it aborts
   */
  claim(address: PeerId, events: SignalingEvents, signal: AbortSignal): Promise<Signaling>;
}

/** A claimed address. */
export interface Signaling {
  /**
   * Sends `text` to the machine that holds the address `to`. Texts from one machine to another arrive in order, or not
   * at all.
   *
   * @param text at most SIGNAL_TEXT_MAX characters
   * @returns false when the service is out of reach and the text is dropped
   */
  send(to: PeerId, text: string): boolean;
  /**
   * Gives the address back, so that it can be claimed anew. Nothing is sent or told from here on. Connections between
   * machines do not depend on it. Idempotent.
   */
  leave(): void;
}

/** What a claim tells. It may do so before claim() has resolved, and not after leave(). */
export interface SignalingEvents {
  /** A text came. `from` is the sender's address as the service knows it. Anyone who knows ours may send anything. */
  message(from: PeerId, text: string): void;
  /** Nobody holds `to`, to which a text was sent less than ABSENT_BY_MS ago. */
  absent(to: PeerId): void;
}

/**
 * The longest text, in characters. A description of one data channel takes some 2,000, with the addresses of a machine
 * that has many.
 */
export const SIGNAL_TEXT_MAX = 16_384;

/**
 * A service says within this time that an address is not held. PeerJS's server takes 5 s, looking once a second. Who has
 * not answered for longer is held by somebody.
 */
export const ABSENT_BY_MS = 7_000;
