import { pageSurroundings, type TickerSurroundings } from './page-surroundings.js';

/**
 * `nowMs` never goes back. `drawing` is true for a beat that comes with an animation frame; `nowMs` is then the frame's
 * own time stamp.
 */
export type Beat = (nowMs: number, drawing: boolean) => void;

/** A hidden page: as often as a 60 Hz game can use. */
const HIDDEN_MS = 16;
/** A visible page: a watchdog, for windows that are said to be visible but get no animation frames. */
const WATCHDOG_MS = 50;
/** No beat for this long means that animation frames have stopped. Above two frames of a 30 Hz screen. */
const QUIET_MS = 45;

/**
 * Beats until the returned function is called: with animation frames while the page is seen, with a worker's timer while
 * it is not. What `beat` throws is the browser's to report; the beats go on.
 */
export function startTicker(beat: Beat, surroundings: TickerSurroundings = pageSurroundings()): () => void {
  let struckAt = surroundings.now();
  let latest = -Infinity;
  let request = 0;
  let stopped = false;

  /**
   * A frame's stamp is older than the clock by what the browser did in between, 0 to some 15 ms: the beat after one by
   * the clock may bear an earlier time, and then brings none.
   */
  function strike(nowMs: number, drawing: boolean): void {
    struckAt = surroundings.now();
    latest = Math.max(latest, nowMs);
    beat(latest, drawing);
  }

  function onFrame(stampMs: number): void {
    if (stopped) return;
    request = surroundings.requestFrame(onFrame);
    strike(stampMs, true);
  }

  const timer = surroundings.timer(() => {
    if (stopped) return;
    const now = surroundings.now();
    if (surroundings.hidden() || now - struckAt >= QUIET_MS) strike(now, false);
  });
  const setPace = (): void => timer.every(surroundings.hidden() ? HIDDEN_MS : WATCHDOG_MS);
  const unsubscribe = surroundings.onVisibility(setPace);
  setPace();
  request = surroundings.requestFrame(onFrame);

  return () => {
    stopped = true;
    surroundings.cancelFrame(request);
    timer.stop();
    unsubscribe();
  };
}
