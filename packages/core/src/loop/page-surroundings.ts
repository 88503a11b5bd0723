import { createWorkerTimer, type WorkerTimer } from './worker-timer.js';

/** What a ticker needs of a browser. Times are milliseconds of one clock that never goes back. */
export interface TickerSurroundings {
  now(): number;
  /** `stampMs`: the time of the picture that the frame is for, by the clock of `now`. */
  requestFrame(callback: (stampMs: number) => void): number;
  cancelFrame(request: number): void;
  /** True while nobody sees the page, so that it gets no animation frames. */
  hidden(): boolean;
  /** Calls `handler` when `hidden()` changes, until the returned function is called. */
  onVisibility(handler: () => void): () => void;
  timer(onTick: () => void): WorkerTimer;
}

/** What a tick loop needs of a browser; tests bring their own. */
export interface LoopSurroundings extends TickerSurroundings {
  /**
   * Calls `onFreeze` before the browser stops all that the page runs, its workers too, and `onResume` when it goes on;
   * until the returned function is called.
   */
  onFreeze(onFreeze: () => void, onResume: () => void): () => void;
  /** Where the errors of a caller's function go. */
  report(error: unknown): void;
}

/**
 * The page that the script runs in. Without a document (a Worker, Node) there are no pictures: a timer alone ticks, as
 * on a hidden page.
 */
export function pageSurroundings(): LoopSurroundings {
  const page = typeof document === 'undefined' ? undefined : document;
  const draws = page !== undefined && typeof requestAnimationFrame === 'function';

  function listen(type: string, handler: () => void): () => void {
    page?.addEventListener(type, handler);
    return () => page?.removeEventListener(type, handler);
  }

  return {
    now: () => performance.now(),
    requestFrame: (callback) => (draws ? requestAnimationFrame(callback) : 0),
    cancelFrame(request) {
      if (draws) cancelAnimationFrame(request);
    },
    hidden: () => page === undefined || page.visibilityState === 'hidden',
    onVisibility: (handler) => listen('visibilitychange', handler),
    timer: createWorkerTimer,
    onFreeze(onFreeze, onResume) {
      const ignoreFreeze = listen('freeze', onFreeze);
      const ignoreResume = listen('resume', onResume);
      return () => {
        ignoreFreeze();
        ignoreResume();
      };
    },
    report(error) {
      if (typeof reportError === 'function') reportError(error);
      else console.error(error);
    },
  };
}
