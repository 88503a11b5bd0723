import { PROTOCOL } from '../wire/messages.js';
import type { PacketReader, PacketWriter } from '../wire/packet.js';
import { showTerm, TERM_NAMES } from './options.js';
import type { Entry } from './seat.js';
import type { PeerId } from './transport.js';

/** A machine that would play, as its hello tells. */
export interface Candidate extends Entry {
  readonly protocol: number;
  /** HOST, SPECTATOR, RUNNING and GONE of wire/messages. */
  flags: number;
  /** Tenths of a second since it was created. */
  age: number;
  /** Token and node of the seat that its ticket is for, or 0. */
  readonly ticketToken: number;
  readonly ticketNode: number;
  readonly terms: readonly number[];
  readonly id: string;
  heardAt: number;
}

export type RejectReason = 'protocol' | 'game' | 'layout' | 'options' | 'full' | 'timeout';
export interface Mismatch {
  readonly reason: RejectReason;
  readonly detail: string;
}

// docs/wire-format.md has the table.
export function putHello(out: PacketWriter, own: Candidate): void {
  const { put, putWord } = out;
  put(own.protocol);
  putWord(own.node);
  putWord(own.nonce);
  put(own.flags);
  put(own.age);
  put(own.players);
  put(own.delay);
  putWord(own.ticketToken);
  putWord(own.ticketNode);
  own.terms.forEach(put);
  put(own.id.length);
  for (const letter of own.id.split('')) put(letter.charCodeAt(0));
}

/** Undefined for one that is malformed. */
export function getHello(reader: PacketReader, peer: PeerId, heardAt: number): Candidate | undefined {
  /** Longest game id that a peer can make us read. */
  const ID_MAX = 64;
  const { get, getWord } = reader;
  const letter = (): string => String.fromCharCode(get());
  const other = {
    peer,
    heardAt,
    // In the order in which they come.
    protocol: get(),
    node: getWord() >>> 0,
    nonce: getWord() >>> 0,
    flags: get(),
    age: get(),
    players: get(),
    delay: get(),
    ticketToken: getWord(),
    ticketNode: getWord(),
    terms: TERM_NAMES.map(get),
    id: Array.from({ length: Math.min(get(), ID_MAX) }, letter).join(''),
  };
  // What follows the age in a foreign protocol may be anything, and is not looked at.
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
  return { reason: at < 3 ? (names[at] as RejectReason) : 'options', detail: `${names[at]}: ${String(here[at])} here, ${String(there[at])} there` };
}
