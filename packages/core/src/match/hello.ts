import { GAME_ID_MAX } from '../wire/limits.js';
import { PROTOCOL } from '../wire/messages.js';
import type { PacketReader, PacketWriter } from '../wire/packet.js';
import { SEATS_MAX } from './gauges.js';
import { showTerm, TERM_NAMES } from './options.js';
import type { Entry } from './seat.js';
import type { PeerId } from './transport.js';

/** A machine that would play or watch, as its hello tells. */
export interface Candidate extends Entry {
  readonly protocol: number;
  /** Of one that is back in its seat, the seat's. */
  node: number;
  /** HOST, RUNNING, GONE and FULL of wire/messages. */
  flags: number;
  /** Tenths of a second since it was created. */
  age: number;
  /** The node that it refuses, or 0. */
  readonly refuses: number;
  /** Token and node of the seat that its ticket is for, or 0. Both int32. */
  readonly ticketToken: number;
  readonly ticketNode: number;
  readonly terms: readonly number[];
  readonly id: string;
  /** Token of the roster that it proposes or backs, an int32, or 0; and when it last said so. */
  token: number;
  backedAt: number;
  /** The roster that it proposes, or plays by. */
  readonly entries: readonly Entry[];
  heardAt: number;
}

export type RejectReason = 'protocol' | 'game' | 'layout' | 'options' | 'full' | 'timeout';
export interface Mismatch {
  readonly reason: RejectReason;
  readonly detail: string;
}

/** What a roster says of one machine, in the order of the wire. */
export const entryValues = ({ node, nonce, players, delay }: Entry): readonly number[] => [node, nonce, players, delay];

// docs/wire-format.md has the table.
export function putHello(out: PacketWriter, own: Candidate): void {
  const {
    protocol,
    node,
    refuses,
    flags,
    age,
    nonce,
    players,
    delay,
    ticketToken,
    ticketNode,
    terms,
    id,
    token,
    entries,
  } = own;
  const letters = Array.from(id.split(''), (letter) => letter.charCodeAt(0));
  const values = [
    protocol,
    node,
    refuses,
    flags,
    age,
    nonce,
    players,
    delay,
    ticketToken,
    ticketNode,
    ...terms,
    letters.length,
    ...letters,
  ];
  for (const value of [...values, token, entries.length, ...entries.flatMap(entryValues)]) out.put(value);
}

/** Undefined for one that is malformed. */
export function getHello(reader: PacketReader, peer: PeerId, now: number): Candidate | undefined {
  const { get } = reader;
  const list = <T>(length: number, most: number, read: () => T): T[] =>
    Array.from({ length: Math.min(length, most) }, read);
  const other = {
    peer,
    heardAt: now,
    backedAt: now,
    // In the order in which they come.
    protocol: get(),
    node: get(),
    refuses: get(),
    flags: get(),
    age: get(),
    nonce: get(),
    players: get(),
    delay: get(),
    ticketToken: get() | 0,
    ticketNode: get() | 0,
    terms: TERM_NAMES.map(get),
    id: list(get(), GAME_ID_MAX, () => String.fromCharCode(get())).join(''),
    token: get() | 0,
    entries: list(get(), SEATS_MAX, () => ({ node: get(), nonce: get(), players: get(), delay: get(), peer: '' })),
  };
  // What follows the flags in a foreign protocol may be anything, and is not looked at.
  return other.protocol !== PROTOCOL || reader.isRead() ? other : undefined;
}

/** Why two machines cannot play together, or undefined. */
export function mismatch(own: Candidate, other: Candidate): Mismatch | undefined {
  const names = ['protocol', 'game', ...TERM_NAMES];
  const told = ({ protocol, id, terms }: Candidate): unknown[] => [protocol, id, ...terms.map(showTerm)];
  const here = told(own);
  const there = told(other);
  const at = here.findIndex((value, i) => value !== there[i]);
  if (at < 0) return undefined;
  return {
    reason: at < 3 ? (names[at] as RejectReason) : 'options',
    detail: `${names[at]}: ${String(here[at])} here, ${String(there[at])} there`,
  };
}
