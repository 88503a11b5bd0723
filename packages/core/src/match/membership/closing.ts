import type { Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { MembershipReport, SeatReports } from '../seat-reports.js';
import type { Seat } from '../seat.js';
import type { Accusations } from './accusations.js';
import { agreedOut, isBlockedBy } from './agreement.js';
import type { Silence } from './silence.js';
import { isClosedElsewhere, isVotedOut } from './votes.js';

export interface ClosingParts {
  /** Our report, of which this class writes `accuses`, `deaf` and `closing`. */
  readonly own: MembershipReport;
  readonly self: Seat;
  readonly seats: readonly Seat[];
  readonly reports: SeatReports;
  readonly accusations: Accusations;
  readonly silence: Silence;
  /** The last frame of a seat's inputs that counts. */
  readonly holds: (seat: Seat) => Frame;
}

/** From the accusation of a seat to the agreement on its last frame: whose inputs are not taken any more. */
export class Closing<F extends FieldSpecs> {
  /** When another seat was voted out last, while not all have agreed on their last frames. */
  #since = 0;

  readonly #context: MatchContext<F>;
  readonly #parts: ClosingParts;

  constructor(context: MatchContext<F>, parts: ClosingParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Who is accused by whom, and whose inputs are not taken any more. Once a turn. */
  vote(live: readonly Seat[]): void {
    const { own, self, seats, reports, accusations, silence } = this.#parts;
    own.deaf = silence.deaf(live);
    own.accuses = accusations.settle(live);
    for (let i = 0; i < live.length; i++) {
      const seat = live[i]!;
      // Others may have counted on our word: one taken back a moment ago stands, once somebody has acted on it.
      const stands = accusations.wasAccusedWithin(seat, this.#context.settings.dropAfterMs);
      if (stands && isClosedElsewhere(seat, own, self, seats, reports)) own.accuses |= seat.bit;
      if (own.closing & seat.bit || !isVotedOut(seat, own, self, seats, reports)) continue;
      this.#since = this.#context.clock.time();
      own.closing |= seat.bit;
    }
  }

  /** Mask of the seats on whose last frames all that remain have agreed: they are not closing any more. */
  conclude(live: readonly Seat[]): number {
    const { own, seats, reports, holds } = this.#parts;
    if (!own.closing) return 0;
    const out = agreedOut(own, this.#remaining(live), seats, reports, holds);
    own.closing &= ~out;
    return out;
  }

  /** Accuses whoever keeps an agreement from being reached. */
  accuseBlockers(live: readonly Seat[]): void {
    const { own, seats, reports, accusations, holds } = this.#parts;
    const now = this.#context.clock.time();
    // A machine that died meanwhile is accused of its silence first.
    if (!own.closing || now - this.#since <= 2 * this.#context.settings.dropAfterMs) return;
    this.#since = now;
    for (const seat of this.#remaining(live)) {
      if (isBlockedBy(own, reports.of(seat), seats, holds)) accusations.accuse(seat, 'split');
    }
  }

  #remaining(live: readonly Seat[]): readonly Seat[] {
    return live.filter((seat) => !(this.#parts.own.closing & seat.bit));
  }
}
