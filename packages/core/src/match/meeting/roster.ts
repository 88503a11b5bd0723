import { checksum } from '../../base/checksum.js';
import type { FieldSpecs } from '../../state/fields.js';
import { SEATS_MAX } from '../../wire/limits.js';
import type { Link } from '../link/link.js';
import { DELAY_MAX, type Settings } from '../options.js';
import type { RosterEntry } from '../seat.js';
import { entryValues } from './meet-report.js';

/** The roster that machines agree on, in seat order. */
export interface Roster {
  readonly entries: readonly RosterEntry[];
  /** Its name: an int32, as a uint32 above 2^31 would be boxed at each use. */
  readonly token: number;
  /** What game.init is given. */
  readonly seed: number;
}

/** A roster that stands, with the link to each seat; our own has none. */
export interface Agreement extends Roster {
  readonly links: readonly (Link | undefined)[];
  /** When its coordinator first proposed it, in ms of our clock; -1 on other machines. */
  readonly proposedAt: number;
}

export function makeRoster<F extends FieldSpecs>(
  entries: readonly RosterEntry[],
  { terms }: Pick<Settings<F>, 'terms'>,
): Roster {
  const values = [...entries.flatMap(entryValues), ...terms.map(({ value }) => value)];
  const words = Uint32Array.from(values);
  return { entries, token: checksum(words, 1) | 0, seed: checksum(words, 2) };
}

/** True if a seat can be like this. */
export const isSound = ({ node, players, delay }: RosterEntry): boolean =>
  node > 0 && players > 0 && delay <= DELAY_MAX;

/** True if a match can be played by these: as many players as the game has, and no machine twice. */
export function isPlayable<F extends FieldSpecs>(entries: readonly RosterEntry[], { game }: Settings<F>): boolean {
  const players = entries.reduce((sum, entry) => sum + entry.players, 0);
  const nodes = new Set(entries.map(({ node }) => node));
  return entries.every((entry) => isSound(entry)) && players === game.numPlayers && nodes.size === entries.length;
}

export const isSameEntry = (one: RosterEntry, other: RosterEntry): boolean =>
  entryValues(one).every((value, i) => value === entryValues(other)[i]);

/** Who could take a seat beside us: what it would bring, and whom it can hear. */
export interface Applicant {
  readonly entry: RosterEntry;
  /** Nodes with which it has a link. */
  readonly met: readonly number[];
}

/**
 * The first entries, in the order given, that fill the game and can all hear each other. Undefined if there are none.
 * A machine that cannot hear one of those before it is left out, not the room.
 */
export function chooseEntries(
  own: RosterEntry,
  applicants: readonly Applicant[],
  numPlayers: number,
): readonly RosterEntry[] | undefined {
  const chosen: Applicant[] = [];
  let free = numPlayers - own.players;
  for (const applicant of applicants) {
    const { entry, met } = applicant;
    const hearsAll = chosen.every((other) => met.includes(other.entry.node) && other.met.includes(entry.node));
    const isTwin = entry.node === own.node || chosen.some((other) => other.entry.node === entry.node);
    if (!hearsAll || isTwin || entry.players > free || chosen.length + 1 >= SEATS_MAX) continue;
    chosen.push(applicant);
    free -= entry.players;
  }
  return free === 0 ? [own, ...chosen.map(({ entry }) => entry)] : undefined;
}

/** The order of two lists of numbers: by the first number that differs. */
export function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at >= 0 && one[at]! < other[at]!;
}
