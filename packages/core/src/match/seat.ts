import type { PlayerHandle } from '../base/frame.js';
import type { Link } from './link/link.js';
import type { PeerId } from './transport.js';

/** A machine's terms in the roster, agreed before the start. */
export interface RosterEntry {
  /** Random: the machine's name in this room. Of machines that may coordinate, the lowest does. */
  readonly node: number;
  /** Random: one share of the match's seed. */
  readonly nonce: number;
  /** Players there. */
  readonly players: number;
  /** Its input delay in frames. */
  readonly delay: number;
}

/** A machine's place in a running match. */
export interface Seat extends RosterEntry {
  /** Position in the roster, 0 … 3; its bit in masks of seats. */
  readonly index: number;
  readonly bit: number;
  /** Its handles are first … first+players-1. */
  readonly first: PlayerHandle;
}

/** Seats of a roster, in order. */
export function seatsOf(entries: readonly RosterEntry[]): readonly Seat[] {
  let first = 0;
  return entries.map((entry, index) => {
    const { node, nonce, players, delay } = entry;
    const seat = { node, nonce, players, delay, index, bit: 1 << index, first };
    first += players;
    return seat;
  });
}

export const handlesOf = ({ first, players }: Seat): readonly PlayerHandle[] =>
  Array.from({ length: players }, (_, i) => first + i);

/** How each other seat is reached. The links of a match change when a machine comes back under a new one. */
export interface SeatLinks {
  /** Undefined for our own seat, and for one that we have no link to. */
  of(seat: Seat): Link | undefined;
  /** The seat whose machine seals with this link, or undefined. */
  seatOf(link: Link): Seat | undefined;
  /** Where the seat was heard last, or '' if it was not. */
  address(seat: Seat): PeerId;
  /** Gives a seat another link. */
  replace(seat: Seat, link: Link): void;
}

export function createSeatLinks(links: readonly (Link | undefined)[], seats: readonly Seat[]): SeatLinks {
  const all = [...links];
  return {
    of: (seat) => all[seat.index],
    seatOf: (link) => seats[all.indexOf(link)],
    address: (seat) => all[seat.index]?.address ?? '',
    replace(seat, link) {
      all[seat.index] = link;
    },
  };
}
