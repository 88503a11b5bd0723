import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { MatchContext } from './context.js';
import type { Link } from './link/link.js';
import { NOW } from './match-clock.js';
import type { Seat, SeatLinks } from './seat.js';

/** Change of rate for each frame of advantage; one smaller than the dead band is none. */
const RATE_PER_FRAME = 0.02;
const DEAD_BAND = 0.005;
const RATE_MAX = 0.1;
/** Memory of the drift, in seconds. */
const DRIFT_SECONDS = 20;
/**
 * What a second at one frame of advantage adds to the rate for good. Without it a clock that is 2 % fast keeps a lead of
 * three quarters of a frame, and at a lag of 4 frames and a delay of 2 its machine simulates twice as much again as the
 * other.
 */
const DRIFT_PER_SECOND = 0.00667;
/** As much as the drift may come to: clocks differ by less. */
const DRIFT_MAX = 0.04;
/** How often rates of bytes and packets are taken. */
const RATE_MS = 1000;

// Rows of the measurements: doubles stand in an array, because a double in a variable is boxed at each change.
/** Our lead over the machine furthest behind, in frames. */
const LEAD = 0;
const DRIFT = 1;
/** When the last tick was, in ms of the match's clock. */
const TICKED_AT = 2;
const MEASUREMENTS = 3;

/** Who is ahead of whom, and how fast this machine should run to stay level. */
export interface TimeSync {
  /** Notes when this tick began. */
  tick(live: readonly Seat[]): void;
  /** A new packet of this link says that its sender stood at `frame`. */
  sample(link: Link, frame: Frame): void;
  /** Within [0.9, 1.1]. */
  pacing(): number;
}

export function createTimeSync<F extends FieldSpecs>(
  { settings, clock, parts }: MatchContext<F>,
  seatLinks: SeatLinks,
): TimeSync {
  const { hz } = settings;
  const perMs = hz / 1000;
  const measured = new Float64Array(MEASUREMENTS);
  /** Our own frame, and the lead over one machine. */
  const ours = new Float64Array(1);
  const lead = new Float64Array(1);
  /** The frame that was due at the last tick. */
  let frameDue = 0;
  let ratesAt = 0;

  const findLead = (live: readonly Seat[]): void => {
    let found = false;
    for (let i = 0; i < live.length; i++) {
      seatLinks.of(live[i]!)?.stats.lead(lead);
      if (!found || lead[0]! > measured[LEAD]!) measured[LEAD] = lead[0]!;
      found = true;
    }
    if (!found) measured[LEAD] = 0;
  };

  return {
    tick(live) {
      findLead(live);
      const ahead = measured[LEAD]!;
      // A lead of a frame or more comes from the start, a stall or a silence, and says nothing about clocks; nor does
      // the tenth of one that phases make.
      const learnt = Math.abs(ahead) < 1 && Math.abs(ahead) > 0.1 ? (ahead * DRIFT_PER_SECOND) / hz : 0;
      // Forgotten within 20 s: a drift that all machines have learnt alike shows in no lead, so nothing else would pull
      // it back.
      const drift = measured[DRIFT]! * (1 - 1 / (DRIFT_SECONDS * hz)) + learnt;
      measured[DRIFT] = Math.max(-DRIFT_MAX, Math.min(DRIFT_MAX, drift));
      frameDue = parts.session.frame();
      measured[TICKED_AT] = clock.exact[NOW]!;
      const elapsed = clock.time() - ratesAt;
      if (elapsed < RATE_MS) return;
      ratesAt = clock.time();
      for (let i = 0; i < live.length; i++) seatLinks.of(live[i]!)?.stats.rotate(elapsed);
    },
    sample(link, frame) {
      const since = (link.queue.arrived[0]! - measured[TICKED_AT]!) * perMs;
      // Between two ticks time runs on, but a machine that stalls stands still.
      ours[0] = frameDue + Math.min(Math.max(since, -1), 1);
      link.stats.sampleAhead(ours, frame);
    },
    pacing() {
      const change = measured[LEAD]! * RATE_PER_FRAME + measured[DRIFT]!;
      return Math.abs(change) < DEAD_BAND ? 1 : 1 - Math.max(-RATE_MAX, Math.min(RATE_MAX, change));
    },
  };
}
