import type { Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { Progress } from '../progress.js';
import type { MembershipReport, SeatReports } from '../seat-reports.js';
import type { Seat } from '../seat.js';

/** A seat that was once silent for dropAfterMs towards one machine alone is lent for this long when it falls silent again. */
const LENDING_MS = 60_000;

/**
 * Whose word counts for a seat's inputs. Its own, as a rule. Another machine lends them:
 *
 * - while the seat is being put out, so that all that remain come to hold the same of it;
 * - to a machine that has not heard the seat for dropAfterMs, although the lender does. Else a machine that plays with
 *   one of two others only would stop the match, and could have the third put out.
 */
export interface Lending {
  mayTake(seat: Seat, from: Seat): boolean;
  lends(seat: Seat, to: Seat): boolean;
  /** ms since the seat's inputs last came on. */
  waitedFor(seat: Seat): number;
  /** Notes what is held now. Once a turn, after the votes. */
  note(progress: Progress): void;
}

export function createLending<F extends FieldSpecs>(
  { clock }: MatchContext<F>,
  own: Readonly<MembershipReport>,
  self: Seat,
  seats: readonly Seat[],
  reports: SeatReports,
): Lending {
  /** By borrower and seat: until when an outage between the two is remembered. */
  const until = seats.map(() => seats.map(() => -1));
  const held: Frame[] = seats.map(() => -1);
  const heldSince = seats.map(() => clock.time());
  const isClosedBy = (seat: Seat, other: Seat): boolean => (reports.of(other).closing & seat.bit) > 0;

  return {
    mayTake(seat, from) {
      if (own.out & (seat.bit | from.bit) || seat === self) return false;
      if (own.closing & seat.bit) return !(own.closing & from.bit) && isClosedBy(seat, from);
      // A seat that speaks for itself again is spoken for by nobody else.
      const isLost = ((own.deaf | own.accuses) & seat.bit) > 0;
      return seat === from || (isLost && until[self.index]![seat.index]! >= clock.time());
    },
    lends(seat, to) {
      if (seat === self || seat === to || own.out & seat.bit) return false;
      if (own.closing & seat.bit) return isClosedBy(seat, to);
      if (own.accuses & seat.bit) return false;
      const { deaf, accuses } = reports.of(to);
      return ((deaf | accuses) & seat.bit) > 0 && until[to.index]![seat.index]! >= clock.time();
    },
    waitedFor: (seat) => clock.time() - heldSince[seat.index]!,
    note(progress) {
      const now = clock.time();
      for (let i = 0; i < seats.length; i++) {
        const seat = seats[i]!;
        const frame = progress.heldOf(seat);
        if (frame !== held[i]) {
          held[i] = frame;
          heldSince[i] = now;
        }
        for (let j = 0; j < seats.length; j++) {
          const accuses = j === self.index ? own.accuses : reports.of(seats[j]!).accuses;
          if (i !== j && accuses & seat.bit) until[j]![i] = now + LENDING_MS;
        }
      }
    },
  };
}
