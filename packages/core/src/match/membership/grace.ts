import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { Seat, SeatLinks } from '../seat.js';

/** The wait for machines that may come back. Tells `pause` and `unpause` with the reason 'rejoin'. */
export interface Grace {
  /** Mask of the seats that are waited for. */
  readonly awaited: number;
  isAwaited(seat: Seat): boolean;
  begin(seat: Seat): void;
  /** The seat is back, or is not waited for any longer. */
  end(seat: Seat): void;
  /** The first seat whose wait is over, or undefined. */
  findOver(): Seat | undefined;
}

export function createGrace<F extends FieldSpecs>(
  { settings, clock, events }: MatchContext<F>,
  seats: readonly Seat[],
  seatLinks: SeatLinks,
): Grace {
  let awaited = 0;
  const until = seats.map(() => -1);
  const isAwaited = (seat: Seat): boolean => (awaited & seat.bit) > 0;
  return {
    get awaited() {
      return awaited;
    },
    isAwaited,
    begin(seat) {
      awaited |= seat.bit;
      until[seat.index] = clock.time() + settings.rejoinGraceMs;
      events.emit('pause', { by: seatLinks.address(seat), reason: 'rejoin' });
    },
    end(seat) {
      if (isAwaited(seat)) events.emit('unpause', { by: seatLinks.address(seat) });
      awaited &= ~seat.bit;
    },
    findOver: () => (awaited ? seats.find((seat) => isAwaited(seat) && clock.time() > until[seat.index]!) : undefined),
  };
}
