import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { PauseReason } from '../events.js';
import { handlesOf, type Seat } from '../seat.js';
import type { PeerId } from '../transport.js';
import type { WatchHeader } from './watch-packet.js';

const NONE: Pick<WatchHeader, 'out' | 'paused' | 'awaited'> = { out: 0, paused: 0, awaited: 0 };

/** Tells one that follows the match what those who play are told: `drop`, `join`, `pause` and `unpause`. */
export class WatchEvents<F extends FieldSpecs> {
  #last: Pick<WatchHeader, 'out' | 'paused' | 'awaited'> = NONE;

  readonly #context: MatchContext<F>;
  readonly #seats: readonly Seat[];
  readonly #self: Seat | undefined;
  readonly #address: (seat: Seat) => PeerId;

  constructor(
    context: MatchContext<F>,
    seats: readonly Seat[],
    self: Seat | undefined,
    address: (seat: Seat) => PeerId,
  ) {
    this.#context = context;
    this.#seats = seats;
    this.#self = self;
    this.#address = address;
  }

  /** True while anyone who plays pauses, or is waited for. */
  get isPaused(): boolean {
    return (this.#last.paused | this.#last.awaited) > 0;
  }

  isOut(seat: Seat): boolean {
    return (this.#last.out & seat.bit) > 0;
  }

  /** Where the state that we begin with stands: seats that were out by then are nothing new. */
  begin(out: number): void {
    this.#last = { ...NONE, out };
  }

  /** Tells what has changed. */
  take(header: WatchHeader): void {
    const before = this.#last;
    this.#last = header;
    for (const seat of this.#seats) {
      // That we ourselves were out is why we follow.
      if (seat === this.#self) continue;
      this.#tellMembership(seat, before, header);
      this.#tellPause(seat, before.paused, header.paused, header.hidden & seat.bit ? 'hidden' : 'user');
      this.#tellPause(seat, before.awaited, header.awaited, 'rejoin');
    }
  }

  #tellMembership(seat: Seat, before: Pick<WatchHeader, 'out'>, { out, cuts, reasons, entered }: WatchHeader): void {
    if (!((before.out ^ out) & seat.bit)) return;
    const detail = { peer: this.#address(seat), handles: handlesOf(seat) };
    if (out & seat.bit) {
      const { index } = seat;
      this.#context.events.emit('drop', { ...detail, lastFrame: cuts[index]!, reason: reasons[index]! });
    } else
      this.#context.events.emit('join', { ...detail, role: 'player', frame: entered[seat.index]!, rejoined: true });
  }

  #tellPause(seat: Seat, before: number, now: number, reason: PauseReason): void {
    if (!((before ^ now) & seat.bit)) return;
    const by = this.#address(seat);
    if (now & seat.bit) this.#context.events.emit('pause', { by, reason });
    else this.#context.events.emit('unpause', { by });
  }
}
