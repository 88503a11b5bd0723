import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { DropReason } from '../events.js';
import type { Progress } from '../progress.js';
import type { SeatReports } from '../seat-reports.js';
import type { Seat } from '../seat.js';
import type { Budgets } from './budgets.js';
import type { Silence } from './silence.js';

/** Packets of a machine that its transport has let go may come this much later. */
const LATE_MS = 200;

/** Why we would put each seat out. An accusation is taken back when its reason is gone. */
export interface Accusations {
  /** Mask of the `live` seats that we accuse now. */
  settle(live: readonly Seat[]): number;
  /** An accusation that stands until the machine comes back anew: `reason` says why. */
  accuse(seat: Seat, reason: DropReason): void;
  /** Something says that the seat has gone. Taken back when it is heard again. */
  noteGone(seat: Seat, reason: 'closed' | 'left'): void;
  /** Why we accuse it, or undefined if we do not. */
  reasonFor(seat: Seat): DropReason | undefined;
  /** True if we accuse it, or did so within the last `ms`. */
  wasAccusedWithin(seat: Seat, ms: number): boolean;
  /** ms for which we have accused it without a break, 0 if we do not. */
  accusedFor(seat: Seat): number;
  /** A machine that is back is accused of nothing. */
  restart(seat: Seat): void;
}

export function createAccusations<F extends FieldSpecs>(
  { settings, clock }: MatchContext<F>,
  seats: readonly Seat[],
  reports: SeatReports,
  silence: Silence,
  budgets: Budgets<F>,
  progress: Progress,
): Accusations {
  const standing: (DropReason | undefined)[] = seats.map(() => undefined);
  const reasons: (DropReason | undefined)[] = seats.map(() => undefined);
  /** When something said that it has gone, and what. */
  const goneAt = seats.map(() => -1);
  const gone: ('closed' | 'left')[] = seats.map(() => 'closed');
  const since = seats.map(() => -1);
  const lastAt = seats.map(() => -1);

  const find = (seat: Seat): DropReason | undefined => {
    const { left, finished, pausing } = reports.of(seat);
    const i = seat.index;
    if (standing[i]) return standing[i];
    // It has left after the final frame, which is no reason to put it out. Before we have that frame it may be a lie.
    if (finished && progress.over >= 0) return undefined;
    if (left) return 'left';
    const heardAt = clock.time() - silence.of(seat);
    if (goneAt[i]! >= 0 && heardAt <= goneAt[i]! + LATE_MS) return gone[i];
    if (budgets.isOver(seat)) return 'budget';
    const silent = pausing
      ? budgets.pausedFor(seat) > settings.pauseTimeoutMs
      : silence.of(seat) > settings.dropAfterMs;
    return silent ? 'timeout' : undefined;
  };

  return {
    settle(live) {
      let mask = 0;
      const now = clock.time();
      for (let i = 0; i < live.length; i++) {
        const seat = live[i]!;
        const at = seat.index;
        reasons[at] = find(seat);
        if (!reasons[at]) {
          since[at] = -1;
          continue;
        }
        if (since[at]! < 0) since[at] = now;
        lastAt[at] = now;
        mask |= seat.bit;
      }
      return mask;
    },
    accuse(seat, reason) {
      standing[seat.index] ??= reason;
    },
    noteGone(seat, reason) {
      goneAt[seat.index] = clock.time();
      gone[seat.index] = reason;
    },
    reasonFor: (seat) => reasons[seat.index],
    wasAccusedWithin: (seat, ms) => lastAt[seat.index]! >= 0 && clock.time() - lastAt[seat.index]! <= ms,
    accusedFor: (seat) => (since[seat.index]! < 0 ? 0 : clock.time() - since[seat.index]!),
    restart(seat) {
      standing[seat.index] = reasons[seat.index] = undefined;
      goneAt[seat.index] = since[seat.index] = lastAt[seat.index] = -1;
    },
  };
}
