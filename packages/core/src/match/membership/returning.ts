import { FRAME_MAX, NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { DropReason } from '../events.js';
import type { Link } from '../link/link.js';
import type { Progress } from '../progress.js';
import type { MembershipReport, SeatReports } from '../seat-reports.js';
import type { Seat, SeatLinks } from '../seat.js';
import { agreedReturn } from './agreement.js';
import type { Grace } from './grace.js';
import type { Vacancies } from './vacancies.js';

/** Frames between what the announcer has sent and the return, beside the window: filling runs a frame ahead. */
const RETURN_MARGIN = 4;
/** No return is further ahead than this many frames: no round trip is longer than four seconds at 60 Hz. */
const RETURN_AHEAD_MAX = 300;

/** Machines that have proved to us that a ticket is theirs, and follow the match until they are let in. */
export interface ReturningClaims {
  /** The link of the seat's owner, or undefined while nobody has proved to be it. */
  linkOf(seat: Seat): Link | undefined;
  /** The owner has the state, and every input up to this frame; NULL_FRAME until it asks to be let in. */
  levelAt(seat: Seat): Frame;
  /** The owner is back in its seat. */
  done(seat: Seat): void;
}

/** The seats that are out, as membership.ts has them, and what returning.ts asks of it. */
export interface OutSeats {
  readonly live: readonly Seat[];
  readonly budgets: { mayReturn(seat: Seat): boolean };
  readonly accusations: { accuse(seat: Seat, reason: DropReason): void };
  readonly grace: Pick<Grace, 'isAwaited'>;
  readonly vacancies: Pick<Vacancies<FieldSpecs>, 'cutOf' | 'enteredAt' | 'fillTo'>;
  isHeardAgain(seat: Seat): boolean;
  comeBack(seat: Seat, frame: Frame, link: Link | undefined, acked: Frame): void;
}

export interface ReturningParts {
  readonly self: Seat;
  readonly seats: readonly Seat[];
  readonly seatLinks: SeatLinks;
  readonly reports: SeatReports;
  readonly progress: Progress;
  readonly claims: ReturningClaims;
}

/** How a seat that is out comes back: the lowest live seat announces a frame, all repeat it, then it is final. */
export class Returning<F extends FieldSpecs> {
  #announcedAt = 0;
  /** Since when a return has been due that another machine should announce, or -1. */
  #dueSince = -1;
  /** Mask of the seats that did not announce a return in time. */
  #passedOver = 0;

  readonly #context: MatchContext<F>;
  readonly #own: MembershipReport;
  readonly #outSeats: OutSeats;
  readonly #parts: ReturningParts;

  /** `own`: our report, of which this class writes `returning` and `returnsAt`. */
  constructor(context: MatchContext<F>, own: MembershipReport, outSeats: OutSeats, parts: ReturningParts) {
    this.#context = context;
    this.#own = own;
    this.#outSeats = outSeats;
    this.#parts = parts;
  }

  settle(): void {
    const own = this.#own;
    if (!own.out || own.closing) return;
    const announcer = this.#announcer();
    if (own.returning < 0) {
      if (announcer === this.#parts.self) this.#propose();
      else this.#follow(announcer);
      this.#passOver(announcer);
    }
    if (own.returning >= 0) this.#conclude(announcer);
  }

  #announcer(): Seat {
    const { self } = this.#parts;
    return this.#outSeats.live.find((seat) => seat.index < self.index && !(this.#passedOver & seat.bit)) ?? self;
  }

  /** It holds all that nobody will send it once it is back: inputs of those who are out, and what was filled. */
  #isLevel(seat: Seat): boolean {
    const level = this.#parts.claims.levelAt(seat);
    if (level < 0) return false;
    return this.#parts.seats.every((other) => {
      const isOut = this.#own.out & other.bit;
      return level >= (isOut ? this.#outSeats.vacancies.cutOf(other) : this.#outSeats.vacancies.enteredAt(other) - 1);
    });
  }

  #frameOfReturn(seat: Seat): Frame {
    const { hz, maxPrediction } = this.#context.settings;
    const rttMs = this.#parts.claims.linkOf(seat)?.stats.rttMs() ?? 0;
    const underway = Math.min(Math.ceil((rttMs * hz) / 1000), RETURN_AHEAD_MAX / 2);
    return this.#parts.progress.heldOf(this.#parts.self) + maxPrediction + RETURN_MARGIN + underway;
  }

  /** The first seat that may come back now. */
  #findDue(): Seat | undefined {
    return this.#parts.seats.find((seat) => {
      if (!(this.#own.out & seat.bit) || !this.#outSeats.budgets.mayReturn(seat)) return false;
      return this.#outSeats.isHeardAgain(seat) || (this.#parts.claims.linkOf(seat) && this.#isLevel(seat));
    });
  }

  #propose(): void {
    const seat = this.#findDue();
    if (!seat) return;
    const goesOn = this.#outSeats.isHeardAgain(seat);
    this.#announce(seat, goesOn ? this.#outSeats.vacancies.cutOf(seat) + 1 : this.#frameOfReturn(seat));
  }

  /** Whoever should announce a return, and does not, is passed over: the next machine does. */
  #passOver(announcer: Seat): void {
    const now = this.#context.clock.time();
    if (this.#own.returning >= 0 || announcer === this.#parts.self || !this.#findDue()) this.#dueSince = -1;
    else if (this.#dueSince < 0) this.#dueSince = now;
    else if (now - this.#dueSince > this.#context.settings.dropAfterMs) {
      this.#passedOver |= announcer.bit;
      this.#dueSince = -1;
    }
  }

  /** Repeats what the announcer says, if we have proof of our own that the machine is back. */
  #follow(announcer: Seat): void {
    const { view, returning, returnsAt } = this.#parts.reports.of(announcer);
    const seat = this.#parts.seats[returning];
    if (view !== this.#own.view || !seat || !(this.#own.out & seat.bit)) return;
    const goesOn = this.#outSeats.isHeardAgain(seat) && returnsAt === this.#outSeats.vacancies.cutOf(seat) + 1;
    const latest = this.#context.parts.session.frame() + RETURN_AHEAD_MAX;
    const isNear = returnsAt > this.#parts.progress.heldOf(seat) && returnsAt <= latest;
    if (goesOn || (this.#parts.claims.linkOf(seat) && isNear)) this.#announce(seat, returnsAt);
  }

  /** The membership has changed: what was announced is done, or to be announced anew. */
  stop(): void {
    this.#own.returning = -1;
    this.#own.returnsAt = NULL_FRAME;
  }

  #announce(seat: Seat, frame: Frame): void {
    this.#own.returning = seat.index;
    this.#own.returnsAt = frame;
    this.#announcedAt = this.#context.clock.time();
    this.#outSeats.vacancies.fillTo(seat, frame - 1);
  }

  #withdraw(): void {
    const seat = this.#parts.seats[this.#own.returning]!;
    this.stop();
    this.#outSeats.vacancies.fillTo(
      seat,
      this.#outSeats.grace.isAwaited(seat) ? this.#outSeats.vacancies.cutOf(seat) : FRAME_MAX,
    );
  }

  #conclude(announcer: Seat): void {
    const own = this.#own;
    const outSeats = this.#outSeats;
    const { reports, claims, seats } = this.#parts;
    const seat = seats[own.returning]!;
    if (agreedReturn(own, seat, outSeats.live, reports)) {
      const goesOn = outSeats.isHeardAgain(seat) && own.returnsAt === outSeats.vacancies.cutOf(seat) + 1;
      const link = goesOn ? undefined : claims.linkOf(seat);
      outSeats.comeBack(seat, own.returnsAt, link, claims.levelAt(seat));
      claims.done(seat);
      this.#passedOver = 0;
    } else if (this.#isCalledOff(announcer)) this.#withdraw();
    else if (this.#context.clock.time() - this.#announcedAt > 2 * this.#context.settings.dropAfterMs) {
      // Whoever keeps an agreement from being reached is the one accused.
      for (const other of outSeats.live) {
        if (reports.of(other).returning !== own.returning) outSeats.accusations.accuse(other, 'split');
      }
      this.#withdraw();
    }
  }

  #isCalledOff(announcer: Seat): boolean {
    if (announcer === this.#parts.self) return false;
    const { view, returning, returnsAt } = this.#parts.reports.of(announcer);
    return view === this.#own.view && (returning !== this.#own.returning || returnsAt !== this.#own.returnsAt);
  }
}
