import { checksumWords } from '../base/checksum.js';
import { fail, integer } from '../base/errors.js';
import { FRAME_MAX, INPUT_WORDS_MAX, MAX_PLAYERS, NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import { DESYNC, MISPREDICT, PREDICT, RESIMULATE, ROLLBACK, STEP } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import { createRing, type Ring } from '../state/ring.js';
import { createInputRing, type InputRing } from './input-ring.js';
import type { InputValue, Session, SessionOptions } from './session.js';

/** A session and the parts of it that a match and the codec need and a caller must not touch. */
export interface Engine<F extends FieldSpecs> {
  readonly session: Session<F>;
  readonly ring: Ring<F>;
  readonly inputs: InputRing;
  setDelay(frames: number): void;
  /** reset() with other terms, leaving live for the caller to write. */
  restart(startFrame: Frame, neutralUntil: readonly Frame[], localPlayer: PlayerHandle, inputDelay: number): void;
  /** Goes back to where frame() is `to`, which the ring still holds. Inputs stay; a resync() must follow. */
  goBack(to: Frame): void;
}

/** `slots`: real inputs kept of each player, in frames, a power of two; 4 × capacity if it is left out. */
export function createEngine<F extends FieldSpecs>(options: SessionOptions<F>, slots?: number): Engine<F> {
  const { capacity, simulate, predict, onDesync, trace } = options;
  const ring = createRing(capacity, options.fields);
  const option = (name: 'inputWords' | 'inputDelay' | 'localPlayer' | 'startFrame', min: number, max: number): number =>
    integer(name, options[name] ?? min, min, max);
  const numPlayers = integer('numPlayers', options.numPlayers, 1, MAX_PLAYERS);
  const inputWords = option('inputWords', 1, INPUT_WORDS_MAX);
  let inputDelay = option('inputDelay', 0, capacity - 1);
  let localPlayer = option('localPlayer', 0, numPlayers - 1);
  let startFrame = option('startFrame', 0, FRAME_MAX);
  let neutralUntil: readonly Frame[] = (
    options.neutralUntil ?? Array<Frame>(numPlayers).fill(startFrame + inputDelay)
  ).map((frame) => integer('neutralUntil', frame, 0, FRAME_MAX));
  if (neutralUntil.length !== numPlayers) fail('neutralUntil', numPlayers, neutralUntil.length);
  for (const name of ['simulate', 'predict', 'onDesync', 'trace'] as const) {
    if (typeof (options[name] ?? simulate) !== 'function') fail(name, 'a function', options[name]);
  }

  const { live, handle } = ring;
  const inputs = createInputRing(slots ?? capacity * 4, numPlayers, inputWords, trace);
  const scratch = new Uint32Array(numPlayers * inputWords);
  const incoming = new Uint32Array(inputWords);
  /** Live as it was before a step that redoes. */
  const before = live.slice();
  let busy = false;
  // restart() sets what follows.
  let frame: Frame;
  /** Where a redo under way will end; not above frame otherwise. */
  let present: Frame;
  /** The earliest frame that was simulated with a wrong guess, or `frame` if none was. */
  let pending: Frame;
  let rollbacks: number;
  let maxRollbackDepth: number;
  let mispredictions: number;
  let desyncs: number;
  let fastForwardFrames: number;

  const guard = (): void => {
    if (busy) throw Error('re-entrant');
  };
  const checked = (player: PlayerHandle): PlayerHandle => integer('player', player, 0, numPlayers - 1);

  /**
   * Copies an input into `incoming`, so that nothing of it is read twice. Storing into a Uint32Array is `>>> 0`.
   * Refused within simulate and predict.
   */
  const load = (input: InputValue): void => {
    guard();
    // A string or a function has a length, too.
    if (typeof input === 'number' && inputWords < 2) incoming[0] = input;
    else if (typeof input === 'object' && input?.length === inputWords) incoming.set(input);
    else fail('input', `${inputWords} numbers`, input);
  };

  /** Copies one input. */
  const copy = (source: Uint32Array, from: number, target: Uint32Array, to: number): void => {
    for (let word = 0; word < inputWords; word++) target[to + word] = source[from + word]!;
  };

  /**
   * True for an input that is not the one at inputs.words[from …]; from -1, an input that is not known, is like no
   * other.
   */
  const differs = (input: Uint32Array, from: number): boolean => {
    let word = 0;
    while (word < inputWords && input[word] === inputs.words[from + word]) word++;
    return word < inputWords;
  };

  /** Takes live and the ring along. */
  const goBack = (to: Frame): void => ring.rewind(frame - (frame = to));

  /** Redoes what is pending, then simulates `steps` new frames (0 or 1). True if it redid anything. */
  const play = (steps: 0 | 1): boolean => {
    guard();
    // Only a new frame takes genesis: what is written before the first step is part of it.
    const first = steps > handle.depth();
    // Less than what is pending after raw rollbacks alone.
    const redone = Math.max(0, Math.min(frame - pending, handle.depth() - 1));
    present = frame;
    if (redone) {
      if (steps) before.set(live);
      ring.rewind(redone);
      frame -= redone;
      trace?.(ROLLBACK, frame, -1, redone);
    }
    if (first) handle.commit();
    busy = true;
    try {
      for (; frame < present + steps; frame++) {
        for (let player = 0; player < numPlayers; player++) {
          const real = inputs.realAt(player, frame);
          // The guess repeats the last frame's input: that is the newest one confirmed before this frame, or was itself
          // a guess that repeated it.
          const from = real < 0 ? inputs.usedAt(player, frame - 1) : real;
          const at = player * inputWords;
          copy(inputs.words, from, scratch, at);
          if (real < 0) {
            predict?.(player, frame, scratch, at, handle.fields);
            trace?.(PREDICT, frame, player, scratch[at]! | 0);
          }
          // Kept apart from what simulate is given, which it may write over.
          copy(scratch, at, inputs.words, inputs.usedAt(player, frame));
        }
        simulate(handle.fields, scratch, frame);
        handle.commit();
        trace?.(frame < present ? RESIMULATE : STEP, frame, -1, 0);
      }
      pending = frame;
      if (redone) {
        rollbacks++;
        fastForwardFrames += redone;
        maxRollbackDepth = Math.max(maxRollbackDepth, redone);
      }
    } catch (error) {
      busy = false;
      // Back to the present: the slots of the frames not reached still hold what they held, and live is the newest.
      goBack(present);
      // A redo that was complete when the new frame threw has the newest slot changed; it is undone as well, and stays
      // pending.
      if (redone && steps) live.set(before);
      // Genesis is taken again at the next try, with whatever the caller has mended in the meantime.
      if (first) handle.reset();
      throw error;
    }
    busy = false;
    return redone > 0;
  };

  /**
   * Takes one input in; with `feed`, redoes at once. True for a contradicted prediction, or with `feed` for a rollback.
   */
  const accept = (player: PlayerHandle, at: Frame, input: InputValue, feed?: boolean): boolean => {
    load(input);
    checked(player);
    integer('frame', at, 0, Math.min(frame + capacity, FRAME_MAX));
    const real = inputs.realAt(player, at);
    // A past frame that is too old to redo is not stored: the watermark would only lie about states that stay wrong.
    const redoable = at > frame - (handle.depth() || 1);
    const different = redoable && differs(incoming, real < 0 ? inputs.usedAt(player, at) : real);
    let result = different && real < 0 && at < frame;
    if (redoable && real < 0) inputs.write(player, at, incoming);
    if (result) {
      mispredictions++;
      trace?.(MISPREDICT, at, player, frame - at);
      pending = Math.min(pending, at);
    }
    if (feed) result = play(0);
    if (different && real >= 0) {
      desyncs++;
      trace?.(DESYNC, at, player, 0);
      onDesync?.(at, player);
    }
    return result;
  };

  const restart = (start = startFrame, neutral = neutralUntil, local = localPlayer, delay = inputDelay): void => {
    startFrame = frame = present = pending = start;
    neutralUntil = neutral;
    localPlayer = local;
    inputDelay = delay;
    inputs.sealed = NULL_FRAME;
    handle.reset();
    inputs.forget(start, neutral);
    rollbacks = maxRollbackDepth = mispredictions = desyncs = fastForwardFrames = 0;
  };
  restart();

  /** The place of state(at) in the ring, 0 being the newest. */
  const back = (at: Frame): number => frame - 1 - integer('frame', at, frame - handle.depth(), frame - 1);
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
        return rollbacks;
      },
      get maxRollbackDepth() {
        return maxRollbackDepth;
      },
      get mispredictions() {
        return mispredictions;
      },
      get desyncs() {
        return desyncs;
      },
      get fastForwardFrames() {
        return fastForwardFrames;
      },
    }),
    frame: () => frame,
    step() {
      play(1);
    },
    setLocalInput(input: InputValue) {
      load(input);
      if (frame + inputDelay > inputs.sealed) inputs.write(localPlayer, frame + inputDelay, incoming);
    },
    setInput(player: PlayerHandle, at: Frame, input: InputValue) {
      integer('frame', at, Math.max(0, frame - capacity + 1), frame + inputDelay);
      accept(player, at, input);
    },
    feedRemoteInput: (player: PlayerHandle, at: Frame, input: InputValue) => accept(player, at, input, true),
    queueRemoteInput: (player: PlayerHandle, at: Frame, input: InputValue) => accept(player, at, input),
    resync: () => play(0),
    confirmedFrame: inputs.confirmed,
    confirmedFrameOf: (player: PlayerHandle) => inputs.confirmedOf(checked(player)),
    frameAdvantage: () => inputs.confirmedOf(localPlayer) - inputs.confirmed(),
    stateAt: (at: Frame) => handle.peek(back(at)),
    checksumAt: (at: Frame, seed = 0) => checksumWords(ring.words, ring.wordsAt(back(at)), live.length, seed) >>> 0,
    inputAt(player: PlayerHandle, at: Frame, out: Uint32Array) {
      checked(player);
      integer('frame', at, Math.max(startFrame, frame - capacity), frame - 1);
      if (!(out instanceof Uint32Array && out.length >= inputWords))
        fail('Uint32Array out', `${inputWords} numbers`, out?.length);
      copy(inputs.words, inputs.usedAt(player, at), out, 0);
      return !differs(out, inputs.realAt(player, at));
    },
    commit() {
      guard();
      handle.commit();
    },
    rollback(n?: number) {
      guard();
      handle.rollback(n);
    },
    reset() {
      guard();
      live.fill(0);
      restart();
    },
  });
  return { session, ring, inputs, setDelay: (frames) => (inputDelay = frames), restart, goBack }; // prettier-ignore
}
