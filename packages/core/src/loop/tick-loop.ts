import { typed } from '../base/errors.js';
import { pageSurroundings, type LoopSurroundings } from './page-surroundings.js';
import { createSleepWatch } from './sleep-watch.js';
import { createTickRunner, type TickRunnerOptions } from './tick-runner.js';
import { startTicker } from './ticker.js';

/** What a tick loop runs. */
export interface TickLoopOptions extends Pick<TickRunnerOptions, 'hz' | 'pacing' | 'tick'> {
  /**
   * Draws a picture, after the ticks of its animation frame; never while the page is hidden.
   * @param alpha how far time has gone from the last tick to the next, 0 … 1; 1 while the game does not move
   * @param nowMs time of the picture, as the browser stamps it
   */
  draw?: (alpha: number, nowMs: number) => void;
  /**
   * A hidden page is about to be frozen, or cannot keep up: where the page's policy forbids the loop's Worker it ticks
   * once a second. With a match: `() => match.pause('hidden')`, so that the others are told rather than held up. Called
   * again at each beat while it lasts, because a match may start meanwhile.
   */
  onSleep?: () => void;
  /** The page keeps up again. With a match: `match.unpause`. */
  onWake?: () => void;
  /** Takes what a callback threw. Default: `reportError`, so that `window.onerror` and the console have it. */
  onError?: (error: unknown) => void;
}

/** A loop that runs. */
export interface TickLoop {
  /** As `draw` is given it: for a picture that is drawn elsewhere. */
  readonly alpha: number;
  /** Ends it, also from inside a callback: none is called after that. Idempotent. */
  stop(): void;
}

/**
 * Runs a game from now on: ticks at a fixed rate, and a picture for each animation frame. A Worker's timer ticks while
 * the page is hidden, so the match with others goes on. At most a tenth of a second is caught up with at once. A
 * callback that throws is reported each time, and stops neither the loop nor the others.
 * @param surroundings the page; a test may give its own
 * @throws TypeError, RangeError for an option outside of what TickLoopOptions says.
 */
export function createTickLoop(
  options: TickLoopOptions,
  surroundings: LoopSurroundings = pageSurroundings(),
): TickLoop {
  const { hz, pacing, tick, draw, onSleep, onWake, onError = surroundings.report } = options;
  typed('tick', tick, 'function');
  const optional = { draw, onSleep, onWake, onError };
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) typed(name, value, 'function');
  let stopped = false;

  function guarded(callback: (() => void) | undefined): void {
    if (stopped || callback === undefined) return;
    try {
      callback();
    } catch (error) {
      onError(error);
    }
  }

  const sleep = (): void => guarded(onSleep);
  const wake = (): void => guarded(onWake);
  const watch = createSleepWatch(sleep, wake);
  const runner = createTickRunner({
    hz,
    pacing,
    tick() {
      try {
        return tick();
      } catch (error) {
        onError(error);
        return undefined;
      }
    },
    waits: () => stopped,
  });

  const stopTicker = startTicker((nowMs, drawing) => {
    watch.beat(nowMs, surroundings.hidden());
    try {
      runner.beat(nowMs);
    } catch (error) {
      onError(error); // of pacing
    }
    if (!drawing || stopped || draw === undefined) return;
    try {
      draw(runner.alpha, nowMs);
    } catch (error) {
      onError(error);
    }
  }, surroundings);
  const ignoreFreeze = surroundings.onFreeze(sleep, wake);

  return Object.freeze({
    get alpha() {
      return runner.alpha;
    },
    stop() {
      if (stopped) return;
      stopped = true;
      stopTicker();
      ignoreFreeze();
    },
  });
}
