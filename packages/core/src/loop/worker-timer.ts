/** A timer in a Worker, which browsers do not slow down with the page. */
export interface WorkerTimer {
  /** Calls back about every `milliseconds` from now on. */
  every(milliseconds: number): void;
  /** For good. Idempotent. */
  stop(): void;
}

/** The worker's whole program. A message is the new interval. */
const PROGRAM = 'let t=0;onmessage=(e)=>{clearInterval(t);t=setInterval(()=>postMessage(0),e.data)}';

/** How often the page looks whether the worker still ticks, ms. A hidden page's own timers run no faster. */
const LOOK_MS = 1000;

/**
 * A hidden Chromium tab gets no animation frames and one page timer a second; a worker's timer keeps 62 a second there
 * (measured). A page timer stands in where there are no workers, where the page's policy forbids workers from blobs
 * (`worker-src` without `blob:`), and for as long as the worker is silent. It is right while the page is visible, and
 * slow while it is not.
 */
export function createWorkerTimer(onTick: () => void): WorkerTimer {
  let interval = 0;
  let heard = false;
  let url = '';
  let worker: Worker | undefined;
  let standIn: ReturnType<typeof setInterval> | undefined;
  let look: ReturnType<typeof setInterval> | undefined;

  function startStandIn(): void {
    if (interval > 0) standIn ??= setInterval(onTick, interval);
  }

  function stopStandIn(): void {
    clearInterval(standIn);
    standIn = undefined;
  }

  function onWorkerTick(): void {
    heard = true;
    if (standIn !== undefined) stopStandIn();
    onTick();
  }

  function lookAtWorker(): void {
    if (!heard) startStandIn();
    heard = false;
  }

  try {
    url = URL.createObjectURL(new Blob([PROGRAM], { type: 'text/javascript' }));
    worker = new Worker(url);
    worker.onmessage = onWorkerTick;
    // A policy's refusal may come as this event rather than as a throw.
    worker.onerror = startStandIn;
  } catch {
    worker = undefined;
  }

  return {
    every(milliseconds) {
      interval = milliseconds;
      const stoodIn = standIn !== undefined;
      stopStandIn();
      if (worker === undefined || stoodIn) startStandIn();
      if (worker === undefined) return;
      worker.postMessage(milliseconds);
      look ??= setInterval(lookAtWorker, LOOK_MS);
    },
    stop() {
      interval = 0;
      worker?.terminate();
      worker = undefined;
      stopStandIn();
      clearInterval(look);
      if (url !== '') URL.revokeObjectURL(url);
      url = '';
    },
  };
}
