export type { LoopSurroundings, TickerSurroundings } from './loop/page-surroundings.js';
export { createSleepWatch, type SleepWatch } from './loop/sleep-watch.js';
export { createTickLoop, type TickLoop, type TickLoopOptions } from './loop/tick-loop.js';
export { createTickRunner, type TickRunner, type TickRunnerOptions } from './loop/tick-runner.js';
export { startTicker, type Beat } from './loop/ticker.js';
export { createWorkerTimer, type WorkerTimer } from './loop/worker-timer.js';
