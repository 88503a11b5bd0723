import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { SeatReports } from '../seat-reports.js';
import type { Seat, SeatLinks } from '../seat.js';

/** The longest silence before a seat's packets are asked for from another machine. Short: a stall begins at 8 frames. */
const DEAF_MS = 300;

/** Which seats are heard. Tells `interrupt` and `resume`. */
export interface Silence {
  /** Whole ms since anything came from the seat, by whatever way. */
  of(seat: Seat): number;
  /** Mask of the `live` seats that we do not hear directly. */
  deaf(live: readonly Seat[]): number;
  /** Notices silences that began and ended. */
  watch(live: readonly Seat[]): void;
  /** From now on the seat counts as heard: it has just come. */
  restart(seat: Seat): void;
}

export function createSilence<F extends FieldSpecs>(
  { settings, clock, events }: MatchContext<F>,
  seats: readonly Seat[],
  seatLinks: SeatLinks,
  reports: SeatReports,
): Silence {
  const { notifyAfterMs } = settings;
  const deafAfterMs = Math.min(DEAF_MS, notifyAfterMs / 2);
  const interrupted = seats.map(() => false);
  /** Not before the match began here: an old link may have been silent for long. */
  const since = seats.map(() => clock.time());
  const after = (seat: Seat, heardAt: number): number => clock.time() - Math.max(heardAt, since[seat.index]!);
  const of = (seat: Seat): number => after(seat, seatLinks.of(seat)?.heardAt ?? 0);

  return {
    of,
    deaf(live) {
      let mask = 0;
      for (let i = 0; i < live.length; i++) {
        const seat = live[i]!;
        // Whoever pauses may fall silent.
        if (reports.of(seat).pausing) continue;
        if (after(seat, seatLinks.of(seat)?.heardDirectlyAt ?? 0) > deafAfterMs) mask |= seat.bit;
      }
      return mask;
    },
    watch(live) {
      for (let i = 0; i < live.length; i++) {
        const seat = live[i]!;
        const silentMs = of(seat);
        const isSilent = silentMs > notifyAfterMs;
        if (isSilent === interrupted[seat.index]) continue;
        interrupted[seat.index] = isSilent;
        const peer = seatLinks.address(seat);
        if (isSilent) events.emit('interrupt', { peer, silentMs });
        else events.emit('resume', { peer });
      }
    },
    restart(seat) {
      since[seat.index] = clock.time();
      interrupted[seat.index] = false;
    },
  };
}
