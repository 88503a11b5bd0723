import { fail, typed } from '../base/errors.js';
import { createFixedClock } from '../run/fixed-clock.js';

/** What every tick loop is told of the game. */
export interface TickRunnerOptions {
  /** Ticks a second at rate 1: the game's `hz`. Above 0. */
  hz: number;
  /**
   * How fast to run, 1 being nominal: `match.pacing`, which keeps two machines level. Asked once a beat; 0 stands still.
   * A game without a match gives `() => 1`.
   */
  pacing: () => number;
  /**
   * One tick, usually `() => match.advance(input)`. A returned string other than 'advanced' says that the game has not
   * moved; any other value, and none, that it has.
   */
  tick: () => unknown;
  /**
   * Asked before each tick: while it gives true no tick is run, though time goes on, and none is made up for
   * afterwards.
   */
  waits?: () => boolean;
}

/** Runs the ticks that are due. Whoever has a loop already, an engine's for instance, calls it from there. */
export interface TickRunner {
  /** Runs the ticks that are due at `nowMs`. A time that is not later than the last one brings none. */
  beat(nowMs: number): void;
  /**
   * How far time has gone from the last tick to the next, 0 … 1: draw so much of the way between the last two states.
   * 1 while the game does not move, so that nothing goes back and forth between the two.
   */
  readonly alpha: number;
}

/** Longest time that one beat catches up with, ms. A page that slept does not play at high speed afterwards. */
const CATCH_UP_MS = 100;

/**
 * Turns moments of time into ticks at the rate that `pacing` asks for. A beat runs at most as many as a tenth of a
 * second holds. What a callback throws comes out of `beat`; the ticks that were due then are lost.
 * @throws TypeError, RangeError for an option outside of what TickRunnerOptions says.
 */
export function createTickRunner(options: TickRunnerOptions): TickRunner {
  const { hz, pacing, tick, waits } = options;
  if (typeof pacing !== 'function')
    fail('pacing', 'a function that gives the rate (match.pacing, or () => 1 for a game without a match)', pacing);
  typed('tick', tick, 'function');
  if (waits !== undefined) typed('waits', waits, 'function');
  const clock = createFixedClock({ hz, maxTicks: Math.max(1, Math.ceil((CATCH_UP_MS * hz) / 1000)) });
  let last = NaN;
  let moves = false;

  return Object.freeze({
    beat(nowMs: number) {
      if (Number.isNaN(last)) {
        last = nowMs;
        // Half a tick from the edge. On a screen as fast as the game each picture is then one tick; at the edge, where
        // stamps that are rounded to 0.1 ms fall on either side, it would be none and two in turns.
        clock.ticks(500 / hz);
        return;
      }
      if (!(nowMs > last)) return;
      const rate = pacing();
      if (!(rate >= 0)) fail('what pacing() returns', 'a number of at least 0', rate, RangeError);
      const due = clock.ticks(nowMs - last, rate);
      last = nowMs;
      for (let i = 0; i < due; i++) {
        if (waits?.() === true) {
          moves = false;
          return;
        }
        const did = tick();
        moves = typeof did !== 'string' || did === 'advanced';
      }
    },
    get alpha() {
      return moves ? clock.alpha : 1;
    },
  });
}
