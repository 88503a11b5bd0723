import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { EndReason } from '../events.js';
import type { Progress } from '../progress.js';
import type { MembershipReport, SeatReports } from '../seat-reports.js';
import type { Seat } from '../seat.js';
import type { Accusations } from './accusations.js';
import type { Lending } from './lending.js';
import { arePutOut } from './votes.js';

export interface ExclusionParts {
  readonly own: Readonly<MembershipReport>;
  readonly self: Seat;
  readonly seats: readonly Seat[];
  readonly reports: SeatReports;
  readonly progress: Progress;
  readonly accusations: Accusations;
  readonly lending: Lending;
  readonly end: (reason: EndReason) => void;
}

/** Notices that the others play without us, or that we hear none of them: a wait for the line to heal, then an end. */
export class Exclusion<F extends FieldSpecs> {
  /** When we found it, or -1. */
  #since = -1;

  readonly #context: MatchContext<F>;
  readonly #parts: ExclusionParts;

  constructor(context: MatchContext<F>, parts: ExclusionParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Once a turn, with the other seats that play. */
  settle(live: readonly Seat[]): void {
    const { own, self, seats, reports, progress, end } = this.#parts;
    const isExcluded = arePutOut(own, self, seats, reports);
    if (!isExcluded && !this.#isAlone(live) && !live.some(this.#isStuckAt)) {
      this.#since = -1;
      return;
    }
    const now = this.#context.clock.time();
    if (this.#since < 0) this.#since = now;
    // Whoever has the final frame needs nobody else.
    if (progress.over >= 0) return end('finished');
    if (now - this.#since >= this.#context.settings.rejoinGraceMs) end(isExcluded ? 'dropped' : 'split');
  }

  /** True if we accuse all others, of whom there are two or more. */
  #isAlone(live: readonly Seat[]): boolean {
    return live.length > 1 && live.every(this.#isUnheard);
  }

  // Made once: a closure for each turn would be garbage.
  readonly #isUnheard = (seat: Seat): boolean => {
    const { accuses, closing } = this.#parts.own;
    return (accuses & ~closing & seat.bit) > 0;
  };

  /** True if we accuse a seat without whose inputs all stand still, and that the others do not find over its budget. */
  readonly #isStuckAt = (seat: Seat): boolean => {
    const { dropAfterMs, stallBudgetMs } = this.#context.settings;
    const waited = Math.min(this.#parts.accusations.accusedFor(seat), this.#parts.lending.waitedFor(seat));
    return waited > 2 * dropAfterMs + stallBudgetMs;
  };
}
