import type { PeerId, Transport } from '../match/transport.js';
import type { LinkProfile } from './link-profile.js';
import type { TrafficStats } from './link.js';

/** How much of a transport a machine gets. */
export interface SimulatedTransportOptions {
  /**
   * Only the three required methods: what a match may count on. Default false: also selfId, peers, onPeer and
   * maxPayload.
   */
  minimal?: boolean;
}

/**
 * Machines joined by bad links, under one clock that only advance() moves. The same seed and the same calls give the
 * same deliveries, to the bit; it reads neither a clock nor Math.random.
 */
export interface SimulatedNetwork {
  /**
   * The transport of machine `id`: the same object while it is open, a new one after it was closed. What was on its way
   * to the closed one then arrives at the new one, as after the reload of a page.
   *
   * @throws TypeError unless `id` is a string of at least one character
   */
  transport(id: PeerId, options?: SimulatedTransportOptions): Transport;
  /**
   * Moves the clock and delivers what falls due, by due time, then by order of sending. now() is the due time while a
   * handler runs; what it sends over a link without delay arrives in the same call. A handler that throws disturbs no
   * other delivery: the error is thrown when the clock has arrived (an AggregateError if there are several).
   * With links of constant delay, payloads of lengths seen before and whole milliseconds, it allocates nothing.
   *
   * @param ms ≥ 0, fractions allowed. 0 delivers what is due now
   * @throws TypeError for anything but a number, RangeError for a negative or infinite one; Error inside a handler
   */
  advance(ms: number): void;
  /** The clock, ms since creation. Hand it to createMatch({ now }). */
  now(): number;
  /**
   * Sets one direction. What `profile` leaves out is what the network was created with. What is on its way stays as it
   * was.
   */
  setLink(from: PeerId, to: PeerId, profile: LinkProfile): void;
  /** Cuts or restores both directions. While cut, nothing gets on its way and what falls due is lost. */
  partition(a: PeerId, b: PeerId, cut: boolean): void;
  /**
   * The same machine under a new address, as when a router forgets its mapping: what it sends from now on carries the
   * new id, and only the new id reaches it; what is on its way to the old one is lost. Links and cuts go with it.
   * Nobody is told: onPeer says nothing.
   *
   * @throws RangeError if `from` has no open transport or `to` has one
   */
  rename(from: PeerId, to: PeerId): void;
  /** All links together, cumulative. A live object. */
  readonly stats: Readonly<TrafficStats>;
  /** One direction, cumulative. A live object. */
  linkStats(from: PeerId, to: PeerId): Readonly<TrafficStats>;
}
