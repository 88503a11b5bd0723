// Beats. From animation frames while the page is seen, from a worker's timer while it is not.
import { createWorkerTimer, type WorkerTimer } from './worker-timer.js';

/** `drawing` is true for a beat that comes with an animation frame. `nowMs` is monotonic. */
export type Beat = (nowMs: number, drawing: boolean) => void;

/** What a ticker needs of a browser; tests bring their own. */
export interface TickerSurroundings {
  now(): number;
  requestFrame(callback: () => void): number;
  cancelFrame(request: number): void;
  hidden(): boolean;
  onVisibility(handler: () => void): () => void;
  timer(onTick: () => void): WorkerTimer;
}

/** A hidden page: as often as a 60 Hz game can use. */
const HIDDEN_MS = 16;
/** A visible page: a watchdog, for windows that are said to be visible but get no animation frames. */
const WATCHDOG_MS = 50;
/** No beat for this long means that animation frames have stopped. Above two frames of a 30 Hz screen. */
const QUIET_MS = 45;

function browserSurroundings(): TickerSurroundings {
  return {
    now: () => performance.now(),
    requestFrame: (callback) => requestAnimationFrame(callback),
    cancelFrame: (request) => cancelAnimationFrame(request),
    hidden: () => document.visibilityState === 'hidden',
    onVisibility(handler) {
      document.addEventListener('visibilitychange', handler);
      return () => document.removeEventListener('visibilitychange', handler);
    },
    timer: createWorkerTimer,
  };
}

/** Beats until the returned function is called. */
export function startTicker(beat: Beat, surroundings: TickerSurroundings = browserSurroundings()): () => void {
  let lastBeat = surroundings.now();
  let request = 0;
  let stopped = false;

  function strike(drawing: boolean): void {
    lastBeat = surroundings.now();
    beat(lastBeat, drawing);
  }

  function onFrame(): void {
    if (stopped) return;
    request = surroundings.requestFrame(onFrame);
    strike(true);
  }

  const timer = surroundings.timer(() => {
    if (stopped) return;
    if (surroundings.hidden() || surroundings.now() - lastBeat >= QUIET_MS) strike(false);
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
