// Seats for tests of the membership: one player each, and what each seat's machine reports.
import { NULL_FRAME } from '../../base/frame.js';
import { createSeatReports, type MembershipReport, type SeatReports } from '../seat-reports.js';
import { seatsOf, type Seat } from '../seat.js';

export interface ToySeats {
  readonly seats: readonly Seat[];
  readonly self: Seat;
  readonly reports: SeatReports;
  readonly own: MembershipReport;
}

export const ownReport = (change: Partial<MembershipReport> = {}): MembershipReport => ({
  ...{ view: 0, out: 0, accuses: 0, deaf: 0, closing: 0, returning: -1, returnsAt: NULL_FRAME },
  ...change,
});

/** We are in seat 0. */
export function toySeats(count: number, own: Partial<MembershipReport> = {}): ToySeats {
  const entries = Array.from({ length: count }, (_, i) => ({ node: i + 1, nonce: i, players: 1, delay: 0 }));
  const seats = seatsOf(entries);
  return { seats, self: seats[0]!, reports: createSeatReports(seats, -1, { view: 0, out: 0 }), own: ownReport(own) };
}
