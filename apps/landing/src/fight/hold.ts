// When everything stands still, so that a kill which was taken back can be seen.
import type { TakenBack } from './take-backs.js';

export interface Hold {
  /** ms for which it still stands still. */
  readonly left: number;
  /** Kills taken back so far. */
  readonly takenBack: number;
  /**
   * @param latest what each machine shows as taken back @param now ms of the match @param played the visitor plays: who
   *   plays wants to play on
   */
  notice(latest: readonly (TakenBack | null)[], now: number, played: boolean): void;
  /** Real time passes, ms. */
  pass(ms: number): void;
  /** A new match: its clock begins anew. */
  reset(): void;
}

/** How long it stands still, ms. */
const WATCHED = 1900;
const PLAYED = 900;
/** From one hold to the next at least, ms of the match. */
const APART = 9000;

export function createHold(): Hold {
  const seen = new WeakSet<TakenBack>();
  let heldAt = -Infinity;
  let left = 0;
  let takenBack = 0;
  return {
    get left() {
      return left;
    },
    get takenBack() {
      return takenBack;
    },
    notice(latest, now, played) {
      for (const one of latest) {
        if (one === null || seen.has(one)) continue;
        seen.add(one);
        takenBack += 1;
        if (one.into !== 'parry' || now - heldAt < APART) continue;
        heldAt = now;
        left = played ? PLAYED : WATCHED;
      }
    },
    pass(ms) {
      left = Math.max(0, left - ms);
    },
    reset() {
      heldAt = -Infinity;
      left = 0;
    },
  };
}
