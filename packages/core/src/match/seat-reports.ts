import { NULL_FRAME, type Frame } from '../base/frame.js';
import { SEATS_MAX } from '../wire/limits.js';
import type { Seat } from './seat.js';

/** Which seats are out of the match, and which machines someone wants out, as one machine tells it. Masks of seats. */
export interface MembershipReport {
  /** Changes of the membership so far, mod 8. */
  view: number;
  /** Out for good, or until they return. */
  out: number;
  /** Silent for dropAfterMs, over a budget, or gone: it would put them out. */
  accuses: number;
  /** Not heard directly for notifyAfterMs: it asks for a relay. */
  deaf: number;
  /** It has stopped taking their inputs, and waits for everyone to hold the same. */
  closing: number;
  /** The seat that is to come back, or -1, and from which frame on its inputs are its own again. */
  returning: number;
  returnsAt: Frame;
}

/** What a seat's machine said last. Its own word under its own seal; play-packets.ts alone writes it. */
export interface SeatReport extends MembershipReport {
  /** The last frame of our inputs that it holds, contiguously. */
  acked: Frame;
  /** By seat, the last frame of that seat's inputs that it holds. */
  readonly held: Int32Array;
  /** Its frame(). */
  frame: Frame;
  /** PAUSED and HIDDEN of wire/messages, or 0. */
  pausing: number;
  /** It said goodbye: the match goes on without it. Taken back by any newer packet. */
  left: boolean;
  /** It said goodbye after the final frame, and holds all that anyone needs. */
  finished: boolean;
}

export interface SeatReports {
  of(seat: Seat): SeatReport;
  /** A machine that comes back under a new link has said nothing yet; it holds our inputs up to `acked`. */
  restart(seat: Seat, acked: Frame, membership: MembershipView): void;
}

/** The membership that a machine is taken to be in until it says so itself. */
export type MembershipView = Pick<MembershipReport, 'view' | 'out'>;

const emptyReport = (acked: Frame, { view, out }: MembershipView): SeatReport => ({
  acked,
  held: new Int32Array(SEATS_MAX).fill(NULL_FRAME),
  frame: 0,
  pausing: 0,
  left: false,
  finished: false,
  view,
  out,
  accuses: 0,
  deaf: 0,
  closing: 0,
  returning: -1,
  returnsAt: NULL_FRAME,
});

/** `acked`: our frames below our input delay are neutral for good, so every machine holds them from the start. */
export function createSeatReports(seats: readonly Seat[], acked: Frame, membership: MembershipView): SeatReports {
  const reports = seats.map(() => emptyReport(acked, membership));
  return {
    of: (seat) => reports[seat.index]!,
    restart(seat, held, view) {
      reports[seat.index] = emptyReport(held, view);
    },
  };
}
