import type { FieldSpecs } from '../../state/fields.js';
import { SEATS_MAX } from '../../wire/limits.js';
import { MEET } from '../../wire/messages.js';
import type { PacketReader, PacketWriter } from '../../wire/packet.js';
import type { Key } from '../../wire/sip-hash.js';
import type { Link } from '../link/link.js';
import type { Settings } from '../options.js';
import type { Outbox } from '../outbox.js';
import type { RosterEntry } from '../seat.js';
import type { Introduction } from './hello.js';
import type { Identity } from './identity.js';
import { verifierFor } from './ticket.js';

/** Links that one report names, at the most: more machines than that do not meet in one room. */
export const MET_MAX = 16;

/** What a machine says to another before they play, under the seal of their link. */
export interface MeetReport {
  /** GONE, INVITES, FULL and TAKEN of wire/messages. */
  readonly flags: number;
  /** It would coordinate the roster. */
  readonly host: boolean;
  readonly nonce: number;
  readonly players: number;
  readonly delay: number;
  /** As its introduction has them. */
  readonly limit: number;
  readonly digest: number;
  /** By this the receiver will know the sender again, should it come back with its ticket. */
  readonly verifier: Key;
  /** Nodes with which it has a link that works both ways. */
  readonly met: readonly number[];
  /** Token of the roster that it proposes, backs or plays by, an int32, or 0. */
  readonly token: number;
  /** The roster that it proposes, or plays by. Empty where it only backs one. */
  readonly entries: readonly RosterEntry[];
  /** Of a running match: the sender's seat, and the mask of the seats that are out. Before it, -1 and 0. */
  readonly seat: number;
  readonly out: number;
}

/** What a roster says of one machine, in the order of the wire. */
export const entryValues = ({ node, nonce, players, delay }: RosterEntry): readonly number[] => [
  node,
  nonce,
  players,
  delay,
];

/** What we say of ourselves to the machine of a node, before anything else is known. */
export function reportFor<F extends FieldSpecs>(
  { host, players, inputDelay: delay }: Settings<F>,
  { nonce, ticket }: Identity,
  { limit, digest }: Introduction,
  node: number,
): MeetReport {
  const own = { flags: 0, host, nonce, players, delay, limit, digest, verifier: verifierFor(ticket.secret, node) };
  return { ...own, met: [], token: 0, entries: [], seat: -1, out: 0 };
}

function putMeet(out: PacketWriter, report: MeetReport): void {
  const { flags, host, nonce, players, delay, limit, digest, verifier, met, token, entries, seat, out: gone } = report;
  for (const value of [flags, +host, nonce, players, delay, limit, digest, verifier.low, verifier.high]) out.put(value);
  for (const value of [met.length, ...met, token, entries.length, ...entries.flatMap(entryValues)]) out.put(value);
  for (const value of [seat + 1, gone]) out.put(value);
}

export function sendMeet(outbox: Outbox, link: Link, report: MeetReport): void {
  outbox.startSealed(link, MEET);
  putMeet(outbox.out, report);
  outbox.sendSealed(link);
}

/** Undefined for one that is malformed. */
export function getMeet(reader: PacketReader): MeetReport | undefined {
  const { get } = reader;
  const list = <T>(most: number, read: () => T): T[] => {
    const length = get();
    if (length > most) reader.sound = false;
    return Array.from({ length: Math.min(length, most) }, read);
  };
  const report = {
    flags: get(),
    host: get() > 0,
    nonce: get(),
    players: get(),
    delay: get(),
    limit: get(),
    digest: get() | 0,
    verifier: { low: get() | 0, high: get() | 0 },
    met: list(MET_MAX, get),
    token: get() | 0,
    entries: list(SEATS_MAX, () => ({ node: get(), nonce: get(), players: get(), delay: get() })),
    seat: get() - 1,
    out: get(),
  };
  return reader.isRead() ? report : undefined;
}
