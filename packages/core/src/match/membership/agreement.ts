import type { Frame } from '../../base/frame.js';
import type { Seat } from '../seat.js';
import type { MembershipReport, SeatReport, SeatReports } from '../seat-reports.js';

// How the machines that remain agree on the last input of those that they put out: the highest contiguous frame that any
// of them holds.
//
// 1. Each stops taking inputs from the accused, and reports what it holds of them.
// 2. A machine that holds more lends it to those that hold less.
// 3. When all report the same, the change is final: the view rises. Nobody has to take back what it had confirmed.
//
// Every machine finds this by itself, from what each other one said to it. A machine that is a view ahead has found it
// already, and what it says of that view counts as its report.

const nextView = (view: number): number => (view + 1) & 7;

/** The seats that a report one view ahead has put out since ours, or 0. */
const putOutSince = (own: MembershipReport, theirs: SeatReport): number =>
  theirs.view === nextView(own.view) ? theirs.out & ~own.out : 0;

/** True if `theirs` holds what we hold of every seat in `mask`. */
function holdsAlike(theirs: SeatReport, mask: number, seats: readonly Seat[], holds: (seat: Seat) => Frame): boolean {
  for (let i = 0; i < seats.length; i++) {
    if (mask & seats[i]!.bit && theirs.held[i] !== holds(seats[i]!)) return false;
  }
  return true;
}

/** True if one that remains stands by putting out exactly `mask`, now or one view ago. */
const agrees = (own: MembershipReport, theirs: SeatReport, mask: number): boolean =>
  theirs.view === own.view ? theirs.closing === own.closing : putOutSince(own, theirs) === mask;

/** True if a machine that remains keeps our change from being final. */
export const isBlockedBy = (
  own: MembershipReport,
  theirs: SeatReport,
  seats: readonly Seat[],
  holds: (seat: Seat) => Frame,
): boolean => !agrees(own, theirs, own.closing) || !holdsAlike(theirs, own.closing, seats, holds);

/** The seats that are out for good now, by the word of all that remain; 0 if there are none. */
export function agreedOut(
  own: MembershipReport,
  remaining: readonly Seat[],
  seats: readonly Seat[],
  reports: SeatReports,
  holds: (seat: Seat) => Frame,
): number {
  if (!own.closing) return 0;
  const isAgreed = (mask: number): boolean =>
    remaining.every((other) => {
      const theirs = reports.of(other);
      return agrees(own, theirs, mask) && holdsAlike(theirs, mask, seats, holds);
    });
  if (isAgreed(own.closing)) return own.closing;
  // One that was done before another seat was accused: its part of the change comes first.
  for (const other of remaining) {
    const part = putOutSince(own, reports.of(other));
    if (part && !(part & ~own.closing) && isAgreed(part)) return part;
  }
  return 0;
}

/** True if all that remain let `seat` back in from `frame` on, now or one view ago. */
export function agreedReturn(
  own: MembershipReport,
  seat: Seat,
  remaining: readonly Seat[],
  reports: SeatReports,
): boolean {
  return remaining.every((other) => {
    const theirs = reports.of(other);
    if (theirs.view === nextView(own.view)) return theirs.out === (own.out & ~seat.bit);
    return theirs.view === own.view && theirs.returning === seat.index && theirs.returnsAt === own.returnsAt;
  });
}

/** The view that more than half of the other live seats are in with the same seats out as we, if it is ahead of ours. */
export function adoptableView(own: MembershipReport, remaining: readonly Seat[], reports: SeatReports): number {
  for (const candidate of remaining) {
    const { view, out } = reports.of(candidate);
    const ahead = (view - own.view) & 7;
    if (out !== own.out || ahead === 0 || ahead > 4) continue;
    const alike = remaining.filter((other) => reports.of(other).view === view && reports.of(other).out === out);
    if (alike.length * 2 > remaining.length) return view;
  }
  return own.view;
}
