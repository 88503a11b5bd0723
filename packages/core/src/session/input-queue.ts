import { NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import type { Trace } from '../base/trace.js';
import { CONFIRM, RECEIVE } from '../base/trace-kinds.js';
import type { Predict } from './session-types.js';

/**
 * The inputs of every player. Each real one stands beside the frame it belongs to, so that a cell reused a revolution
 * later can never pass for confirmed. The real ones span four capacities or more: one of past frames to redo, one of
 * frames that peers ahead of us have sent, the rest for what we still owe to peers behind us.
 *
 * The used ones must span more than one capacity: a frame whose simulate throws has taken its cell already, and with
 * one capacity that is the cell of the very frame whose input the oldest guess repeats.
 *
 * A cell, in words:
 *
 *     1            frame + 1, or 0 while the real input is unknown
 *     inputWords   the real input
 *     inputWords   used: the input that the frame was last simulated with
 *     inputWords   newest: the player's newest real input at or before the frame
 *
 * Without a `predict` a guess repeats the newest input, so used and newest are the same, and share their words.
 * `words` holds one cell of zeros, in which every neutral input lies, then slots × numPlayers cells, players inside
 * slots.
 */
export interface InputQueue {
  /** The real inputs are written by write() alone; the used and newest ones by whoever simulates. */
  readonly words: Uint32Array;
  /** Frames of the local player up to here are on the wire and never change. */
  sealed: Frame;
  /** Index in `words` of a player's real input, or -1 if it is not known. Neutral frames are known, and all zeros. */
  realAt(player: PlayerHandle, frame: Frame): number;
  /** Index in `words` of what a player's frame was last simulated with. */
  usedAt(player: PlayerHandle, frame: Frame): number;
  /** Index in `words` of a player's newest real input at or before `frame`, as of when it was simulated. */
  newestAt(player: PlayerHandle, frame: Frame): number;
  /** True if the input at words[at …] is this one. At -1, where none is known, it is not. */
  holds(input: Uint32Array, at: number): boolean;
  /** Copies one input within `words`. */
  copy(from: number, to: number): void;
  /** Stores input[0 … inputWords) as real and moves the watermark. */
  write(player: PlayerHandle, frame: Frame, input: Uint32Array): void;
  /**
   * Makes the real input of `frame` the newest one of the frames from there on, up to `end` or to the next real input.
   * For a past frame whose input came late and was guessed right: nothing simulates those frames again.
   */
  carry(player: PlayerHandle, frame: Frame, end: Frame): void;
  /** Makes the real input of `frame` its used and its newest one, as simulating the frame would. */
  useReal(player: PlayerHandle, frame: Frame): void;
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

/** What a queue takes from its session's options. With a `predict`, guesses may differ from the newest real input. */
export interface InputQueueOptions {
  readonly numPlayers: number;
  readonly inputWords: number;
  readonly predict?: Predict;
  readonly trace?: Trace;
}

/** `slots`: frames that it spans, a power of two. forget() must come before anything else. */
export function createInputQueue(
  { numPlayers, inputWords, predict, trace }: InputQueueOptions,
  slots: number,
): InputQueue {
  const usedOffset = 1 + inputWords;
  const newestOffset = predict ? usedOffset + inputWords : usedOffset;
  const span = newestOffset + inputWords;
  const words = new Uint32Array((slots * numPlayers + 1) * span);
  let watermark: Frame[];
  let neutral: readonly Frame[];
  const cellAt = (player: PlayerHandle, frame: Frame): number =>
    ((frame & (slots - 1)) * numPlayers + player + 1) * span;
  const realAt = (player: PlayerHandle, frame: Frame): number => {
    const at = cellAt(player, frame);
    return frame < neutral[player]! ? 1 : words[at] === frame + 1 ? at + 1 : -1;
  };
  const usedAt = (player: PlayerHandle, frame: Frame): number => cellAt(player, frame) + usedOffset;
  const newestAt = (player: PlayerHandle, frame: Frame): number => cellAt(player, frame) + newestOffset;
  // Inputs are a few words: TypedArray.set takes longer than the loop.
  const copy = (from: number, to: number): void => {
    for (let word = 0; word < inputWords; word++) words[to + word] = words[from + word]!;
  };
  const queue: InputQueue = {
    words,
    sealed: NULL_FRAME,
    realAt,
    usedAt,
    newestAt,
    copy,
    holds(input, at) {
      let word = 0;
      while (word < inputWords && input[word] === words[at + word]) word++;
      return word === inputWords;
    },
    write(player, frame, input) {
      let at = cellAt(player, frame);
      trace?.(RECEIVE, frame, player, input[0]! | 0);
      words[at++] = frame + 1;
      for (let word = 0; word < inputWords; word++) words[at + word] = input[word]!;
      // Contiguous, not newest: with loss and reordering the newest frame we have says nothing of those before it.
      for (let next = watermark[player]! + 1; realAt(player, next) >= 0; next++) {
        watermark[player] = next;
        trace?.(CONFIRM, next, player, 0);
      }
    },
    carry(player, frame, end) {
      const from = realAt(player, frame);
      copy(from, newestAt(player, frame));
      for (let next = frame + 1; next < end && realAt(player, next) < 0; next++) copy(from, newestAt(player, next));
    },
    useReal(player, frame) {
      copy(realAt(player, frame), usedAt(player, frame));
      copy(realAt(player, frame), newestAt(player, frame));
    },
    confirmedOf: (player) => watermark[player]!,
    confirmed() {
      // Several times a tick: Math.min with a spread takes longer than all the rest of it.
      let through = watermark[0]!;
      for (let player = 1; player < numPlayers; player++) through = Math.min(through, watermark[player]!);
      return through;
    },
    forget(startFrame, neutralUntil) {
      words.fill(0);
      queue.sealed = NULL_FRAME;
      neutral = neutralUntil;
      watermark = neutral.map((until) => Math.max(startFrame, until) - 1);
    },
  };
  return queue;
}
