import { fail, integer, returnsNothing } from '../base/errors.js';
import { checksumWords } from '../base/checksum.js';
import { NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import { isTypedArray } from '../base/typed-array.js';
import { defineGame, type Game } from '../match/game.js';
import { layoutFields, type FieldSpecs, type FieldViews } from '../state/fields.js';
import { createBlock } from './block.js';
import { BLOCK_FRAMES, termsOf, type ReplayHeader } from './format.js';
import { readReplay } from './read-replay.js';
import { getWord } from './words.js';

/**
 * Memory for keyframes: one a second of a ten-minute match at up to 27 KB of state; of larger states there are fewer.
 */
const KEYFRAME_BYTES = 16_777_216;

/** A match that was written down. A frozen handle. */
export interface ReplayPlayer<F extends FieldSpecs> extends ReplayHeader {
  /** The state before frame(). Read-only: the player owns it. */
  readonly fields: FieldViews<F>;
  /** The next frame to simulate, startFrame … startFrame+frames. */
  frame(): Frame;
  /** Simulates one frame. False at the end. What simulate throws goes to the caller; nothing has moved then. */
  step(): boolean;
  /**
   * Goes to where frame() is `frame`. It simulates from the nearest keyframe before it, at most a block away where the
   * player has been before; where it has not, from the last place that it has. @throws RangeError outside [startFrame,
   * startFrame+frames], TypeError for a non-integer.
   */
  seek(frame: Frame): void;
  /**
   * Simulates everything again from the beginning. The first frame whose checksum differs, of those that have one
   * (every 60th and the last), or the frame that simulate threw at; NULL_FRAME if there is none. The position stays.
   */
  verify(): Frame;
  /**
   * Copies a player's input for a frame into out[0 … inputWords). @throws RangeError outside [startFrame,
   * startFrame+frames) or for a bad player.
   */
  inputAt(player: PlayerHandle, frame: Frame, out: Uint32Array): void;
}

/**
 * Opens a replay of this game, at its first frame. The bytes are copied. Keyframes, copies of the state made as the
 * player first passes, take up to 16 MB in all, and never fewer than one.
 * @throws ReplayError for bytes that it cannot play; TypeError or RangeError for a game that defineGame refuses,
 * TypeError unless `bytes` is a Uint8Array; whatever game.init throws.
 */
export function openReplay<F extends FieldSpecs>(game: Game<F>, bytes: Uint8Array): ReplayPlayer<F> {
  const { fields: specs, numPlayers, inputWords = 1, init, simulate } = defineGame(game);
  if (!isTypedArray(bytes, 'Uint8Array')) fail('bytes', 'a Uint8Array', bytes);
  const layout = layoutFields(specs);
  const { seed, startFrame, frames, delays, cuts, snapshot, reader, offsets } = readReplay(
    termsOf(game),
    layout.stride,
    bytes,
  );
  const live = new Uint32Array(layout.stride / 4);
  const fields = layout.views(live.buffer, 0);
  if (snapshot) new Uint8Array(live.buffer).set(snapshot);
  else returnsNothing('init', init?.(fields, seed));

  const endFrame = startFrame + frames;
  const inputs = new Uint32Array(numPlayers * inputWords);
  const block = createBlock(inputs.length);
  /** Live as it was before a call that may have to go back to it. */
  const before = live.slice();
  /** Frames between two keyframes: whole blocks. */
  const interval = BLOCK_FRAMES * Math.max(1, Math.ceil((offsets.length * layout.stride) / KEYFRAME_BYTES));
  const keyframes: (Uint32Array | undefined)[] = [live.slice()];
  let position = startFrame;
  /** Which block is in memory, and its checksum, an int32. */
  let loaded = NULL_FRAME;
  let sum = 0;
  let busy = false;

  /** Brings a frame's block into memory. Returns where the frame's inputs are. */
  const load = (frame: Frame): number => {
    const at = frame - startFrame;
    const index = Math.floor(at / BLOCK_FRAMES);
    if (index !== loaded) {
      reader.at = offsets[index]!;
      block.get(reader, Math.min(BLOCK_FRAMES, frames - index * BLOCK_FRAMES));
      sum = getWord(reader) | 0;
      loaded = index;
    }
    return (at % BLOCK_FRAMES) * inputs.length;
  };

  const run = (): void => {
    const from = load(position);
    // A copy: a game may use its inputs as scratch.
    for (let i = 0; i < inputs.length; i++) inputs[i] = block.values[from + i]!;
    returnsNothing('simulate', simulate(fields, inputs, position));
    position++;
    const at = position - startFrame;
    if (at % interval === 0) keyframes[at / interval] ??= live.slice();
  };
  const jump = (keyframe: number): void => {
    live.set(keyframes[keyframe]!);
    position = startFrame + keyframe * interval;
  };

  /** Calls `travel`. The position stays as it was if that throws, or if it was to look only. */
  const journey = <T>(call: string, look: boolean, travel: () => T): T => {
    if (busy) throw new Error(`${call}() was called from inside simulate`);
    busy = true;
    const home = position;
    before.set(live);
    let back = true;
    try {
      const found = travel();
      back = look;
      return found;
    } finally {
      busy = false;
      if (back) {
        live.set(before);
        position = home;
      }
    }
  };

  const goTo = (frame: Frame): void => {
    let nearest = Math.floor((frame - startFrame) / interval);
    while (!keyframes[nearest]) nearest--;
    // From here, unless that lies behind us or a keyframe between.
    if (position > frame || position < startFrame + nearest * interval) jump(nearest);
    while (position < frame) run();
  };
  const firstBad = (): Frame => {
    jump(0);
    while (position < endFrame) {
      try {
        run();
      } catch {
        return position;
      }
      const whole = position === endFrame || (position - startFrame) % BLOCK_FRAMES === 0;
      if (!whole) continue;
      load(position - 1);
      if (checksumWords(live, 0, live.length, 0) !== sum) return position - 1;
    }
    return NULL_FRAME;
  };

  return Object.freeze({
    fields,
    seed,
    startFrame,
    frames,
    delays,
    cuts,
    frame: () => position,
    step() {
      if (position === endFrame) return false;
      journey('step', false, run);
      return true;
    },
    seek(frame: Frame) {
      integer('frame', frame, startFrame, endFrame);
      journey('seek', false, () => goTo(frame));
    },
    verify: () => journey('verify', true, firstBad),
    inputAt(player: PlayerHandle, frame: Frame, out: Uint32Array) {
      integer('player', player, 0, numPlayers - 1);
      integer('frame', frame, startFrame, endFrame - 1);
      if (!isTypedArray(out, 'Uint32Array')) fail('out', 'a Uint32Array', out);
      if (out.length < inputWords) fail('out.length', `at least ${inputWords}`, out.length);
      const from = load(frame) + player * inputWords;
      for (let word = 0; word < inputWords; word++) out[word] = block.values[from + word]!;
    },
  });
}
