// Hears the cues that states carry, each once, though a frame may be simulated many times.
import type { Frame } from '@lite-rollback/core';

/** Starts the sound of one cue bit; the returned function cuts it short. */
export type StartSound = (bit: number, frame: Frame) => () => void;

/**
 * Hears each cue once for a frame, however often the frame is simulated, and cuts short what a correction took back.
 */
export interface CuePlayer {
  /**
   * After a tick that advanced: `newest` is the leading frame just simulated, `cuesAt` reads the cue bits of a frame's
   * state.
   */
  hear(newest: Frame, rolledBack: boolean, cuesAt: (frame: Frame) => number): void;
  reset(): void;
}

/**
 * How far back a correction is still worth hearing: a tenth of a second. Later than that a sound would no longer belong
 * to what is seen.
 */
const REACH = 6;

interface Heard {
  frame: Frame;
  bits: number;
  stops: Map<number, () => void>;
}

/**
 * A cue sounds once per (frame, cue). Each tick the leading frame is read; after a rollback also the corrected frames
 * among the last 6: what is new there sounds now, what the correction took away is cut short.
 */
export function createCuePlayer(start: StartSound): CuePlayer {
  const ring: Heard[] = Array.from({ length: REACH }, () => ({
    frame: -1,
    bits: 0,
    stops: new Map<number, () => void>(),
  }));

  function listen(frame: Frame, bits: number): void {
    const heard = ring[frame % REACH];
    if (heard === undefined) return;
    if (heard.frame !== frame) {
      heard.frame = frame;
      heard.bits = 0;
      heard.stops.clear();
    }
    const fresh = bits & ~heard.bits;
    const gone = heard.bits & ~bits;
    for (let bit = 1; bit !== 0 && bit >>> 0 <= (fresh | gone) >>> 0; bit <<= 1) {
      if ((gone & bit) !== 0) {
        heard.stops.get(bit)?.();
        heard.stops.delete(bit);
      }
      if ((fresh & bit) !== 0) heard.stops.set(bit, start(bit, frame));
    }
    heard.bits = bits;
  }

  return {
    hear(newest, rolledBack, cuesAt) {
      const oldest = rolledBack ? Math.max(0, newest - REACH + 1) : newest;
      for (let frame = oldest; frame <= newest; frame++) listen(frame, cuesAt(frame));
    },
    reset() {
      for (const heard of ring) {
        heard.frame = -1;
        heard.bits = 0;
        heard.stops.clear();
      }
    },
  };
}
