// Hears the cues that states carry, each once, though a frame may be simulated many times.
import type { Frame } from '@lite-rollback/core';
import { eachCueBit } from './cue-bits.js';

/** Starts the sound of one cue bit, a uint32; the returned function cuts it short. */
export type StartSound = (bit: number, frame: Frame) => () => void;

/**
 * Hears each cue once for a frame, however often the frame is simulated, and cuts short what a correction took back.
 */
export interface CuePlayer {
  /**
   * After a tick: `newest` is the leading frame, `from` the first frame that was simulated in that tick; after a rollback
   * the earliest that was corrected, else `newest`. `cuesAt` reads the cue bits of a frame's state.
   */
  hear(newest: Frame, from: Frame, cuesAt: (frame: Frame) => number): void;
  reset(): void;
}

/**
 * Frames whose cues are remembered. A rollback goes back as far as a machine may guess ahead, 30 frames at the most: a
 * correction that is shown is heard, too.
 */
const REMEMBERED = 32;

interface Heard {
  frame: Frame;
  bits: number;
  stops: Map<number, () => void>;
}

/**
 * A cue sounds once per (frame, cue). Each tick the leading frame is read; after a rollback also the corrected frames:
 * what is new there sounds now, what the correction took away is cut short.
 */
export function createCuePlayer(start: StartSound): CuePlayer {
  const ring: Heard[] = Array.from({ length: REMEMBERED }, () => ({
    frame: -1,
    bits: 0,
    stops: new Map<number, () => void>(),
  }));

  function listen(frame: Frame, bits: number): void {
    const heard = ring[frame % REMEMBERED];
    if (heard === undefined) return;
    if (heard.frame !== frame) {
      heard.frame = frame;
      heard.bits = 0;
      heard.stops.clear();
    }
    eachCueBit(heard.bits & ~bits, (bit) => {
      heard.stops.get(bit)?.();
      heard.stops.delete(bit);
    });
    eachCueBit(bits & ~heard.bits, (bit) => heard.stops.set(bit, start(bit, frame)));
    heard.bits = bits;
  }

  return {
    hear(newest, from, cuesAt) {
      const oldest = Math.max(0, from, newest - REMEMBERED + 1);
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
