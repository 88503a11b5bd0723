import { NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { Link } from '../link/link.js';
import type { Seat } from '../seat.js';

/** A server that shows nothing new, while others are this much further, holds back. */
const HELD_BACK_FRAMES = 120;

/** Which machine serves one that follows. Its word alone counts for inputs and state; the others' is held against it. */
export class ServerChoice<F extends FieldSpecs> {
  #index: number;
  #servedAt: number;
  #chosenAt: number;
  #elsewhere: Frame = NULL_FRAME;

  readonly #context: MatchContext<F>;
  readonly #seats: readonly Seat[];
  readonly #linkOf: (seat: Seat) => Link | undefined;

  constructor(context: MatchContext<F>, seats: readonly Seat[], linkOf: (seat: Seat) => Link | undefined) {
    this.#context = context;
    this.#seats = seats;
    this.#linkOf = linkOf;

    this.#index = seats.findIndex((seat) => linkOf(seat));
    this.#servedAt = this.#chosenAt = context.clock.time();
  }

  /** The highest certain frame that another machine has told, or NULL_FRAME. */
  get elsewhere(): Frame {
    return this.#elsewhere;
  }

  /** ms since the server has last shown something new. */
  get silentMs(): number {
    return this.#context.clock.time() - this.#servedAt;
  }

  /** ms since the server was chosen. */
  get chosenMs(): number {
    return this.#context.clock.time() - this.#chosenAt;
  }

  get link(): Link | undefined {
    const seat = this.#seats[this.#index];
    return seat && this.#linkOf(seat);
  }

  isServer(seat: Seat): boolean {
    return seat.index === this.#index;
  }

  /** The server has shown something new. */
  noteServed(): void {
    this.#servedAt = this.#context.clock.time();
  }

  /** A WATCH of the server has come, after which we hold inputs up to `held`; `isNew` if it brought some. */
  noteWatch(held: Frame, isNew: boolean): void {
    if (isNew || held + HELD_BACK_FRAMES >= this.#elsewhere) this.noteServed();
  }

  /** Another machine calls `certain` the last certain frame. */
  hearElsewhere(certain: Frame): void {
    this.#elsewhere = Math.max(this.#elsewhere, certain);
  }

  /** Takes the next machine that is there. True if it is another one. */
  rotate(): boolean {
    this.#chosenAt = this.#context.clock.time();
    for (let i = 1; i <= this.#seats.length; i++) {
      const next = (this.#index + i) % this.#seats.length;
      if (!this.#linkOf(this.#seats[next]!)) continue;
      const isOther = next !== this.#index;
      this.#index = next;
      return isOther;
    }
    return false;
  }
}
