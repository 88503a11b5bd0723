/** A silence of the caller's clock, as of a frozen page, counts as this many ms at the most: nobody could be heard in it. */
const STEP_MAX_MS = 500;

// Rows of `exact`: doubles stand in an array, because a double that a function returns is boxed.
/** time() with its fraction. */
export const NOW = 0;
/** What time() would be at the last look(). */
export const SEEN = 1;
/** The caller's clock at the last wind(), and at the last look(). */
const CALLER = 2;
const LOOKED = 3;

/** The match's clock. It never goes back and never jumps, whatever the clock does that it is fed from. */
export interface MatchClock {
  /** Whole milliseconds since creation. It stands still between two calls of wind(). */
  time(): number;
  readonly exact: Float64Array;
  /** Moves time() on. */
  wind(): void;
  /** Reads what time() would be now into exact[SEEN]. */
  look(): void;
}

export function createMatchClock(now: () => number): MatchClock {
  const exact = new Float64Array(4);
  const look = (): void => {
    exact[LOOKED] = now();
    // The `|| 0` is for NaN, which must not stick.
    exact[SEEN] = exact[NOW]! + (Math.min(Math.max(exact[LOOKED]! - exact[CALLER]!, 0), STEP_MAX_MS) || 0);
  };
  exact[CALLER] = now();
  return {
    exact,
    time: () => Math.floor(exact[NOW]!),
    wind() {
      look();
      exact[CALLER] = exact[LOOKED]!;
      exact[NOW] = exact[SEEN]!;
    },
    look,
  };
}
