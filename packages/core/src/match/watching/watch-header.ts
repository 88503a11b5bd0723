import { NULL_FRAME, type Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { DesyncWatch } from '../desync/desync-watch.js';
import type { Membership } from '../membership/membership.js';
import type { SeatReports } from '../seat-reports.js';
import type { Seat } from '../seat.js';
import { pausingFlags, type WatchHeader } from './watch-packet.js';

export interface WatchHeaderParts<F extends FieldSpecs> {
  readonly seats: readonly Seat[];
  readonly self: Seat;
  readonly reports: SeatReports;
  readonly membership: Membership<F>;
  readonly desync: DesyncWatch<F>;
  /** Our own pause, as flags of wire/messages. */
  readonly ownPausing: () => number;
}

/** What those who follow are told of the match, beside its inputs. `certain`: the last frame that all hold. */
export function makeWatchHeader<F extends FieldSpecs>(parts: WatchHeaderParts<F>, certain: Frame): WatchHeader {
  const { seats, self, reports, membership, desync } = parts;
  let paused = 0;
  let hidden = 0;
  for (const seat of seats) {
    const pausing = seat === self ? parts.ownPausing() : membership.isOut(seat) ? 0 : reports.of(seat).pausing;
    const flags = pausingFlags(pausing);
    if (flags.paused) paused |= seat.bit;
    if (flags.hidden) hidden |= seat.bit;
  }
  const { own, grace, vacancies, accusations } = membership;
  const isChecked = desync.latest >= 0 && desync.latest <= certain;
  return {
    view: own.view,
    out: own.out,
    paused,
    hidden,
    awaited: grace.awaited,
    certain,
    cuts: seats.map((seat) => vacancies.cutOf(seat)),
    entered: seats.map((seat) => vacancies.enteredAt(seat)),
    reasons: seats.map((seat) => accusations.reasonFor(seat) ?? 'split'),
    checkedFrame: isChecked ? desync.latest : NULL_FRAME,
    checksum: isChecked ? desync.latestSum : 0,
  };
}
