import { PAUSE } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import { HIDDEN, PAUSED } from '../wire/messages.js';
import type { MatchContext } from './context.js';
import type { PauseReason } from './events.js';
import type { Membership } from './membership/membership.js';
import type { SeatReports } from './seat-reports.js';
import type { Seat, SeatLinks } from './seat.js';

/** Who pauses. Tells `pause` and `unpause` of other machines. */
export interface Pauses {
  /** Our own flags for a PLAY. */
  readonly ownFlags: number;
  /** True while anyone pauses, or a return is waited for. */
  readonly isPaused: boolean;
  /** Sets or clears our own pause. */
  set(reason: PauseReason | undefined): void;
  /** Once a turn: a machine that changes its mind a hundred times between two turns makes one event. */
  settle(): void;
}

const flagsOf = (reason: PauseReason | undefined): number =>
  reason === undefined ? 0 : reason === 'hidden' ? PAUSED | HIDDEN : PAUSED;

export function createPauses<F extends FieldSpecs>(
  { settings, events, parts }: MatchContext<F>,
  seats: readonly Seat[],
  seatLinks: SeatLinks,
  reports: SeatReports,
  membership: Membership<F>,
  reason: PauseReason | undefined,
): Pauses {
  let ownFlags = flagsOf(reason);
  let isPaused = false;
  /** What was told of each seat last. */
  const told = seats.map(() => 0);

  const tell = (seat: Seat): void => {
    const { pausing } = reports.of(seat);
    const before = told[seat.index]!;
    if (pausing === before) return;
    told[seat.index] = pausing;
    const by = seatLinks.address(seat);
    if (!before) events.emit('pause', { by, reason: pausing & HIDDEN ? 'hidden' : 'user' });
    else if (!pausing) events.emit('unpause', { by });
  };

  /** Up to its last frame, the inputs of a seat that is waited for are known and are played. */
  const isWaiting = (seat: Seat): boolean =>
    membership.grace.isAwaited(seat) && parts.session.frame() > membership.vacancies.cutOf(seat);

  return {
    get ownFlags() {
      return ownFlags;
    },
    get isPaused() {
      return isPaused;
    },
    set(wanted) {
      ownFlags = flagsOf(wanted);
    },
    settle() {
      let pausing = ownFlags > 0;
      const { live } = membership;
      for (let i = 0; i < live.length; i++) {
        tell(live[i]!);
        pausing ||= reports.of(live[i]!).pausing > 0;
      }
      for (let i = 0; membership.grace.awaited && i < seats.length; i++) pausing ||= isWaiting(seats[i]!);
      if (pausing !== isPaused) settings.trace?.(PAUSE, parts.session.frame(), -1, +pausing);
      isPaused = pausing;
    },
  };
}
