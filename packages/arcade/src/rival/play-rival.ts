// A rival at work: what its machine shows goes in at one end, and one reaction time later its input
// comes out at the other.
import {
  NULL_FRAME,
  type FieldSpecs,
  type FieldViews,
  type Frame,
  type Game,
  type PlayerHandle,
} from '@lite-rollback/core';
import { createEyes } from './eyes.js';
import type { Rival } from './rival.js';

/** One player in one match, played by a rival. */
export interface RivalPlayer<F extends FieldSpecs> {
  /**
   * Once a tick, stalled ones too: `fields` is what its machine shows now, the state of `shown`; `frame` the frame that
   * the input is for. The input; 0, nothing held, until it has seen anything. A frame that is asked for again, because
   * the match stalls or its delay has been lowered, has the input that it was given first.
   */
  input(fields: FieldViews<F>, shown: Frame, frame: Frame): number;
}

/** What is played where a rival names no other, ms. People take 180 to 300 to answer a picture with a key. */
export const REACTION_MS = 240;
/** ms. Longer than anybody takes. */
export const REACTION_MS_MAX = 1000;

/** What playRival() needs. */
export interface RivalPlayerOptions<F extends FieldSpecs> {
  game: Game<F>;
  rival: Rival<F>;
  handle: PlayerHandle;
  /** An integer. The same seed and the same pictures give the same inputs. */
  seed: number;
}

/** Inputs that are remembered: more than the frames of the longest reaction time at 120 Hz and of a delay. */
const REMEMBERED = 256; // a power of two: frame & REMEMBERED - 1 is its place

/** @throws TypeError, RangeError for a reaction time outside 0 … 1000 ms. */
export function playRival<F extends FieldSpecs>(options: RivalPlayerOptions<F>): RivalPlayer<F> {
  const { game, handle, rival, seed } = options;
  const late = reactionTicks(rival.reactionMs ?? REACTION_MS, game.hz ?? 60);
  const eyes = createEyes(game.fields, late);
  const stream = mix(mix(seed, 0x51ed270b), handle + 1);
  const inputs = new Uint32Array(REMEMBERED);
  const self = {
    handle,
    frame: NULL_FRAME as Frame,
    age: 0,
    pressed: (ago: number): number =>
      ago >= 1 && ago < self.age ? (inputs[(self.frame - ago) & (REMEMBERED - 1)] ?? 0) : 0,
    whim: (n: number): number => mix(stream, n) / 0x1_0000_0000,
  };
  return {
    input(fields, shown, frame) {
      eyes.see(fields, shown);
      if (frame <= self.frame) return inputs[frame & (REMEMBERED - 1)] ?? 0;
      // An input delay that has been raised leaves a gap, which a match fills with the input before it.
      if (self.frame >= 0)
        for (let gap = Math.max(self.frame + 1, frame - REMEMBERED); gap < frame; gap++)
          inputs[gap & (REMEMBERED - 1)] = inputs[self.frame & (REMEMBERED - 1)] ?? 0;
      const seen = eyes.seen();
      self.frame = frame;
      self.age = Math.min(REMEMBERED, frame - eyes.seenFrame());
      const input = seen === undefined ? 0 : rival.hands(seen, self) >>> 0;
      inputs[frame & (REMEMBERED - 1)] = input;
      return input;
    },
  };
}

function reactionTicks(ms: number, hz: number): number {
  if (typeof ms !== 'number') throw new TypeError(`reactionMs must be a number of ms, got ${typeof ms}`);
  if (!(ms >= 0 && ms <= REACTION_MS_MAX))
    throw new RangeError(`reactionMs must be in 0 … ${REACTION_MS_MAX} ms, got ${ms}`);
  return Math.round((ms * hz) / 1000);
}

/** A hash of two integers, uint32. The multipliers and shifts are those of MurmurHash3's finaliser. */
function mix(a: number, b: number): number {
  let x = Math.imul(a ^ Math.imul(b + 1, 0x9e3779b1), 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
