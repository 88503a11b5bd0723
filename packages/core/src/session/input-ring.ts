import { NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';

/**
 * The inputs of every player, the real ones each beside the frame it belongs to, so that a slot reused a revolution later can never pass for
 * confirmed. They span four capacities or more: one of past frames to redo, one of frames that peers ahead of us have sent, the rest for what we
 * still owe to peers behind us.
 *
 * The used ones must span more than one capacity: a frame whose simulate throws has taken its slot already, and with one capacity that is the
 * slot of the very frame whose input the oldest guess repeats.
 *
 * `values` holds rows of numPlayers × inputWords:  [ real, slot 0 … slots-1 | used, the same slots | one neutral input ]
 */
export interface InputRing {
  readonly values: Uint32Array;
  /** Index in `values` of a player's real input, or -1 if it is not known. Frames below the player's neutral ones all have the same, of zeros. */
  find(player: PlayerHandle, frame: Frame): number;
  /** Index in `values` of what a player's frame was last simulated with. */
  used(player: PlayerHandle, frame: Frame): number;
  /** Stores input[0 … inputWords) as real and moves the watermark. */
  write(player: PlayerHandle, frame: Frame, input: Uint32Array): void;
  /** The highest frame f such that every frame ≤ f of the player is known. */
  confirmedOf(player: PlayerHandle): Frame;
  /** The same for all players together. */
  confirmed(): Frame;
  /** Forgets everything. Frames below neutralUntil[player] are neutral (zero) for good; what lies before startFrame is no longer asked for. */
  clear(startFrame: Frame, neutralUntil: readonly Frame[]): void;
}

/** Made once: a closure made at each call would cost 64 bytes a frame. */
const lower = (a: Frame, b: Frame): Frame => (a < b ? a : b);

/** `slots`, a power of two, counts frames. */
export function createInputRing(slots: number, numPlayers: number, inputWords: number): InputRing {
  const usedCells = slots * numPlayers;
  const neutralAt = usedCells * 2 * inputWords;
  const values = new Uint32Array(neutralAt + inputWords);
  const frames = new Int32Array(usedCells);
  const neutral = new Int32Array(numPlayers);
  const watermark = new Int32Array(numPlayers);
  const cell = (player: PlayerHandle, frame: Frame): number => (frame & (slots - 1)) * numPlayers + player;
  const find = (player: PlayerHandle, frame: Frame): number => {
    const at = cell(player, frame);
    return frame < neutral[player]! ? neutralAt : frames[at] === frame ? at * inputWords : -1;
  };
  return {
    values,
    find,
    used: (player, frame) => (usedCells + cell(player, frame)) * inputWords,
    write(player, frame, input) {
      const at = cell(player, frame);
      frames[at] = frame;
      values.set(input, at * inputWords);
      // Contiguous, not newest: with loss and reordering the newest frame we have says nothing of those before it.
      while (find(player, watermark[player]! + 1) >= 0) watermark[player]!++;
    },
    confirmedOf: (player) => watermark[player]!,
    confirmed: () => watermark.reduce(lower),
    clear(startFrame, neutralUntil) {
      values.fill(0);
      frames.fill(NULL_FRAME);
      neutral.set(neutralUntil);
      watermark.set(neutralUntil.map((until) => Math.max(startFrame, until) - 1));
    },
  };
}
