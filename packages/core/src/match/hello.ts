import type { FieldSpecs } from '../state/fields.js';
import type { PacketReader, PacketWriter } from '../wire/packet.js';
import { showTerm, TERM_NAMES, type Settings } from './options.js';
import type { Entry } from './seat.js';
import type { PeerId } from './transport.js';

/** Version of everything docs/wire-format.md says. */
export const PROTOCOL = 1;

// Flags of a hello.
const HOST = 1;
const SPECTATOR = 2;
const RUNNING = 4;
const GONE = 8;

/** Longest game id that a peer can make us read. */
const ID_MAX = 64;

/** A machine that would play, as its hello tells. */
export interface Candidate extends Entry {
  readonly protocol: number;
  readonly host: boolean;
  readonly spectator: boolean;
  /** Its match runs already. */
  running: boolean;
  /** It closed before the start. */
  gone: boolean;
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
export function putHello<F extends FieldSpecs>(out: PacketWriter, settings: Settings<F>, own: Candidate): void {
  out.put(PROTOCOL);
  out.putWord(own.node);
  out.putWord(own.nonce);
  out.put((own.host ? HOST : 0) | (own.spectator ? SPECTATOR : 0) | (own.running ? RUNNING : 0) | (own.gone ? GONE : 0));
  out.put(own.age);
  out.put(own.players);
  out.put(own.delay);
  out.putWord(own.ticketToken);
  out.putWord(own.ticketNode);
  for (const term of settings.terms) out.put(term);
  out.put(own.id.length);
  for (let i = 0; i < own.id.length; i++) out.put(own.id.charCodeAt(i));
}

/** Check the reader's `sound` afterwards. What follows a foreign protocol's first five numbers is not read. */
export function getHello(reader: PacketReader, peer: PeerId, heardAt: number): Candidate {
  const protocol = reader.get();
  const node = reader.getWord() >>> 0;
  const nonce = reader.getWord() >>> 0;
  const flags = reader.get();
  const age = reader.get();
  const known = protocol === PROTOCOL;
  const number = known ? reader.get : (): number => 0;
  const players = number();
  const delay = number();
  const ticketToken = known ? reader.getWord() : 0;
  const ticketNode = known ? reader.getWord() : 0;
  const terms = TERM_NAMES.map(number);
  let id = '';
  for (let left = Math.min(number(), ID_MAX); left > 0; left--) id += String.fromCharCode(number());
  return {
    protocol,
    node,
    nonce,
    host: !!(flags & HOST),
    spectator: !!(flags & SPECTATOR),
    running: !!(flags & RUNNING),
    gone: !!(flags & GONE),
    age,
    players,
    delay,
    ticketToken,
    ticketNode,
    terms,
    id,
    peer,
    heardAt,
  };
}

/** Why two machines cannot play together, or undefined. */
export function mismatch(own: Candidate, other: Candidate): Mismatch | undefined {
  const differ = (reason: RejectReason, what: string, here: unknown, there: unknown): Mismatch | undefined =>
    here === there ? undefined : { reason, detail: `${what}: ${String(here)} here, ${String(there)} there` };
  let found = differ('protocol', 'protocol', own.protocol, other.protocol) ?? differ('game', 'game', own.id, other.id);
  own.terms.forEach((term, i) => (found ??= differ(i ? 'options' : 'layout', TERM_NAMES[i]!, showTerm(i, term), showTerm(i, other.terms[i]))));
  return found;
}
