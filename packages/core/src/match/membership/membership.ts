import { FRAME_MAX, NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { EndReason } from '../events.js';
import type { Link } from '../link/link.js';
import type { Progress } from '../progress.js';
import type { MembershipReport, SeatReports } from '../seat-reports.js';
import { handlesOf, type Seat, type SeatLinks } from '../seat.js';
import { adoptableView } from './agreement.js';
import { createAccusations, type Accusations } from './accusations.js';
import { Budgets } from './budgets.js';
import { Closing } from './closing.js';
import { Exclusion } from './exclusion.js';
import { createGrace, type Grace } from './grace.js';
import { createLending, type Lending } from './lending.js';
import { Returning, type ReturningClaims } from './returning.js';
import { createSilence, type Silence } from './silence.js';
import { Vacancies, type VacanciesStart } from './vacancies.js';

/** A machine that is out is sent packets that say so for this long. */
const TELL_MS = 1000;
/** How often everything is looked into while all play and nobody says anything else. */
const CALM_MS = 40;

/** Where a machine enters a match: at its start, or in the midst of it. */
export interface MembershipStart extends VacanciesStart {
  readonly view: number;
}

export interface MembershipParts {
  readonly seats: readonly Seat[];
  readonly self: Seat;
  readonly seatLinks: SeatLinks;
  readonly reports: SeatReports;
  readonly progress: Progress;
  readonly claims: ReturningClaims;
  readonly start: MembershipStart;
  readonly end: (reason: EndReason) => void;
}

/** Who plays. The sole writer of who is out, who is being put out, and who comes back. */
export class Membership<F extends FieldSpecs> {
  readonly accusations: Accusations;
  readonly budgets: Budgets<F>;
  readonly #own: MembershipReport;
  readonly #silence: Silence;
  readonly #closing: Closing<F>;
  readonly vacancies: Vacancies<F>;
  readonly grace: Grace;
  readonly #exclusion: Exclusion<F>;
  readonly lending: Lending;
  readonly #returning: Returning<F>;
  /** By seat: when it was put out last. */
  readonly #outAt: number[];
  /** Mask of the seats that are out, and have sent a packet of play since. */
  #heardAgain = 0;
  #settledAt = -CALM_MS;
  #live: readonly Seat[];
  #playing: readonly Seat[];

  readonly #context: MatchContext<F>;
  readonly #parts: MembershipParts;

  constructor(context: MatchContext<F>, parts: MembershipParts) {
    this.#context = context;
    this.#parts = parts;

    const { seats, self, seatLinks, reports, progress, start, end } = parts;
    const { view, out } = start;
    this.#own = { view, out, accuses: 0, deaf: 0, closing: 0, returning: -1, returnsAt: NULL_FRAME };
    this.#silence = createSilence(context, seats, seatLinks, reports);
    this.budgets = new Budgets(context, seats, self, reports, progress);
    this.accusations = createAccusations(context, seats, reports, this.#silence, this.budgets, progress);
    this.#closing = new Closing(context, {
      ...{ own: this.#own, self, seats, reports, accusations: this.accusations, silence: this.#silence },
      holds: (seat) => this.holds(seat),
    });
    this.vacancies = new Vacancies(context, seats, self, progress, start);
    this.grace = createGrace(context, seats, seatLinks);
    this.lending = createLending(context, this.#own, self, seats, reports);
    this.#exclusion = new Exclusion(context, {
      ...{ own: this.#own, self, seats, reports, progress, end },
      ...{ accusations: this.accusations, lending: this.lending },
    });
    this.#outAt = seats.map(() => context.clock.time());
    this.#playing = this.#findPlaying();
    this.#live = this.#findLive();
    this.#returning = new Returning(context, this.#own, this, parts);
  }

  /** What our packets report. */
  get own(): Readonly<MembershipReport> {
    return this.#own;
  }

  /** Other seats that play. The list is made anew at each change. */
  get live(): readonly Seat[] {
    return this.#live;
  }

  /** All seats that play. The list is made anew at each change. */
  get playing(): readonly Seat[] {
    return this.#playing;
  }

  /** True while there is nothing to report: every seat plays, and is heard. */
  isWhole(): boolean {
    const { view, out, accuses, deaf, closing, returning } = this.#own;
    return !(view | out | accuses | deaf | closing) && returning < 0;
  }

  isOut(seat: Seat): boolean {
    return (this.#own.out & seat.bit) > 0;
  }

  /** True if we send to this seat. */
  mayHear(seat: Seat): boolean {
    return !this.isOut(seat) || this.grace.isAwaited(seat) || this.#now() - this.#outAt[seat.index]! < TELL_MS;
  }

  /** The last frame of a seat's inputs that counts: what we hold, or its last one before it was out. */
  holds(seat: Seat): Frame {
    return this.isOut(seat) ? this.vacancies.cutOf(seat) : this.#parts.progress.heldOf(seat);
  }

  /** A seat that is out has sent a packet of play. */
  hearAgain(seat: Seat): void {
    this.#heardAgain |= seat.bit;
  }

  /**
   * True if the same page is heard again, while everyone still waits for it: it can go on where it was. One that kept an
   * agreement from being reached would do so again, and has to load its page anew.
   */
  isHeardAgain(seat: Seat): boolean {
    return (this.grace.awaited & this.#heardAgain & seat.bit) > 0 && this.accusations.reasonFor(seat) !== 'split';
  }

  /** Silence, budgets, votes, agreements, returns, inputs for handles that nobody plays. Once a turn. */
  settle(paused: boolean): void {
    if (this.#isCalm() && this.#now() - this.#settledAt < CALM_MS) return;
    this.#settledAt = this.#now();
    this.#silence.watch(this.#live);
    this.budgets.settle(this.#live, this.grace.awaited, paused);
    this.#closing.vote(this.#live);
    this.#agree();
    this.#returning.settle();
    this.#settleGrace();
    this.#exclusion.settle(this.#live);
    this.lending.note(this.#parts.progress);
    this.vacancies.fill(this.#own.out);
  }

  /** A seat is back: the same page under its old link, or a new one under `link` that holds our inputs up to `acked`. */
  comeBack(seat: Seat, frame: Frame, link: Link | undefined, acked: Frame): void {
    const { seatLinks, reports } = this.#parts;
    this.grace.end(seat);
    this.#changeView(this.#own.out & ~seat.bit);
    if (link) {
      seatLinks.replace(seat, link);
      reports.restart(seat, acked, this.#own);
    }
    this.vacancies.enter(seat, frame, !link);
    this.#silence.restart(seat);
    this.accusations.restart(seat);
    this.budgets.restart(seat);
    this.budgets.chargeReturn(seat);
    const detail = { peer: seatLinks.address(seat), handles: handlesOf(seat), frame };
    this.#context.events.emit('join', { ...detail, role: 'player', rejoined: true });
  }

  #now(): number {
    return this.#context.clock.time();
  }

  /** True while all play, by the word of every machine. */
  #isCalm(): boolean {
    if (!this.isWhole()) return false;
    for (let i = 0; i < this.#live.length; i++) {
      const { view, out, accuses, deaf, closing, left } = this.#parts.reports.of(this.#live[i]!);
      if (view | out | accuses | deaf | closing || left) return false;
    }
    return true;
  }

  #findPlaying(): readonly Seat[] {
    return this.#parts.seats.filter((seat) => !this.isOut(seat));
  }

  #findLive(): readonly Seat[] {
    return this.#playing.filter((seat) => seat !== this.#parts.self);
  }

  #changeView(out: number): void {
    this.#own.view = (this.#own.view + 1) & 7;
    this.#own.out = out;
    this.#returning.stop();
    this.#playing = this.#findPlaying();
    this.#live = this.#findLive();
  }

  /** Puts out whom all that remain have agreed on, and follows a change of the membership that the others have made. */
  #agree(): void {
    const { reports } = this.#parts;
    for (let out = this.#closing.conclude(this.#live); out; out = this.#closing.conclude(this.#live)) this.#putOut(out);
    this.#closing.accuseBlockers(this.#live);
    for (let i = 0; i < this.#live.length; i++) {
      if (reports.of(this.#live[i]!).view === this.#own.view) continue;
      this.#own.view = adoptableView(this.#own, this.#live, reports);
      break;
    }
  }

  #putOut(mask: number): void {
    const gone = this.#parts.seats.filter((seat) => mask & seat.bit);
    for (const seat of gone) this.vacancies.cut(seat);
    this.#changeView(this.#own.out | mask);
    for (const seat of gone) this.#tellOut(seat);
  }

  #tellOut(seat: Seat): void {
    const { events, settings } = this.#context;
    const reason = this.accusations.reasonFor(seat) ?? 'split';
    const peer = this.#parts.seatLinks.address(seat);
    this.#outAt[seat.index] = this.#now();
    this.#heardAgain &= ~seat.bit;
    events.emit('drop', { peer, handles: handlesOf(seat), lastFrame: this.vacancies.cutOf(seat), reason });
    const mayReturn = reason !== 'budget' && this.budgets.mayReturn(seat);
    if (!settings.rejoinGraceMs || this.#parts.progress.over >= 0 || !mayReturn) {
      this.#giveUp(seat);
    } else this.grace.begin(seat);
  }

  /** What becomes of the handles of a seat that is out and not coming back soon. */
  #giveUp(seat: Seat): void {
    this.grace.end(seat);
    if (this.#context.settings.onDrop !== 'end') this.vacancies.fillTo(seat, FRAME_MAX);
    else this.#parts.end(this.#parts.progress.over < 0 ? 'dropped' : 'finished');
  }

  #settleGrace(): void {
    // Not while a seat is being let in: some have promised its frames to it, and others would give them away.
    if (this.#own.returning >= 0) return;
    for (let seat = this.grace.findOver(); seat; seat = this.grace.findOver()) this.#giveUp(seat);
  }
}
