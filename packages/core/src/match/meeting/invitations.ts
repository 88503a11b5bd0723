import type { FieldSpecs } from '../../state/fields.js';
import { INVITES } from '../../wire/messages.js';
import type { MatchContext } from '../context.js';
import type { Link } from '../link/link.js';
import type { RosterEntry } from '../seat.js';
import { FORGET_MS, type Acquaintances } from './acquaintances.js';
import { MET_MAX } from './meet-report.js';
import { isPlayable, makeRoster, type Roster } from './roster.js';
import type { Ticket } from './ticket.js';

/** A match that one machine alone invites to is followed after this long, if nothing else is there. */
const ALONE_MS = 2000;

/** A running match that we may follow: with the links to those of its seats that invite us. */
export interface Invitation extends Roster {
  readonly links: readonly (Link | undefined)[];
  /** Mask of the seats that are out. */
  readonly out: number;
}

/**
 * Which running match to follow: one that more than half of its live seats tell of, each under its own seal. So a
 * stranger that invents a match is not followed while a true one is there.
 */
export class Invitations<F extends FieldSpecs> {
  #since = -1;
  /** Tokens of matches that nothing came of. */
  readonly #ignored = new Set<number>();

  readonly #context: MatchContext<F>;
  readonly #acquaintances: Acquaintances<F>;

  constructor(context: MatchContext<F>, acquaintances: Acquaintances<F>) {
    this.#context = context;
    this.#acquaintances = acquaintances;
  }

  /** A match that showed nothing is not followed again. */
  ignore(token: number): void {
    if (this.#ignored.size < MET_MAX) this.#ignored.add(token);
    this.#since = -1;
  }

  accept(ticket: Ticket): Invitation | undefined {
    const now = this.#context.clock.time();
    const fresh = this.#acquaintances.all.filter(({ link }) => now - link.heardAt < FORGET_MS);
    const found = fresh.flatMap(({ report }) => {
      if (!report || !(report.flags & INVITES) || this.#ignored.has(report.token)) return [];
      const invitation = this.#read(report.entries, report.token, report.out);
      return invitation && this.#isOurs(invitation, ticket) ? [invitation] : [];
    });
    const vouched = found.find((each) => this.#isVouched(each));
    if (vouched) return vouched;
    const waits = fresh.some(({ report }) => report && !(report.flags & INVITES) && report.players > 0);
    if (found.length === 0 || waits) this.#since = -1;
    else if (this.#since < 0) this.#since = now;
    return this.#since >= 0 && now - this.#since > ALONE_MS ? found[0] : undefined;
  }

  /** A spectator follows any match of its game, a player that of its ticket alone. */
  #isOurs({ token, entries }: Roster, ticket: Ticket): boolean {
    if (this.#context.settings.players === 0) return true;
    return token === ticket.token && entries.some(({ node }) => node === ticket.node >>> 0);
  }

  #read(entries: readonly RosterEntry[], token: number, out: number): Invitation | undefined {
    const { settings } = this.#context;
    const roster = makeRoster(entries, settings);
    if (roster.token !== token || !isPlayable(entries, settings)) return undefined;
    const links = entries.map((_, seat) => this.#linkOf(token, seat));
    return { ...roster, links, out };
  }

  /** The link under which the machine of a seat told of this match. */
  #linkOf(token: number, seat: number): Link | undefined {
    return this.#acquaintances.all.find(
      ({ report }) => report && report.flags & INVITES && report.token === token && report.seat === seat,
    )?.link;
  }

  #isVouched({ links, out }: Invitation): boolean {
    const live = links.filter((_, i) => !(out & (1 << i)));
    // One machine that says that all others are out vouches for itself alone.
    return live.length > 1 && live.filter((link) => link !== undefined).length * 2 > live.length;
  }
}
