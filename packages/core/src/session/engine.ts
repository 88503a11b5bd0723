import { checksumWords } from '../base/checksum.js';
import { fail, integer } from '../base/errors.js';
import { FRAME_MAX, INPUT_WORDS_MAX, MAX_PLAYERS, NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import { createRing, type Ring } from '../state/ring.js';
import { createInputRing, type InputRing } from './input-ring.js';
import type { InputValue, Session, SessionOptions } from './session.js';

/** A session and the parts of it that a match and the codec need and a caller must not touch. */
export interface Engine<F extends FieldSpecs> {
  readonly session: Session<F>;
  readonly ring: Ring<F>;
  readonly inputs: InputRing;
  /** Frames of the local player up to here are on the wire and never change. */
  seal(frame: Frame): void;
  setDelay(frames: number): void;
  /** reset() with other terms, leaving live for the caller to write. */
  restart(startFrame: Frame, neutralUntil: readonly Frame[], localPlayer: PlayerHandle, inputDelay: number): void;
}

// Rows of the stats block.
const ROLLBACKS = 0;
const MAX_ROLLBACK_DEPTH = 1;
const MISPREDICTIONS = 2;
const DESYNCS = 3;
const FAST_FORWARD_FRAMES = 4;

/** `slots`: real inputs kept of each player, in frames, a power of two; 4 × capacity if it is left out. */
export function createEngine<F extends FieldSpecs>(options: SessionOptions<F>, slots?: number): Engine<F> {
  const { capacity, simulate, predict, onDesync } = options;
  const ring = createRing(capacity, options.fields);
  const option = (name: 'numPlayers' | 'inputWords' | 'inputDelay' | 'localPlayer' | 'startFrame', min: number, max: number, fallback = min): number =>
    integer(name, options[name] ?? fallback, min, max);
  const numPlayers = option('numPlayers', 1, MAX_PLAYERS, NaN);
  const inputWords = option('inputWords', 1, INPUT_WORDS_MAX);
  let inputDelay = option('inputDelay', 0, capacity - 1);
  let localPlayer = option('localPlayer', 0, numPlayers - 1);
  let startFrame = option('startFrame', 0, FRAME_MAX);
  let neutralUntil: readonly Frame[] = (options.neutralUntil ?? new Array<Frame>(numPlayers).fill(startFrame + inputDelay)).map((frame) =>
    integer('neutralUntil', frame, 0, FRAME_MAX),
  );
  if (neutralUntil.length !== numPlayers) fail('neutralUntil', `${numPlayers} frames`, neutralUntil.length);
  for (const callback of [simulate, predict ?? simulate, onDesync ?? simulate]) {
    if (typeof callback !== 'function') fail('simulate, predict and onDesync', 'functions', callback);
  }

  const { words, live, drop, wordsAt, handle } = ring;
  const { fields, depth, commit, reset } = handle;
  const inputs = createInputRing(slots ?? capacity * 4, numPlayers, inputWords);
  const { values, find, used } = inputs;
  const scratch = new Uint32Array(numPlayers * inputWords);
  const incoming = new Uint32Array(inputWords);
  const counts = new Uint32Array(5);
  /** Live as it was before a step that redoes. */
  const before = live.slice();
  let frame = startFrame;
  /** Where a redo under way will end; not above frame otherwise. */
  let present = NULL_FRAME;
  /** The earliest frame that was simulated with a wrong guess, or FRAME_MAX, which none is before. */
  let pending = FRAME_MAX;
  let sealed = NULL_FRAME;
  let busy = false;

  const guard = (): void => {
    if (busy) throw new Error('re-entrant');
  };
  const checked = (player: PlayerHandle): PlayerHandle => integer('player', player, 0, numPlayers - 1);

  /** Copies an input into `incoming`, so that nothing of it is read twice. Storing into a Uint32Array is `>>> 0`. */
  const load = (input: InputValue): void => {
    // A string or a function has a length, too.
    if (typeof input === 'object' && input?.length === inputWords) incoming.set(input);
    else if (typeof input === 'number' && inputWords < 2) incoming[0] = input;
    else fail('input', `${inputWords} number(s)`, input);
  };

  const differs = (words: Uint32Array, from: number): boolean => {
    for (let word = 0; word < inputWords; word++) if (words[word] !== values[from + word]) return true;
    return false;
  };

  /** Simulates `frame` from live and commits it. */
  const run = (): void => {
    for (let player = 0, at = 0; player < numPlayers; player++) {
      const real = find(player, frame);
      // The guess repeats the last frame's input: that is the newest one confirmed before this frame, or was itself a guess that repeated it.
      const from = real < 0 ? used(player, frame - 1) : real;
      const start = at;
      for (let word = 0; word < inputWords; word++) scratch[at++] = values[from + word]!;
      if (real < 0) predict?.(player, frame, scratch, start, fields);
    }
    values.set(scratch, used(0, frame));
    simulate(fields, scratch, frame);
    commit();
    frame++;
  };

  /** Redoes what is pending, then simulates `steps` new frames (0 or 1). */
  const play = (steps: 0 | 1): void => {
    guard();
    const first = !depth();
    const redone = Math.max(0, Math.min(frame - pending, depth() - 1));
    present = frame;
    if (redone) {
      if (steps) before.set(live);
      drop(redone);
      frame -= redone;
    }
    if (first) commit();
    busy = true;
    try {
      while (frame < present + steps) run();
      pending = FRAME_MAX;
      if (redone) counts[ROLLBACKS]!++;
      counts[FAST_FORWARD_FRAMES]! += redone;
      counts[MAX_ROLLBACK_DEPTH] = Math.max(counts[MAX_ROLLBACK_DEPTH]!, redone);
    } catch (error) {
      // Back to the present: the slots of the frames not reached still hold what they held.
      drop(frame - present);
      frame = present;
      // A redo that was complete when the new frame threw is undone as well, and stays pending.
      if (redone && steps) live.set(before);
      // Genesis is taken again at the next try, with whatever the caller has mended in the meantime.
      if (first) reset();
      throw error;
    } finally {
      busy = false;
    }
  };

  const resync = (): boolean => {
    guard();
    const contradicted = pending < FRAME_MAX;
    if (contradicted) play(0);
    return contradicted;
  };

  /** Takes one input in; with `feed`, redoes at once. True for a contradicted prediction, or with `feed` for a rollback. */
  const accept = (player: PlayerHandle, at: Frame, input: InputValue, feed = false): boolean => {
    guard();
    checked(player);
    integer('frame', at, 0, Math.min(frame + capacity, FRAME_MAX));
    load(input);
    const real = find(player, at);
    const different = differs(incoming, real < 0 ? used(player, at) : real);
    let contradicted = false;
    // A past frame that is too old to redo is not stored: the watermark would only lie about states that stay wrong.
    const redoable = at > frame - (depth() || 1);
    if (real < 0 && redoable) {
      inputs.write(player, at, incoming);
      if (different && at < frame) {
        contradicted = true;
        counts[MISPREDICTIONS]!++;
        pending = Math.min(pending, at);
      }
    }
    const result = feed ? resync() : contradicted;
    if (different && real >= 0 && redoable) {
      counts[DESYNCS]!++;
      onDesync?.(at, player);
    }
    return result;
  };

  const restart = (start: Frame, neutral: readonly Frame[], local: PlayerHandle, delay: number): void => {
    startFrame = frame = present = start;
    neutralUntil = neutral;
    localPlayer = local;
    inputDelay = delay;
    pending = FRAME_MAX;
    sealed = NULL_FRAME;
    reset();
    inputs.clear(start, neutral);
    counts.fill(0);
  };
  restart(startFrame, neutralUntil, localPlayer, inputDelay);

  const back = (at: Frame): number => frame - 1 - integer('frame', at, frame - depth(), frame - 1);
  const session: Session<F> = Object.freeze({
    ...handle,
    numPlayers,
    inputWords,
    get inputDelay() {
      return inputDelay;
    },
    get localPlayer() {
      return localPlayer;
    },
    get resimulating() {
      return frame < present;
    },
    stats: Object.freeze({
      get rollbacks() {
        return counts[ROLLBACKS]!;
      },
      get maxRollbackDepth() {
        return counts[MAX_ROLLBACK_DEPTH]!;
      },
      get mispredictions() {
        return counts[MISPREDICTIONS]!;
      },
      get desyncs() {
        return counts[DESYNCS]!;
      },
      get fastForwardFrames() {
        return counts[FAST_FORWARD_FRAMES]!;
      },
    }),
    frame: () => frame,
    step: () => play(1),
    setLocalInput(input: InputValue) {
      guard();
      load(input);
      if (frame + inputDelay > sealed) inputs.write(localPlayer, frame + inputDelay, incoming);
    },
    setInput(player: PlayerHandle, at: Frame, input: InputValue) {
      integer('frame', at, Math.max(0, frame - capacity + 1), frame + inputDelay);
      accept(player, at, input);
    },
    feedRemoteInput: (player: PlayerHandle, at: Frame, input: InputValue) => accept(player, at, input, true),
    queueRemoteInput: (player: PlayerHandle, at: Frame, input: InputValue) => accept(player, at, input),
    resync,
    confirmedFrame: inputs.confirmed,
    confirmedFrameOf: (player: PlayerHandle) => inputs.confirmedOf(checked(player)),
    frameAdvantage: () => inputs.confirmedOf(localPlayer) - inputs.confirmed(),
    stateAt: (at: Frame) => handle.peek(back(at)),
    checksumAt: (at: Frame, seed = 0) => checksumWords(words, wordsAt(back(at)), live.length, seed) >>> 0,
    inputAt(player: PlayerHandle, at: Frame, out: Uint32Array) {
      checked(player);
      integer('frame', at, Math.max(startFrame, frame - capacity), frame - 1);
      if (!(out instanceof Uint32Array && out.length >= inputWords)) fail('out', `a Uint32Array of ${inputWords}`, out?.length);
      for (let word = 0; word < inputWords; word++) out[word] = values[used(player, at) + word]!;
      return find(player, at) >= 0 && !differs(out, find(player, at));
    },
    commit() {
      guard();
      commit();
    },
    rollback(n?: number) {
      guard();
      handle.rollback(n);
    },
    reset() {
      guard();
      live.fill(0);
      restart(startFrame, neutralUntil, localPlayer, inputDelay);
    },
  });
  return { session, ring, inputs, setDelay: (frames) => (inputDelay = frames), seal: (at) => (sealed = Math.max(sealed, at)), restart }; // prettier-ignore
}
