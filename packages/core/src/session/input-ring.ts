import { NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import type { Trace } from '../base/trace.js';
import { CONFIRM, RECEIVE } from '../base/trace-kinds.js';

/**
 * The inputs of every player, the real ones each beside the frame it belongs to, so that a cell reused a revolution
 * later can never pass for confirmed. They span four capacities or more: one of past frames to redo, one of frames that
 * peers ahead of us have sent, the rest for what we still owe to peers behind us.
 *
 * The used ones must span more than one capacity: a frame whose simulate throws has taken its cell already, and with
 * one capacity that is the cell of the very frame whose input the oldest guess repeats.
 *
 * A cell is 2 × inputWords + 1 words:  [ frame + 1, or 0 while the real input is unknown | real input | input last
 * simulated with ] `words` holds a cell of zeros, in which every neutral input lies, then slots × numPlayers cells,
 * players inside slots.
 */
export interface InputRing {
  /** Written through write() alone, but for the used inputs. */
  readonly words: Uint32Array;
  /** Frames of the local player up to here are on the wire and never change. */
  sealed: Frame;
  /** Index in `words` of a player's real input, or -1 if it is not known. Neutral frames are known, and all zeros. */
  realAt(player: PlayerHandle, frame: Frame): number;
  /** Index in `words` of what a player's frame was last simulated with. */
  usedAt(player: PlayerHandle, frame: Frame): number;
  /** Stores input[0 … inputWords) as real and moves the watermark. */
  write(player: PlayerHandle, frame: Frame, input: Uint32Array): void;
  /** The highest frame f such that every frame ≤ f of the player is known. */
  confirmedOf(player: PlayerHandle): Frame;
  /** The same for all players together. */
  confirmed(): Frame;
  /**
   * Forgets everything. Frames below neutralUntil[player] are neutral (zero) for good; what lies before startFrame is
   * no longer asked for. The array is kept, not copied.
   */
  forget(startFrame: Frame, neutralUntil: readonly Frame[]): void;
}

/** `slots`, a power of two, counts frames. forget() must come before anything else. */
export function createInputRing(
  slots: number,
  numPlayers: number,
  inputWords: number,
  trace: Trace | undefined,
): InputRing {
  const span = inputWords * 2 + 1;
  const words = new Uint32Array((slots * numPlayers + 1) * span);
  let watermark: Frame[];
  let neutral: readonly Frame[];
  const cellAt = (player: PlayerHandle, frame: Frame): number =>
    ((frame & (slots - 1)) * numPlayers + player + 1) * span;
  const realAt = (player: PlayerHandle, frame: Frame): number => {
    const at = cellAt(player, frame);
    return frame < neutral[player]! ? 1 : words[at] === frame + 1 ? at + 1 : -1;
  };
  return {
    words,
    sealed: NULL_FRAME,
    realAt,
    usedAt: (player, frame) => cellAt(player, frame) + inputWords + 1,
    write(player, frame, input) {
      let at = cellAt(player, frame);
      trace?.(RECEIVE, frame, player, input[0]! | 0);
      words[at++] = frame + 1;
      // Rows of a few words: TypedArray.set takes longer than the loop.
      for (let word = 0; word < inputWords; word++) words[at + word] = input[word]!;
      // Contiguous, not newest: with loss and reordering the newest frame we have says nothing of those before it.
      for (let next = watermark[player]! + 1; realAt(player, next) >= 0; next++) {
        watermark[player] = next;
        trace?.(CONFIRM, next, player, 0);
      }
    },
    confirmedOf: (player) => watermark[player]!,
    confirmed: () => Math.min(...watermark),
    forget(startFrame, neutralUntil) {
      words.fill(0);
      neutral = neutralUntil;
      watermark = neutral.map((until) => Math.max(startFrame, until) - 1);
    },
  };
}
