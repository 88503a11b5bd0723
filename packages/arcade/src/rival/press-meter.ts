// Measures how long a press takes to become a picture, and how many frames wait meanwhile.
import type { FieldSpecs, Match, PlayerHandle } from '@lite-rollback/core';

export interface PressMeter {
  /** ms from press to picture, the median of the latest ones; undefined before the first. */
  readonly pressMs: number | undefined;
  /** Ticks spent waiting. */
  readonly stalls: number;
  /** `bits` of `handle` went down at `atMs` of performance.now. */
  pressed(handle: PlayerHandle, bits: number, atMs: number): void;
  stalled(): void;
  /** After each tick that may have simulated a frame. */
  ticked(match: Match<FieldSpecs>): void;
  /** A picture with all frames so far has been drawn. */
  drawn(nowMs: number): void;
  reset(): void;
}

/** Presses that the median is taken of. */
const KEPT = 9;
/** ms. A press whose frame has not come by then never acts: it was lost in a pause, say. */
const FORGOTTEN_MS = 3000;

interface Press {
  readonly handle: PlayerHandle;
  readonly bits: number;
  readonly atMs: number;
  /** The first frame that it can act on; then whether that frame has been simulated. */
  readonly from: number;
  simulated: boolean;
}

export function createPressMeter(nextFrame: () => number): PressMeter {
  const word = new Uint32Array(16);
  let waiting: Press[] = [];
  let measured: number[] = [];
  let stalls = 0;

  return {
    get pressMs() {
      if (measured.length === 0) return undefined;
      return [...measured].sort((a, b) => a - b)[Math.floor(measured.length / 2)];
    },
    get stalls() {
      return stalls;
    },
    pressed(handle, bits, atMs) {
      waiting.push({ handle, bits, atMs, from: nextFrame(), simulated: false });
    },
    stalled() {
      stalls += 1;
    },
    ticked({ session }) {
      const newest = session.frame() - 1;
      for (const press of waiting) {
        if (press.simulated || newest < press.from) continue;
        session.inputAt(press.handle, newest, word);
        press.simulated = ((word[0] ?? 0) & press.bits) !== 0;
      }
    },
    drawn(nowMs) {
      for (const { atMs, simulated } of waiting) if (simulated) measured = [...measured, nowMs - atMs].slice(-KEPT);
      waiting = waiting.filter(({ atMs, simulated }) => !simulated && nowMs - atMs < FORGOTTEN_MS);
    },
    reset() {
      waiting = [];
      measured = [];
      stalls = 0;
    },
  };
}
