// Finds out that a hidden page cannot keep up, so that the others are told rather than held up at every tick.

/**
 * A hidden page whose policy forbids workers is called once a second, and then often twice at once (measured on a busy
 * machine). One that keeps up beats every 16 ms.
 */
const SLOW_BEAT_MS = 400;
/** One slow beat is a busy machine. */
const SLOW_BEATS = 3;
/** So many fast ones in a row and it keeps up. */
const FAST_BEATS = 20;

/** Is told of each beat of a page. */
export interface SleepWatch {
  /** `hidden`: whether nobody sees the page. A visible page is never asleep, however slow. */
  beat(nowMs: number, hidden: boolean): void;
}

/** `asleep` is called at every beat of a page that sleeps, since a match may start meanwhile; `awake` once after it. */
export function createSleepWatch(asleep: () => void, awake: () => void): SleepWatch {
  let last: number | undefined;
  let slow = 0;
  let fast = 0;
  let sleeping = false;
  return {
    beat(nowMs, hidden) {
      const late = hidden && last !== undefined && nowMs - last > SLOW_BEAT_MS;
      last = nowMs;
      slow = late ? slow + 1 : slow;
      fast = late ? 0 : fast + 1;
      if (!hidden || fast >= FAST_BEATS) slow = 0;
      if (slow >= SLOW_BEATS) {
        sleeping = true;
        asleep();
      } else if (sleeping) {
        sleeping = false;
        awake();
      }
    },
  };
}
