import type { FieldSpecs } from '../../state/fields.js';
import { SEATS_MAX } from '../../wire/limits.js';
import { INVITES } from '../../wire/messages.js';
import type { MatchContext } from '../context.js';
import type { RosterEntry } from '../seat.js';
import { FORGET_MS, isEntryOf, plays, proposes, type Acquaintance, type Acquaintances } from './acquaintances.js';
import {
  chooseEntries,
  isBefore,
  isPlayable,
  isSameEntry,
  isSound,
  makeRoster,
  type Agreement,
  type Roster,
} from './roster.js';

/** Whoever has not answered a proposal after this long goes to the end of the line, whether it has a seat in it or not. */
const ANSWER_MS = 600;
/** From when enough are there: the machine that should coordinate proposes within this, or others do. */
const PROPOSE_MS = 1000;
/** A machine whose proposals, all in all, have come to nothing for this long lets others coordinate. */
const LEAD_MS = 4000;

/**
 * Who proposes the roster, and which one stands. The host coordinates, or else the machine with the lowest node id; all
 * others back what it proposes. Nobody waits for one machine after the other: all that are silent, and all that propose
 * in vain, use up one and the same time. So strangers cannot keep a room from playing by their number.
 */
export class Coordination<F extends FieldSpecs> {
  #proposal: Roster | undefined;
  #proposedAt = 0;
  /** Since when the proposal waits for answers. */
  #askedAt = 0;
  #backed: Roster | undefined;
  #backedBy: Acquaintance | undefined;
  #backedAt = 0;
  /** The token of the roster that we proposed or backed last. */
  #latest = 0;
  /** Token of what the leader proposes without us: that we heard it. */
  #heard = 0;
  #leader: Acquaintance | 'self' = 'self';
  /** Since when enough are there, or -1. */
  #filledAt = -1;
  /** When somebody was passed over for the first time. */
  #passedOverAt = -1;
  #turnAt = 0;
  /** As Acquaintance has it. */
  readonly #own: { readonly entry: RosterEntry; leadMs: number; timesLed: number };

  readonly #context: MatchContext<F>;
  readonly #acquaintances: Acquaintances<F>;

  constructor(context: MatchContext<F>, entry: RosterEntry, acquaintances: Acquaintances<F>) {
    this.#context = context;
    this.#own = { entry, leadMs: 0, timesLed: 0 };
    this.#acquaintances = acquaintances;
  }

  /** The roster that we propose; undefined while another machine coordinates. */
  get proposal(): Roster | undefined {
    return this.#proposal;
  }

  /** The roster that we propose or back, or the one that we heard of. */
  get token(): number {
    return this.#proposal?.token ?? this.#backed?.token ?? this.#heard;
  }

