import type { Seat } from '../seat.js';
import type { MembershipReport, SeatReports } from '../seat-reports.js';

/** A report from before our last change says who was out then, not who shall be. */
export const isCurrent = (own: MembershipReport, theirs: MembershipReport): boolean =>
  ((theirs.view - own.view) & 7) < 4;

/** The seats that a report wants out, or has put out already. */
const against = (own: MembershipReport, theirs: MembershipReport): number =>
  isCurrent(own, theirs) ? theirs.accuses | theirs.closing | theirs.out : 0;

/**
 * True if more than half of the other live seats want `accused` out, each by its own word to us. Our own word counts
 * like theirs. Between two machines each decides for itself.
 */
export function isVotedOut(
  accused: Seat,
  own: MembershipReport,
  self: Seat,
  seats: readonly Seat[],
  reports: SeatReports,
): boolean {
  let electors = 0;
  let votes = 0;
  for (let i = 0; i < seats.length; i++) {
    const elector = seats[i]!;
    // Whoever is being put out has no say in who else is.
    if (elector === accused || (own.out | own.closing) & elector.bit) continue;
    electors++;
    const word = elector === self ? own.accuses : against(own, reports.of(elector));
    if (word & accused.bit) votes++;
  }
  return votes * 2 > electors;
}

/** True if another live seat has stopped taking the inputs of `seat`. */
export function isClosedElsewhere(
  seat: Seat,
  own: MembershipReport,
  self: Seat,
  seats: readonly Seat[],
  reports: SeatReports,
): boolean {
  for (let i = 0; i < seats.length; i++) {
    const other = seats[i]!;
    if (other === self || other === seat || own.out & other.bit) continue;
    const theirs = reports.of(other);
    if (isCurrent(own, theirs) && (theirs.closing | theirs.out) & seat.bit) return true;
  }
  return false;
}

/** True if more than half of the other live seats have put us out. */
export function arePutOut(own: MembershipReport, self: Seat, seats: readonly Seat[], reports: SeatReports): boolean {
  let electors = 0;
  let votes = 0;
  for (let i = 0; i < seats.length; i++) {
    const elector = seats[i]!;
    if (elector === self || own.out & elector.bit) continue;
    electors++;
    const theirs = reports.of(elector);
    if (isCurrent(own, theirs) && theirs.out & self.bit) votes++;
  }
  return votes * 2 > electors;
}
