import { FRAME_MAX, NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { EndReason } from '../events.js';
import type { Link } from '../link/link.js';
import type { Progress } from '../progress.js';
import type { MembershipReport, SeatReports } from '../seat-reports.js';
import { handlesOf, type Seat, type SeatLinks } from '../seat.js';
import { adoptableView, agreedOut, isBlockedBy } from './agreement.js';
import { createAccusations, type Accusations } from './accusations.js';
import { Budgets } from './budgets.js';
import { createFilling, type Fill } from './filling.js';
import { createLending, type Lending } from './lending.js';
import { Returning, type ReturningClaims } from './returning.js';
import { createSilence, type Silence } from './silence.js';
import { arePutOut, isClosedElsewhere, isVotedOut } from './votes.js';

/** A machine that is out is sent packets that say so for this long. */
const TELL_MS = 1000;
/** How often everything is looked into while all play and nobody says anything else. */
const CALM_MS = 40;

/** Where a machine enters a match: at its start, or in the midst of it. */
export interface MembershipStart {
  readonly view: number;
  /** Mask of the seats that are out. */
  readonly out: number;
  /** The frame from which on our own inputs count, if others filled those before; else NULL_FRAME. */
  readonly enteredAt: Frame;
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
  readonly #fill: Fill;
  readonly #lending: Lending;
  readonly #returning: Returning<F>;
  /** By seat: its last frame before it was out; how far it is filled; the first frame that was its own again. */
  readonly #cuts: Frame[];
  readonly #fillTo: Frame[];
  readonly #entered: Frame[];
  readonly #outAt: number[];
  /** Mask of the seats that are out, and have sent a packet of play since. */
  #heardAgain = 0;
  /** Mask of the seats whose return is waited for, and when each wait ends. */
  #awaited = 0;
  readonly #graceUntil: number[];
  #settledAt = -CALM_MS;
  #live: readonly Seat[];
  #playing: readonly Seat[];
  /** When another seat was put out last, while all agree on their last frames. */
  #closingSince = 0;
  /** When we found that the others play without us, or -1. */
  #excludedSince = -1;

  readonly #context: MatchContext<F>;
  readonly #parts: MembershipParts;

  constructor(context: MatchContext<F>, parts: MembershipParts) {
    this.#context = context;
    this.#parts = parts;

    const { seats, self, seatLinks, reports, progress, start } = parts;
    const { view, out, enteredAt } = start;
    const { onDrop } = context.settings;
    this.#own = { view, out, accuses: 0, deaf: 0, closing: 0, returning: -1, returnsAt: NULL_FRAME };
    this.#silence = createSilence(context, seats, seatLinks, reports);
    this.budgets = new Budgets(context, seats, self, reports, progress);
    this.accusations = createAccusations(context, seats, reports, this.#silence, this.budgets, progress);
    this.#fill = createFilling(context);
    this.#lending = createLending(context, this.#own, self, seats, reports);
    this.#cuts = seats.map((seat) => (out & seat.bit ? progress.heldOf(seat) : NULL_FRAME));
    this.#fillTo = seats.map((seat) => {
      if (seat === self) return enteredAt - 1;
      return out & seat.bit && onDrop !== 'end' ? FRAME_MAX : NULL_FRAME;
    });
    this.#entered = seats.map((seat) => (seat === self ? enteredAt : NULL_FRAME));
    this.#outAt = seats.map(() => context.clock.time());
    this.#graceUntil = seats.map(() => -1);
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

  /** Mask of the seats whose return the match waits for. */
  get awaited(): number {
    return this.#awaited;
  }

  /** True while there is nothing to report: every seat plays, and is heard. */
  isWhole(): boolean {
    const { view, out, accuses, deaf, closing, returning } = this.#own;
    return !(view | out | accuses | deaf | closing) && returning < 0;
  }

  isOut(seat: Seat): boolean {
    return (this.#own.out & seat.bit) > 0;
  }

  isAwaited(seat: Seat): boolean {
    return (this.#awaited & seat.bit) > 0;
  }

  /** True if we send to this seat. */
  mayHear(seat: Seat): boolean {
    return !this.isOut(seat) || this.isAwaited(seat) || this.#now() - this.#outAt[seat.index]! < TELL_MS;
  }

  /** True if inputs of `seat` may be taken from a packet of `from`. */
  mayTake(seat: Seat, from: Seat): boolean {
    return this.#lending.mayTake(seat, from);
  }

  /** True if `to` needs from us the inputs that we hold of `seat`. */
  lends(seat: Seat, to: Seat): boolean {
    return this.#lending.lends(seat, to);
  }

  /** The last frame of a seat's inputs that counts: what we hold, or its last one before it was out. */
  holds(seat: Seat): Frame {
    return this.isOut(seat) ? this.cutOf(seat) : this.#parts.progress.heldOf(seat);
  }

  /** The last frame of a seat before it was out, or NULL_FRAME. */
  cutOf(seat: Seat): Frame {
    return this.#cuts[seat.index]!;
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
    const { awaited, accusations } = this;
    return (awaited & this.#heardAgain & seat.bit) > 0 && accusations.reasonFor(seat) !== 'split';
  }

  /** The frame from which on the inputs of a seat that has come back are its own; NULL_FRAME if it never left. */
  enteredAt(seat: Seat): Frame {
    return this.#entered[seat.index]!;
  }

  /** Fills the frames of a seat that is out up to `frame`, and no further. For returning.ts. */
  fillTo(seat: Seat, frame: Frame): void {
    this.#fillTo[seat.index] = frame;
  }

  /** Silence, budgets, votes, agreements, returns, inputs for handles that nobody plays. Once a turn. */
  settle(paused: boolean): void {
    if (this.#isCalm() && this.#now() - this.#settledAt < CALM_MS) return;
    this.#settledAt = this.#now();
    this.#silence.watch(this.#live);
    this.budgets.settle(this.#live, this.#awaited, paused);
    this.#vote();
    this.#agree();
    this.#returning.settle();
    this.#settleGrace();
    this.#noticeExclusion();
    this.#lending.note(this.#parts.progress);
    this.#fillFrames();
  }

  /** A seat is back: the same page under its old link, or a new one under `link` that holds our inputs up to `acked`. */
  comeBack(seat: Seat, frame: Frame, link: Link | undefined, acked: Frame): void {
    const { seatLinks, reports } = this.#parts;
    this.#stopWaiting(seat);
    this.#changeView(this.#own.out & ~seat.bit);
    if (link) {
      seatLinks.replace(seat, link);
      reports.restart(seat, acked, this.#own);
      this.#entered[seat.index] = frame;
    }
    this.#fillTo[seat.index] = link ? frame - 1 : NULL_FRAME;
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
    this.#own.returning = -1;
    this.#own.returnsAt = NULL_FRAME;
    this.#playing = this.#findPlaying();
    this.#live = this.#findLive();
  }

  #remaining(): readonly Seat[] {
    return this.#live.filter((seat) => !(this.#own.closing & seat.bit));
  }

  /** Who is accused by whom, and whose inputs are not taken any more. */
  #vote(): void {
    const { self, seats, reports } = this.#parts;
    const own = this.#own;
    own.deaf = this.#silence.deaf(this.#live);
    own.accuses = this.accusations.settle(this.#live);
    for (let i = 0; i < this.#live.length; i++) {
      const seat = this.#live[i]!;
      // Others may have counted on our word: one taken back a moment ago stands, once somebody has acted on it.
      const stands = this.accusations.wasAccusedWithin(seat, this.#context.settings.dropAfterMs);
      if (stands && isClosedElsewhere(seat, own, self, seats, reports)) own.accuses |= seat.bit;
      if (own.closing & seat.bit || !isVotedOut(seat, own, self, seats, reports)) continue;
      this.#closingSince = this.#now();
      own.closing |= seat.bit;
    }
  }

  /** Puts out whom all that remain have agreed on, and accuses whoever keeps an agreement from being reached. */
  #agree(): void {
    const { seats, reports } = this.#parts;
    for (let out = 1; out && this.#own.closing;) {
      out = agreedOut(this.#own, this.#remaining(), seats, reports, (seat) => this.holds(seat));
      if (out) this.#putOut(out);
    }
    // A machine that died meanwhile is accused of its silence first.
    if (this.#own.closing && this.#now() - this.#closingSince > 2 * this.#context.settings.dropAfterMs) {
      this.#closingSince = this.#now();
      for (const seat of this.#remaining()) {
        const isBlocking = isBlockedBy(this.#own, reports.of(seat), seats, (each) => this.holds(each));
        if (isBlocking) this.accusations.accuse(seat, 'split');
      }
    }
    for (let i = 0; i < this.#live.length; i++) {
      if (reports.of(this.#live[i]!).view === this.#own.view) continue;
      this.#own.view = adoptableView(this.#own, this.#live, reports);
      break;
    }
  }

  #putOut(mask: number): void {
    const gone = this.#parts.seats.filter((seat) => mask & seat.bit);
    // One that goes again before its first own input is cut where that would have been: all fill its frames alike.
    for (const seat of gone) {
      this.#cuts[seat.index] = Math.max(this.#parts.progress.heldOf(seat), this.enteredAt(seat) - 1);
    }
    this.#own.closing &= ~mask;
    this.#changeView(this.#own.out | mask);
    for (const seat of gone) this.#tellOut(seat);
  }

  #tellOut(seat: Seat): void {
    const { events, settings } = this.#context;
    const reason = this.accusations.reasonFor(seat) ?? 'split';
    const peer = this.#parts.seatLinks.address(seat);
    this.#outAt[seat.index] = this.#now();
    this.#heardAgain &= ~seat.bit;
    events.emit('drop', { peer, handles: handlesOf(seat), lastFrame: this.cutOf(seat), reason });
    const mayReturn = reason !== 'budget' && this.budgets.mayReturn(seat);
    if (!settings.rejoinGraceMs || this.#parts.progress.over >= 0 || !mayReturn) {
      this.#giveUp(seat);
      return;
    }
    this.#awaited |= seat.bit;
    this.#graceUntil[seat.index] = this.#now() + settings.rejoinGraceMs;
    events.emit('pause', { by: peer, reason: 'rejoin' });
  }

  #stopWaiting(seat: Seat): void {
    if (this.isAwaited(seat)) this.#context.events.emit('unpause', { by: this.#parts.seatLinks.address(seat) });
    this.#awaited &= ~seat.bit;
  }

  /** What becomes of the handles of a seat that is out and not coming back soon. */
  #giveUp(seat: Seat): void {
    this.#stopWaiting(seat);
    if (this.#context.settings.onDrop !== 'end') this.#fillTo[seat.index] = FRAME_MAX;
    else this.#parts.end(this.#parts.progress.over < 0 ? 'dropped' : 'finished');
  }

  #settleGrace(): void {
    const { seats } = this.#parts;
    for (let i = 0; this.#awaited && i < seats.length; i++) {
      const isOver = this.isAwaited(seats[i]!) && this.#now() > this.#graceUntil[i]!;
      // Not while it is being let in: some have promised its frames to it, and others would give them away.
      if (isOver && this.#own.returning < 0) this.#giveUp(seats[i]!);
    }
  }

  /** The others play without us, or we hear none of them: a wait for the line to heal, then an end. */
  #noticeExclusion(): void {
    const { self, seats, reports, progress, end } = this.#parts;
    const { dropAfterMs, rejoinGraceMs, stallBudgetMs } = this.#context.settings;
    const isExcluded = arePutOut(this.#own, self, seats, reports);
    let heard = 0;
    let isStuck = false;
    for (let i = 0; i < this.#live.length; i++) {
      const seat = this.#live[i]!;
      if (this.#own.closing & seat.bit || !(this.#own.accuses & seat.bit)) heard++;
      // An accused seat without whose inputs all stand still, and that the others do not find over its budget either.
      const waited = Math.min(this.accusations.accusedFor(seat), this.#lending.waitedFor(seat));
      isStuck ||= waited > 2 * dropAfterMs + stallBudgetMs;
    }
    const isAlone = this.#live.length > 1 && heard === 0;
    if (!isExcluded && !isAlone && !isStuck) {
      this.#excludedSince = -1;
      return;
    }
    if (this.#excludedSince < 0) this.#excludedSince = this.#now();
    // Whoever has the final frame needs nobody else.
    if (progress.over >= 0) return end('finished');
    if (this.#now() - this.#excludedSince >= rejoinGraceMs) end(isExcluded ? 'dropped' : 'split');
  }

  /** Of a seat that is out, a frame ahead of us and no more: its return may be near. Of one that is back, what we keep. */
  #fillFrames(): void {
    const { seats, progress } = this.#parts;
    const { session } = this.#context.parts;
    for (let i = 0; i < seats.length; i++) {
      const seat = seats[i]!;
      const through = Math.min(this.#fillTo[i]!, session.frame() + (this.isOut(seat) ? 1 : session.capacity));
      if (through > progress.heldOf(seat)) this.#fill(seat, through);
    }
  }
}
