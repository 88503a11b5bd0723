import type { Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import { DELAY_MAX } from '../options.js';
import type { Progress } from '../progress.js';
import type { SeatReports } from '../seat-reports.js';
import type { Seat } from '../seat.js';

/** A seat that is waited for, and whose inputs come at less than a sixth of the pace, holds the match up. */
const PACE_SHARE = 6;
/** The pace is taken over this long. */
const PACE_MS = 1000;
/** Frames that a seat may play without acknowledging ours: far more than it can play without having them. */
const ACK_LAG_FRAMES = 512;

// Rows of the accounts, one of each a seat. Each leaks away over the span.
const PAUSED = 0;
const STALLED = 1;
const RETURNED = 2;
const ACCOUNTS = 3;

/** What each machine may cost the others. Every account has a total within budgetSpanMs. */
export class Budgets<F extends FieldSpecs> {
  readonly #limits: readonly number[];
  readonly #accounts: Float64Array;
  readonly #pausedSince: number[];
  /** By seat: when the pace of its inputs was taken last, and the last of its frames that we held then. */
  readonly #heldFrame: Frame[];
  readonly #heldSince: number[];
  #settledAt: number;

  readonly #context: MatchContext<F>;
  readonly #seats: readonly Seat[];
  readonly #self: Seat;
  readonly #reports: SeatReports;
  readonly #progress: Progress;

  constructor(context: MatchContext<F>, seats: readonly Seat[], self: Seat, reports: SeatReports, progress: Progress) {
    this.#context = context;
    this.#seats = seats;
    this.#self = self;
    this.#reports = reports;
    this.#progress = progress;

    const { pauseBudgetMs, stallBudgetMs, rejoinBudget } = context.settings;
    this.#limits = [pauseBudgetMs, stallBudgetMs, rejoinBudget];
    this.#accounts = new Float64Array(seats.length * ACCOUNTS);
    this.#pausedSince = seats.map(() => -1);
    this.#heldFrame = seats.map((seat) => progress.heldOf(seat));
    this.#heldSince = seats.map(() => this.#now());
    this.#settledAt = this.#now();
  }

  /** Charges the time since the last call: to seats that pause, are awaited, or hold the match up. */
  settle(live: readonly Seat[], awaited: number, paused: boolean): void {
    const elapsed = this.#now() - this.#settledAt;
    this.#settledAt = this.#now();
    this.#leak(elapsed);
    for (let i = 0; awaited && i < this.#seats.length; i++) {
      if (awaited & this.#seats[i]!.bit) this.#charge(this.#seats[i]!, PAUSED, elapsed);
    }
    for (let i = 0; i < live.length; i++) {
      const seat = live[i]!;
      if (this.#notePause(seat)) this.#charge(seat, PAUSED, elapsed);
      if (this.#holdsUp(seat, paused)) this.#charge(seat, STALLED, elapsed);
    }
  }

  chargeReturn(seat: Seat): void {
    this.#charge(seat, RETURNED, 1);
  }

  /** True if the seat may come back once more. */
  mayReturn(seat: Seat): boolean {
    const { rejoinBudget, pauseBudgetMs } = this.#context.settings;
    return this.#account(seat, RETURNED) + 1 <= rejoinBudget && this.#account(seat, PAUSED) <= pauseBudgetMs;
  }

  /** True if the seat has used up an account. */
  isOver(seat: Seat): boolean {
    const { pauseBudgetMs, stallBudgetMs } = this.#context.settings;
    const lag = this.#progress.heldOf(seat) - DELAY_MAX - this.#reports.of(seat).acked;
    const isSpent = this.#account(seat, PAUSED) > pauseBudgetMs || this.#account(seat, STALLED) > stallBudgetMs;
    return isSpent || lag > ACK_LAG_FRAMES;
  }

  /** ms for which the seat has paused without a break, 0 if it does not. */
  pausedFor(seat: Seat): number {
    const since = this.#pausedSince[seat.index]!;
    return since < 0 ? 0 : this.#now() - since;
  }

  /** A machine that comes back starts to play anew; its accounts stay. */
  restart(seat: Seat): void {
    this.#pausedSince[seat.index] = -1;
    this.#heldFrame[seat.index] = this.#progress.heldOf(seat);
    this.#heldSince[seat.index] = this.#now();
  }

  #now(): number {
    return this.#context.clock.time();
  }

  #account(seat: Seat, row: number): number {
    return this.#accounts[seat.index * ACCOUNTS + row]!;
  }

  #charge(seat: Seat, row: number, amount: number): void {
    this.#accounts[seat.index * ACCOUNTS + row]! += amount;
  }

  #leak(elapsed: number): void {
    const share = elapsed / Math.max(this.#context.settings.budgetSpanMs, 1);
    for (let i = 0; i < this.#accounts.length; i++) {
      this.#accounts[i] = Math.max(0, this.#accounts[i]! - this.#limits[i % ACCOUNTS]! * share);
    }
  }

  #notePause(seat: Seat): boolean {
    const pauses = this.#reports.of(seat).pausing > 0;
    if (!pauses) this.#pausedSince[seat.index] = -1;
    else if (this.#pausedSince[seat.index]! < 0) this.#pausedSince[seat.index] = this.#now();
    return pauses;
  }

  /** True if the match waits for this seat's next input, and they come too slowly. */
  #holdsUp(seat: Seat, paused: boolean): boolean {
    const held = this.#progress.heldOf(seat);
    const confirmed = this.#context.parts.inputs.confirmed();
    const isWaitedFor = held === confirmed && this.#progress.heldOf(this.#self) > confirmed && !paused;
    const ms = this.#now() - this.#heldSince[seat.index]!;
    const due = (ms * this.#context.settings.hz) / (1000 * PACE_SHARE);
    const isSlow = held - this.#heldFrame[seat.index]! < due - 1;
    if (paused || ms > PACE_MS) {
      // Who is slow is measured from where it stands; who is not, from now.
      if (!isSlow || paused) this.#heldSince[seat.index] = this.#now();
      else this.#heldSince[seat.index] = this.#now() - PACE_MS / 2;
      this.#heldFrame[seat.index] = held;
    }
    return isWaitedFor && isSlow;
  }
}
