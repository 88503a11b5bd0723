import type { FieldSpecs } from '../../state/fields.js';
import { SEATS_MAX } from '../../wire/limits.js';
import { INVITES, PLAY } from '../../wire/messages.js';
import type { MatchContext } from '../context.js';
import type { RosterEntry } from '../seat.js';
import { FORGET_MS, type Acquaintance, type Acquaintances } from './acquaintances.js';
import { entryValues } from './meet-report.js';
import { chooseEntries, isPlayable, makeRoster, type Agreement, type Roster } from './roster.js';

/** A roster that is not backed by all after this long is given up, and a machine that did not back it passed over. */
const BACK_MS = 1500;
/** A machine that should coordinate and has not brought a match about after this long is passed over. */
const COORDINATE_MS = 2500;

/**
 * Who proposes the roster, and which one stands. The machine with the lowest node id coordinates, or the one with
 * `host`; all others back what it proposes. Whoever delays this is passed over: no stranger can keep a room from playing.
 */
export class Coordination<F extends FieldSpecs> {
  #proposal: Roster | undefined;
  #proposedAt = 0;
  #backed: Roster | undefined;
  #backedBy: Acquaintance | undefined;
  #backedAt = 0;
  /** Who should coordinate, since when, and how often we ourselves failed to. */
  #leader: Acquaintance | 'self' | undefined;
  #leaderSince = 0;
  #ownFailures = 0;
  #passedOver = 0;

  readonly #context: MatchContext<F>;
  readonly #own: RosterEntry;
  readonly #acquaintances: Acquaintances<F>;

  constructor(context: MatchContext<F>, own: RosterEntry, acquaintances: Acquaintances<F>) {
    this.#context = context;
    this.#own = own;
    this.#acquaintances = acquaintances;
  }

  /** The roster that we propose; undefined while another machine coordinates. */
  get proposal(): Roster | undefined {
    return this.#proposal;
  }

  /** Machines that were passed over. */
  get passedOver(): number {
    return this.#passedOver;
  }

  /** The roster that we propose or back. */
  get token(): number {
    return this.#proposal?.token ?? this.#backed?.token ?? 0;
  }

