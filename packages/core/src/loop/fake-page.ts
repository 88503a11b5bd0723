// What the loop's tests share: a page whose clock, animation frames and worker ticks a test moves by hand.
import type { LoopSurroundings } from './page-surroundings.js';

/** A page at 1000 ms that is visible. */
export interface FakePage extends LoopSurroundings {
  /** The clock goes on; nothing is called. */
  pass(ms: number): void;
  /** Runs the animation frame that was asked for, if one was. Its stamp is the clock's time unless another is given. */
  animate(stampMs?: number): void;
  workerTick(): void;
  hide(hidden: boolean): void;
  freeze(): void;
  resume(): void;
  /** Intervals that the worker was asked for, ms. */
  readonly paces: readonly number[];
  /** What was reported. */
  readonly errors: readonly unknown[];
  /** How many of a frame, a timer and listeners are there. */
  inUse(): number;
}

export function createFakePage(): FakePage {
  let now = 1000;
  let hidden = false;
  let frame: ((stampMs: number) => void) | undefined;
  let tick: (() => void) | undefined;
  let onVisibility: (() => void) | undefined;
  let freezing: readonly (() => void)[] | undefined;
  const paces: number[] = [];
  const errors: unknown[] = [];
  return {
    now: () => now,
    requestFrame(callback) {
      frame = callback;
      return 1;
    },
    cancelFrame: () => (frame = undefined),
    hidden: () => hidden,
    onVisibility(handler) {
      onVisibility = handler;
      return () => (onVisibility = undefined);
    },
    timer(onTick) {
      tick = onTick;
      return { every: (ms) => paces.push(ms), stop: () => (tick = undefined) };
    },
    onFreeze(...handlers) {
      freezing = handlers;
      return () => (freezing = undefined);
    },
    report: (error) => errors.push(error),

    pass: (ms) => (now += ms),
    animate(stampMs = now) {
      const callback = frame;
      frame = undefined;
      callback?.(stampMs);
    },
    workerTick: () => tick?.(),
    hide(value) {
      hidden = value;
      onVisibility?.();
    },
    freeze: () => freezing?.[0]?.(),
    resume: () => freezing?.[1]?.(),
    paces,
    errors,
    inUse: () => [frame, tick, onVisibility, freezing].filter((each) => each !== undefined).length,
  };
}
