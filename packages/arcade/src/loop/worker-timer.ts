// A timer that goes on at full rate while the page is hidden.

/** A timer in a Worker, which browsers do not slow down with the page. */
export interface WorkerTimer {
  /** Calls back about every `milliseconds` from now on. */
  every(milliseconds: number): void;
  stop(): void;
}

/** The worker's whole program. A message is the new interval. */
const PROGRAM = 'let t=0;onmessage=(e)=>{clearInterval(t);t=setInterval(()=>postMessage(0),e.data)}';

/**
 * A hidden Chromium tab gets no animation frames and one page timer a second; a worker's timer keeps 62 a second there
 * (measured). Where a page's policy forbids workers from blobs, a page timer stands in, which is right while the page
 * is visible and slow while it is not.
 */
export function createWorkerTimer(onTick: () => void): WorkerTimer {
  let worker: Worker | undefined;
  let url = '';
  let fallback: ReturnType<typeof setInterval> | undefined;
  let interval = 0;

  function fallBack(): void {
    worker?.terminate();
    worker = undefined;
    clearInterval(fallback);
    if (interval > 0) fallback = setInterval(onTick, interval);
  }

  try {
    url = URL.createObjectURL(new Blob([PROGRAM], { type: 'text/javascript' }));
    worker = new Worker(url);
    worker.onmessage = onTick;
    // A policy's refusal may come as this event rather than as a throw.
    worker.onerror = fallBack;
  } catch {
    worker = undefined;
  }

  return {
    every(milliseconds) {
      interval = milliseconds;
      if (worker !== undefined) worker.postMessage(milliseconds);
      else fallBack();
    },
    stop() {
      interval = 0;
      worker?.terminate();
      worker = undefined;
      clearInterval(fallback);
      if (url !== '') URL.revokeObjectURL(url);
    },
  };
}
