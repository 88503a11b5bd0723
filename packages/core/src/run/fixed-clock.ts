import { fail, integer, needsObject, typed } from '../base/errors.js';

/**
 * Turns elapsed time into whole ticks. Pure: it reads no clock, so a replayed sequence of time steps gives the same
 * ticks.
 */
export interface FixedClock {
  /**
   * Ticks due after `elapsedMs` more milliseconds at `rate` times the nominal speed (default 1): 0 … maxTicks. What
   * exceeds maxTicks is discarded, so a page that slept does not run a minute of game at once. A step or rate that is
   * negative or NaN counts as 0.
   */
  ticks(elapsedMs: number, rate?: number): number;
  /** How far the time has come into the next tick, 0 … 1 (below 1): for interpolation in the picture. */
  readonly alpha: number;
}

/** Sums of 1000/hz miss whole ticks by some 1e-13; a tick that is due by less than this counts as due. */
const ROUNDING = 1e-9;

/** @throws RangeError unless hz > 0 and finite, and maxTicks (default 5) an integer ≥ 1; TypeError for a non-number. */
export function createFixedClock(options: { hz: number; maxTicks?: number }): FixedClock {
  needsObject('createFixedClock', 'options: { hz }', options);
  const { hz, maxTicks = 5 } = options;
  typed('hz', hz, 'number');
  if (!(hz > 0 && hz < Infinity)) fail('hz', 'a finite number above 0', hz, RangeError);
  integer('maxTicks', maxTicks, 1, Infinity);
  let due = 0;
  return Object.freeze({
    ticks(elapsedMs: number, rate = 1) {
      if (elapsedMs > 0 && rate > 0) due += (elapsedMs * rate * hz) / 1000;
      const whole = Math.floor(due + ROUNDING);
      // Infinity - Infinity is NaN: time without end is the excess, too.
      due = whole < Infinity ? Math.max(0, due - whole) : 0;
      return Math.min(whole, maxTicks);
    },
    get alpha() {
      return due;
    },
  });
}
