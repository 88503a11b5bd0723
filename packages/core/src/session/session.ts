import { checksumWords } from '../base/checksum.js';
import { fail, integer, needsObject } from '../base/errors.js';
import type { Frame, PlayerHandle } from '../base/frame.js';
import { isTypedArray } from '../base/typed-array.js';
import type { FieldSpecs } from '../state/fields.js';
import { createRing, type Ring } from '../state/ring.js';
import { checkOutside, type CallGuard } from './call-guard.js';
import { createFrameStep } from './frame-step.js';
import { createInputIntake, type InputIntake } from './input-intake.js';
import { createInputQueue, type InputQueue } from './input-queue.js';
import { copyInput } from './input-value.js';
import { createResimulation, type Resimulation, type Timeline } from './resimulation.js';
import { createCounts, readOnly } from './session-counts.js';
import { checkSessionOptions, type SessionSettings, type SessionTerms } from './session-options.js';
import type { InputValue, Session, SessionOptions } from './session-types.js';

/** A session and the parts of it that a match and the codec need and a caller must not touch. */
export interface SessionParts<F extends FieldSpecs> {
  readonly session: Session<F>;
  readonly ring: Ring<F>;
  readonly inputs: InputQueue;
  /** session.queueRemoteInput, for local and remote players alike. */
  queueInput(player: PlayerHandle, frame: Frame, input: InputValue): boolean;
  setDelay(frames: number): void;
  /** reset() with other terms, leaving live for the caller to write. */
  restart(startFrame: Frame, neutralUntil: readonly Frame[], localPlayer: PlayerHandle, inputDelay: number): void;
  /** Goes back to where frame() is `to`, which the ring still holds. Inputs stay; a resync() must follow. */
  goBack(to: Frame): void;
}

/** What a session can be asked that moves nothing. */
type Reading<F extends FieldSpecs> = Pick<Session<F>, 'confirmedFrameOf' | 'stateAt' | 'checksumAt' | 'inputAt'>;

/** `startFrame` gives the frame that the session began at. */
function createReading<F extends FieldSpecs>(
  { capacity, numPlayers, inputWords }: SessionSettings<F>,
  { handle, words, wordsAt, live }: Ring<F>,
  inputs: InputQueue,
  timeline: Timeline,
  startFrame: () => Frame,
): Reading<F> {
  const checked = (player: PlayerHandle): PlayerHandle => integer('player', player, 0, numPlayers - 1);
  /** The place of state(at) in the ring, 0 being the newest. */
  const back = (at: Frame): number => {
    const newest = timeline.frame - 1;
    return newest - integer('frame', at, newest + 1 - handle.depth(), newest);
  };
  return {
    confirmedFrameOf: (player) => inputs.confirmedOf(checked(player)),
    stateAt: (at) => handle.peek(back(at)),
    checksumAt: (at, seed = 0) => checksumWords(words, wordsAt(back(at)), live.length, seed) >>> 0,
    inputAt(player, at, out) {
      checked(player);
      integer('frame', at, Math.max(startFrame(), timeline.frame - capacity), timeline.frame - 1);
      if (!isTypedArray(out, 'Uint32Array')) fail('out', 'a Uint32Array', out);
      if (out.length < inputWords) fail('out.length', `at least ${inputWords}`, out.length);
      const used = inputs.usedAt(player, at);
      for (let word = 0; word < inputWords; word++) out[word] = inputs.words[used + word]!;
      return inputs.holds(out, inputs.realAt(player, at));
    },
  };
}

/** What moves a session on and hands it inputs. Refused inside the game's own functions. */
type Controls<F extends FieldSpecs> = Pick<
  Session<F>,
  'step' | 'resync' | 'setLocalInput' | 'setInput' | 'feedRemoteInput' | 'queueRemoteInput'
>;