  /** Machines that are there and would play, those that failed least first, then in the order in which they came. */
  applicants(): readonly Acquaintance[] {
    const now = this.#context.clock.time();
    return this.#acquaintances.all
      .filter(({ link, report }) => {
        const wouldPlay = report && report.players > 0 && !(report.flags & INVITES);
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
    const free = this.#context.settings.game.numPlayers - this.#own.players;
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

  /** Once a turn: proposes, if it is for us to do so. Returns the agreement that all back. */
  turn(): Agreement | undefined {
    const now = this.#context.clock.time();
    if (this.#backed && now - this.#backedAt > FORGET_MS) this.#backed = this.#backedBy = undefined;
    this.#passOver();
    if (this.#leader !== 'self') {
      this.#proposal = undefined;
      return undefined;
    }
    return this.#propose();
  }

  /** Backs what the machine that should coordinate proposes. True if we back it now. */
  consider(from: Acquaintance): boolean {
    const { report } = from;
    if (!report || report.entries.length === 0) return false;
    const roster = makeRoster(report.entries, this.#context.settings);
    const isSound = roster.token === report.token && isPlayable(report.entries, this.#context.settings);
    const leads = report.entries[0]!.node === from.link.node && this.#isLeader(from);
    const hasUs = report.entries.some(({ node }) => node === this.#own.node);
    if (!isSound || !leads || !hasUs || !this.#knowsAll(report.entries)) return false;
    // One roster at a time: backing another one while the first may still stand would seat us twice.
    if (this.#backed && this.#backedBy !== from && this.#backed.token !== roster.token) return false;
    this.#proposal = undefined;
    this.#backed = roster;
    this.#backedBy = from;
    this.#backedAt = this.#context.clock.time();
    return true;
  }

  /** A seat of the roster that we back has begun to play: so all have backed it. */
  committedBy(from: Acquaintance): Agreement | undefined {
    const backed = this.#backed;
    if (!backed?.entries.some(({ node }) => node === from.link.node)) return undefined;
    // Each by its own word: whoever coordinates may have told another roster to another machine.
    const isShared = this.#membersOf(backed).every(
      (one) => one === from || one.report?.token === backed.token || one.link.queue.peek() === PLAY,
    );
    return isShared ? this.#agreement(backed, -1) : undefined;
  }

  #leads(one: { host: boolean; failures: number; node: number }, other: typeof one): boolean {
    if (one.failures !== other.failures) return one.failures < other.failures;
    return one.host === other.host ? one.node < other.node : one.host;
  }

  #rank(one: Acquaintance | 'self'): { host: boolean; failures: number; node: number } {
    if (one === 'self') return { host: this.#context.settings.host, failures: this.#ownFailures, node: this.#own.node };
    return { host: one.report?.host ?? false, failures: one.failures, node: one.link.node };
  }

  #findLeader(): Acquaintance | 'self' {
    let leader: Acquaintance | 'self' = 'self';
    for (const one of this.applicants()) if (this.#leads(this.#rank(one), this.#rank(leader))) leader = one;
    return leader;
  }

  #isLeader(one: Acquaintance): boolean {
    return this.#findLeader() === one;
  }

  /** Whoever should coordinate, and does not in time although enough are there, is passed over. */
  #passOver(): void {
    const now = this.#context.clock.time();
    const leader = this.#findLeader();
    const sinceAnew = leader !== this.#leader || (leader === 'self' && !this.canFill());
    this.#leader = leader;
    if (sinceAnew) this.#leaderSince = now;
    if (now - this.#leaderSince < COORDINATE_MS || this.applicants().length === 0) return;
    if (leader === 'self') this.#ownFailures++;
    else if (this.canFill()) this.#fail(leader);
    this.#leaderSince = now;
  }

  #fail(one: Acquaintance): void {
    if (one.failures === 0) this.#passedOver++;
    one.failures++;
  }

  #choose(): readonly RosterEntry[] | undefined {
    const applicants = this.applicants().map(({ link: { node }, report }) => {
      const { nonce, players, delay, met } = report!; // applicants() has those with a report.
      return { entry: { node, nonce, players, delay }, met };
    });
    return chooseEntries(this.#own, applicants, this.#context.settings.game.numPlayers);
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
      this.#proposedAt = now;
    }
    const missing = this.#membersOf(roster).filter(
      // Half as long as a member stands by it: a backing that has run out there must not count here.
      ({ report, reportedAt }) => report?.token !== roster.token || now - reportedAt > FORGET_MS / 2,
    );
    if (missing.length === 0) return this.#agreement(roster, this.#proposedAt);
    if (now - this.#proposedAt > BACK_MS) {
      for (const member of missing) this.#fail(member);
      this.#proposedAt = now;
    }
    return undefined;
  }

  #membersOf({ entries }: Roster): readonly Acquaintance[] {
    const applicants = this.applicants();
    return entries.flatMap(({ node }) => applicants.find(({ link }) => link.node === node) ?? []);
  }

  #knowsAll(entries: readonly RosterEntry[]): boolean {
    const applicants = this.applicants();
    // What a roster says of a machine must be what that machine says of itself, so that all make the same seed of it.
    const isTrue = (entry: RosterEntry, told: RosterEntry): boolean =>
      entryValues(entry).every((value, i) => value === entryValues(told)[i]);
    return entries.every((entry) => {
      if (entry.node === this.#own.node) return isTrue(entry, this.#own);
      const report = applicants.find(({ link }) => link.node === entry.node)?.report;
      return report !== undefined && isTrue(entry, { ...report, node: entry.node });
    });
  }

  #agreement(roster: Roster, proposedAt: number): Agreement {
    const members = this.#membersOf(roster);
    const links = roster.entries.map(({ node }) => members.find(({ link }) => link.node === node)?.link);
    return { ...roster, links, proposedAt };
  }
}