  /** Enough are there, and have not agreed for longer than they may. Whenever somebody is passed over, they begin anew. */
  get isLate(): boolean {
    const since = Math.max(this.#filledAt, this.#passedOverAt);
    return this.#filledAt >= 0 && this.#context.clock.time() - since > this.#context.settings.syncTimeoutMs;
  }

  /** Machines that are there and would play, those that failed least first, then in the order in which they came. */
  applicants(): readonly Acquaintance[] {
    const now = this.#context.clock.time();
    return this.#acquaintances.all
      .filter(({ link, report }) => {
        const wouldPlay = report && !(report.flags & INVITES) && isSound({ ...report, node: link.node });
        return wouldPlay && link.confirmed && now - link.heardAt < FORGET_MS;
      })
      .sort((a, b) => a.failures - b.failures || a.order - b.order);
  }

  /**
   * Where we coordinate: machines with more players than the game has seats beside ours, and those for which there is
   * no place because four machines are there already.
   */
  misfits(): readonly Acquaintance[] {
    if (this.#leader !== 'self') return [];
    const free = this.#context.settings.game.numPlayers - this.#own.entry.players;
    const applicants = this.applicants();
    const fitting = applicants.filter(({ report }) => report!.players <= free); // applicants() has those with a report.
    const isRoomFull = !this.canFill() && fitting.length >= SEATS_MAX;
    const late = isRoomFull ? [...fitting].sort((a, b) => a.order - b.order).slice(SEATS_MAX - 1) : [];
    return [...applicants.filter((one) => !fitting.includes(one)), ...late];
  }

  /** True if enough machines are there. */
  canFill(): boolean {
    return this.#choose() !== undefined;
  }

  /** True for the roster that we proposed or backed last: a match of it may have begun without us. */
  hasBacked(token: number): boolean {
    return token !== 0 && token === this.#latest;
  }

  /** Once a turn: proposes, if it is for us to do so. Returns the agreement that all back. */
  turn(): Agreement | undefined {
    const now = this.#context.clock.time();
    if (this.#backed && now - this.#backedAt > FORGET_MS) this.#backed = this.#backedBy = undefined;
    if (!this.canFill()) this.#filledAt = -1;
    else if (this.#filledAt < 0) this.#filledAt = now;
    this.#countLeading(now - this.#turnAt);
    this.#turnAt = now;
    this.#leader = this.#findLeader();
    if (this.#leader === 'self') return this.#propose();
    this.#proposal = undefined;
    if (this.#leader.report?.entries.length === 0) this.#heard = 0;
    return undefined;
  }

  /** Backs what the machine that should coordinate proposes. True if we back it now. */
  consider(from: Acquaintance): boolean {
    const { report } = from;
    if (!report || report.entries.length === 0 || this.#findLeader() !== from) return false;
    const roster = makeRoster(report.entries, this.#context.settings);
    const isSound = roster.token === report.token && isPlayable(report.entries, this.#context.settings);
    if (!isSound || report.entries[0]!.node !== from.link.node) return false;
    const hasUs = report.entries.some(({ node }) => node === this.#own.entry.node);
    this.#heard = hasUs ? 0 : roster.token;
    if (!hasUs || !this.#knowsAll(report.entries)) return false;
    // One roster at a time: backing another one while the first may still stand would seat us twice.
    if (this.#backed && this.#backedBy !== from && this.#backed.token !== roster.token) return false;
    this.#proposal = undefined;
    this.#latest = roster.token;
    this.#backed = roster;
    this.#backedBy = from;
    this.#backedAt = this.#context.clock.time();
    return true;
  }

  /**
   * The roster that we back, if seats of it have begun to play: so all have backed it. Each by its own word, as whoever
   * coordinates may tell another roster to another machine; and one that plays as well, as it may play another match.
   */
  begun(): Agreement | undefined {
    const backed = this.#backed;
    if (!backed) return undefined;
    const members = this.#membersOf(backed);
    const backs = ({ report }: Acquaintance): boolean => report?.token === backed.token;
    const isBegun = members.some((one) => backs(one) && plays(one)) && members.every((one) => backs(one) || plays(one));
    return isBegun ? this.#agreement(backed, -1) : undefined;
  }

  /**
   * The host, or the lowest node id: at first of all that are there, later of those that propose, and always of those
   * that have led in vain the fewest times.
   */
  #findLeader(): Acquaintance | 'self' {
    const isEarly = this.#context.clock.time() - this.#filledAt < PROPOSE_MS;
    const candidates = this.applicants().filter(({ report }) => isEarly || this.#filledAt < 0 || proposes(report));
    const { host } = this.#context.settings;
    const rank = (one: Acquaintance | 'self'): [number, number, number] =>
      one === 'self'
        ? [this.#own.timesLed, +!host, this.#own.entry.node]
        : [one.timesLed, +!one.report?.host, one.link.node];
    return candidates.reduce<Acquaintance | 'self'>(
      (best, one) => (isBefore(rank(one), rank(best)) ? one : best),
      'self',
    );
  }

  /** Whoever proposes does so at the expense of its time. */
  #countLeading(elapsed: number): void {
    const all = this.applicants().filter(({ report }) => proposes(report));
    for (const one of this.#proposal ? [...all, this.#own] : all) {
      one.leadMs += elapsed;
      if (one.leadMs <= LEAD_MS) continue;
      one.leadMs = 0;
      if (one.timesLed++ === 0 && one !== this.#own) this.#passedOverAt = this.#turnAt;
    }
  }

  #choose(): readonly RosterEntry[] | undefined {
    const applicants = this.applicants().map(({ link: { node }, report }) => {
      const { nonce, players, delay, met } = report!; // applicants() has those with a report.
      return { entry: { node, nonce, players, delay }, met };
    });
    return chooseEntries(this.#own.entry, applicants, this.#context.settings.game.numPlayers);
  }

  #propose(): Agreement | undefined {
    const now = this.#context.clock.time();
    const entries = this.#choose();
    if (!entries) {
      this.#proposal = undefined;
      return undefined;
    }
    const roster = makeRoster(entries, this.#context.settings);
    if (roster.token !== this.#proposal?.token) {
      this.#proposal = roster;
      this.#latest = roster.token;
      this.#proposedAt = this.#askedAt = now;
    }
    // Half as long as a member stands by it: a backing that has run out there must not count here.
    const hasAnswered = ({ report, reportedAt }: Acquaintance): boolean =>
      report?.token === roster.token && now - reportedAt <= FORGET_MS / 2;
    if (this.#membersOf(roster).every(hasAnswered)) return this.#agreement(roster, this.#proposedAt);
    if (now - this.#askedAt > ANSWER_MS) this.#passOver(hasAnswered);
    return undefined;
  }

  /** Whoever has had the time to answer, and has not, goes to the end of the line. */
  #passOver(hasAnswered: (one: Acquaintance) => boolean): void {
    const now = this.#context.clock.time();
    this.#askedAt = now;
    for (const one of this.applicants()) {
      if (hasAnswered(one) || now - one.metAt <= ANSWER_MS) continue;
      if (one.failures++ === 0) this.#passedOverAt = now;
    }
  }

  /** The machines of a roster. Where two go by one name, the one that answers to it. */
  #membersOf({ entries, token }: Roster): readonly Acquaintance[] {
    return entries.flatMap((entry) => {
      const alike = this.applicants().filter((one) => isEntryOf(one, entry));
      return alike.find(({ report }) => report?.token === token) ?? alike[0] ?? [];
    });
  }

  /** What a roster says of a machine must be what that machine says of itself, so that all make the same seed of it. */
  #knowsAll(entries: readonly RosterEntry[]): boolean {
    const applicants = this.applicants();
    return entries.every(
      (entry) => isSameEntry(entry, this.#own.entry) || applicants.some((one) => isEntryOf(one, entry)),
    );
  }

  #agreement(roster: Roster, proposedAt: number): Agreement {
    const members = this.#membersOf(roster);
    const links = roster.entries.map(({ node }) => members.find(({ link }) => link.node === node)?.link);
    return { ...roster, links, proposedAt };
  }
}