/** `terms` gives those of the match that is on. */
function createControls<F extends FieldSpecs>(
  { capacity, inputWords }: SessionSettings<F>,
  inputs: InputQueue,
  guard: CallGuard,
  { timeline, resimulate }: Resimulation,
  accept: InputIntake,
  terms: () => SessionTerms,
): Controls<F> {
  const incoming = new Uint32Array(inputWords);
  /** `input`, copied. */
  const loaded = (call: string, input: InputValue): Uint32Array => {
    checkOutside(guard, call);
    copyInput(call, input, inputWords, incoming);
    return incoming;
  };
  return {
    step() {
      checkOutside(guard, 'step');
      resimulate(1);
    },
    resync() {
      checkOutside(guard, 'resync');
      return resimulate(0);
    },
    setLocalInput(input) {
      const { localPlayer, inputDelay } = terms();
      const due = timeline.frame + inputDelay;
      loaded('setLocalInput', input);
      if (due > inputs.sealed) inputs.write(localPlayer, due, incoming);
    },
    setInput(player, at, input) {
      integer('frame', at, Math.max(0, timeline.frame - capacity + 1), timeline.frame + terms().inputDelay);
      accept(player, at, loaded('setInput', input), false);
    },
    feedRemoteInput: (player, at, input) => accept(player, at, loaded('feedRemoteInput', input), true),
    queueRemoteInput: (player, at, input) => accept(player, at, loaded('queueRemoteInput', input), false),
  };
}

/** `inputSlots`: real inputs kept of each player, in frames, a power of two; 4 × capacity if it is left out. */
export function createSessionParts<F extends FieldSpecs>(
  options: SessionOptions<F>,
  inputSlots?: number,
): SessionParts<F> {
  needsObject('createSession', 'options: { capacity, fields, numPlayers, simulate }', options);
  const { capacity, fields } = options;
  const ring = createRing(capacity, fields);
  const { handle, live } = ring;
  const settings = checkSessionOptions(options);
  const { numPlayers, inputWords, trace } = settings;
  const inputs = createInputQueue(settings, inputSlots ?? capacity * 4);
  const guard: CallGuard = { inside: undefined };
  const counts = createCounts();
  const simulateFrame = createFrameStep(settings, handle, inputs, guard);
  const resimulation = createResimulation(ring, guard, counts, trace, simulateFrame);
  const { timeline, goBack } = resimulation;
  const accept = createInputIntake(settings, inputs, resimulation, counts, handle.depth);
  let terms: SessionTerms = settings;
  const start = (): void => {
    inputs.forget(terms.startFrame, terms.neutralUntil);
    counts.mispredictions = counts.desyncs = 0;
    resimulation.restart(terms.startFrame);
  };
  start();

  const session: Session<F> = Object.freeze({
    ...handle,
    ...createReading(settings, ring, inputs, timeline, () => terms.startFrame),
    ...createControls(settings, inputs, guard, resimulation, accept, () => terms),
    numPlayers,
    inputWords,
    stats: readOnly(counts),
    get inputDelay() {
      return terms.inputDelay;
    },
    get localPlayer() {
      return terms.localPlayer;
    },
    get resimulating() {
      return timeline.frame < timeline.present;
    },
    frame: () => timeline.frame,
    confirmedFrame: inputs.confirmed,
    frameAdvantage: () => inputs.confirmedOf(terms.localPlayer) - inputs.confirmed(),
    commit() {
      checkOutside(guard, 'commit');
      handle.commit();
    },
    rollback(n?: number) {
      checkOutside(guard, 'rollback');
      handle.rollback(n);
    },
    reset() {
      checkOutside(guard, 'reset');
      live.fill(0);
      start();
    },
  });
  const setDelay = (inputDelay: number): void => void (terms = { ...terms, inputDelay });
  const restart: SessionParts<F>['restart'] = (startFrame, neutralUntil, localPlayer, inputDelay) => {
    terms = { startFrame, neutralUntil, localPlayer, inputDelay };
    start();
  };
  return { session, ring, inputs, queueInput: session.queueRemoteInput, setDelay, restart, goBack };
}

/** What packInputs and unpackInputs reach through a session's handle. */
export const partsOf = /* @__PURE__ */ new WeakMap<object, SessionParts<FieldSpecs>>();

/** @throws TypeError or RangeError for each option outside what SessionOptions says. */
export function createSession<const F extends FieldSpecs>(options: SessionOptions<F>): Session<F> {
  const parts = createSessionParts(options);
  partsOf.set(parts.session, parts);
  return parts.session;
}
