import { FRAME_MAX, NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { Progress } from '../progress.js';
import type { Seat } from '../seat.js';
import { createFilling, type Fill } from './filling.js';

export interface VacanciesStart {
  /** Mask of the seats that are out from the start. */
  readonly out: number;
  /** The frame from which on our own inputs count, if others filled those before; else NULL_FRAME. */
  readonly enteredAt: Frame;
}

/** The inputs of seats that are out or were: where they end, how far they are filled, and where they begin again. */
export class Vacancies<F extends FieldSpecs> {
  readonly #fill: Fill;
  // By seat: its last frame before it was out; how far it is filled; the first frame that was its own again.
  readonly #cuts: Frame[];
  readonly #fillTo: Frame[];
  readonly #entered: Frame[];

  readonly #context: MatchContext<F>;
  readonly #seats: readonly Seat[];
  readonly #progress: Progress;

  constructor(
    context: MatchContext<F>,
    seats: readonly Seat[],
    self: Seat,
    progress: Progress,
    { out, enteredAt }: VacanciesStart,
  ) {
    this.#context = context;
    this.#seats = seats;
    this.#progress = progress;

    this.#fill = createFilling(context);
    this.#cuts = seats.map((seat) => (out & seat.bit ? progress.heldOf(seat) : NULL_FRAME));
    this.#fillTo = seats.map((seat) => {
      if (seat === self) return enteredAt - 1;
      return out & seat.bit && context.settings.onDrop !== 'end' ? FRAME_MAX : NULL_FRAME;
    });
    this.#entered = seats.map((seat) => (seat === self ? enteredAt : NULL_FRAME));
  }

  /** The last frame of a seat before it was out, or NULL_FRAME. */
  cutOf(seat: Seat): Frame {
    return this.#cuts[seat.index]!;
  }

  /** The frame from which on the inputs of a seat that has come back are its own; NULL_FRAME if it never left. */
  enteredAt(seat: Seat): Frame {
    return this.#entered[seat.index]!;
  }

  /** The seat is out after the last of its frames that we hold. */
  cut(seat: Seat): void {
    // One that goes again before its first own input is cut where that would have been: all fill its frames alike.
    this.#cuts[seat.index] = Math.max(this.#progress.heldOf(seat), this.enteredAt(seat) - 1);
  }

  /** The seat is back: by the same page, which goes on where it was, or from `frame` on by another one. */
  enter(seat: Seat, frame: Frame, isSamePage: boolean): void {
    if (!isSamePage) this.#entered[seat.index] = frame;
    this.fillTo(seat, isSamePage ? NULL_FRAME : frame - 1);
  }

  /** Fills the frames of a seat that is out up to `frame`, and no further. */
  fillTo(seat: Seat, frame: Frame): void {
    this.#fillTo[seat.index] = frame;
  }

  /** Of a seat in `out`, fills a frame ahead of us and no more: its return may be near. Of one that is back, all. */
  fill(out: number): void {
    const { session } = this.#context.parts;
    for (let i = 0; i < this.#seats.length; i++) {
      const seat = this.#seats[i]!;
      const through = Math.min(this.#fillTo[i]!, session.frame() + (out & seat.bit ? 1 : session.capacity));
      if (through > this.#progress.heldOf(seat)) this.#fill(seat, through);
    }
  }
}
