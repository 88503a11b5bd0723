import type { Frame, PlayerHandle } from '../base/frame.js';
import type { Trace } from '../base/trace.js';
import type { FieldSpecs, FieldViews } from '../state/fields.js';

/**
 * One player's input for one frame: one integer when inputWords is 1, else exactly inputWords of them. Each is taken
 * `>>> 0` before anything else (so -1 equals 4294967295) and copied during the call. A fraction or NaN is refused.
 */
export type InputValue = number | ArrayLike<number>;

/**
 * Mutates `fields` in place, deterministically, and returns nothing. A player's word is `inputs[player * inputWords +
 * word]`. It cannot be async: the frame is over when it returns.
 */
export type Simulate<F extends FieldSpecs> = (fields: FieldViews<F>, inputs: Uint32Array, frame: Frame) => void;

/**
 * Writes inputWords values at scratch[offset …], which holds the default guess already: the player's newest real input
 * of a frame at or before frame-1, however old, and never what predict guessed before. (Under jitter that mispredicts
 * half as often as the newest input overall.) Never called for a confirmed frame.
 */
// The fields of whichever game it is given to: FieldViews<any> is what lets one predictor serve several games.
export type Predict = (
  player: PlayerHandle,
  frame: Frame,
  scratch: Uint32Array,
  offset: number,
  fields: FieldViews<any>,
) => void;

/** What a session is made of. */
export interface SessionOptions<F extends FieldSpecs> {
  /** Snapshots kept, a power of two: capacity-1 frames can be redone, whatever the delay. */
  capacity: number;
  fields: F;
  /** 1 … 32. */
  numPlayers: number;
  /** uint32 words of one player's input, 1 … 16, default 1. */
  inputWords?: number;
  /** Frames between setLocalInput and its effect, 0 … capacity-1, default 0. */
  inputDelay?: number;
  /** Default 0. */
  localPlayer?: PlayerHandle;
  /** The first frame to simulate, default 0; above it when joining a running match. */
  startFrame?: Frame;
  /**
   * Frames below neutralUntil[player] are neutral (zero) for good and count as confirmed. Absolute. Default: startFrame
   * + inputDelay for every player.
   */
  neutralUntil?: readonly Frame[];
  simulate: Simulate<F>;
  predict?: Predict;
  /** A different value came for an input that was confirmed already. Called last of all, so it may call anything. */
  onDesync?: (frame: Frame, player: PlayerHandle) => void;
  /** Is told what the session does; TRACE says what, and in which order. */
  trace?: Trace;
}

/** Cumulative since creation or reset(). Reading allocates nothing. */
export interface SessionStats {
  readonly rollbacks: number;
  /** Frames of the longest rollback. */
  readonly maxRollbackDepth: number;
  /** Inputs that contradicted a prediction already simulated. */
  readonly mispredictions: number;
  /** Inputs that contradicted a confirmed input. */
  readonly desyncs: number;
  /** Frames simulated again. */
  readonly fastForwardFrames: number;
}

/**
 * A frozen handle. Inside simulate and predict every mutating call of the same session throws an Error: 'step() was
 * called from inside simulate'.
 */
export interface Session<F extends FieldSpecs> {
  /**
   * The live state. What is written before the first step is part of genesis; later writes outside simulate are lost at
   * the next rollback.
   */
  readonly fields: FieldViews<F>;
  readonly capacity: number;
  readonly numPlayers: number;
  readonly inputWords: number;
  readonly inputDelay: number;
  readonly localPlayer: PlayerHandle;
  readonly stats: SessionStats;
  /** The next frame to simulate. */
  frame(): Frame;
  /** Commits held, 0 … capacity, the genesis commit counted. */
  depth(): number;
  /**
   * resync(), then fill the inputs (confirmed, else predicted), simulate, commit, frame()+1. The first step also
   * commits genesis, state(-1). If simulate or predict throws: live is as before the call (what was written outside
   * simulate may be lost), frame() has not moved, a redo that was under way stays pending for the next step, and the
   * error goes to the caller.
   */
  step(): void;
  /**
   * For frame() + inputDelay. Called again, the last one wins, until that frame is simulated or packed by packInputs.
   * @throws TypeError for a wrong word count or a word that is no integer.
   */
  setLocalInput(input: InputValue): void;
  /**
   * As queueRemoteInput, for any player. @throws RangeError outside [max(0, frame()-capacity+1), frame()+inputDelay] or
   * for a bad player; TypeError for a wrong word count.
   */
  setInput(player: PlayerHandle, frame: Frame, input: InputValue): void;
  /** queueRemoteInput, then resync. True if it rolled back. */
  feedRemoteInput(player: PlayerHandle, frame: Frame, input: InputValue): boolean;
  /**
   * Stores an input without simulating. True if it contradicts a prediction already simulated. The oldest frame that
   * can be redone is frame()-depth()+1: for a past frame below it nothing is stored, and it returns false. The first
   * value wins: an equal duplicate is a silent no-op; a different one, or a non-zero one for a neutral frame, is a
   * desync: nothing is stored, false, stats.desyncs + 1, onDesync.
   * @throws RangeError for a frame below 0 or past frame()+capacity, or a bad player; TypeError for a wrong word count.
   */
  queueRemoteInput(player: PlayerHandle, frame: Frame, input: InputValue): boolean;
  /**
   * One rollback to the earliest contradicted frame, then fast-forward to frame(), however many inputs were queued.
   * True if it rolled back.
   */
  resync(): boolean;
  /**
   * The highest frame f such that every frame ≤ f has every player's real input. Monotone. It counts inputs, so it can
   * run ahead of frame() and of a resync not yet run: what may be compared between machines is min(confirmedFrame(),
   * frame()-1), after resync. A hole older than the redo window holds it for good.
   */
  confirmedFrame(): Frame;
  /** The same for one player. @throws RangeError for a bad player. */
  confirmedFrameOf(player: PlayerHandle): Frame;
  /** confirmedFrameOf(localPlayer) - confirmedFrame(). */
  frameAdvantage(): number;
  /**
   * The snapshot after `frame`, as last simulated, the same object every time for the same slot. Read-only. @throws
   * RangeError outside [frame()-depth(), frame()-1].
   */
  stateAt(frame: Frame): FieldViews<F>;
  /** Its checksum. @throws RangeError as stateAt; TypeError for a non-integer. */
  checksumAt(frame: Frame, seed?: number): number;
  /**
   * Copies the input that `frame` was last simulated with into out[0 … inputWords). True if it is the confirmed one,
   * false while it is a guess or a correction waits for resync. @throws RangeError for a bad player, a frame not
   * simulated or more than `capacity` frames old.
   */
  inputAt(player: PlayerHandle, frame: Frame, out: Uint32Array): boolean;
  /** True while resync() replays: for the rare simulate that must know. */
  readonly resimulating: boolean;
  /** Raw ring access, for tools: the frame counter stays, so stateAt and redo then count from the ring as it is. */
  commit(): void;
  rollback(n?: number): void;
  peek(n?: number): FieldViews<F>;
  /** A new match: zeroes live, inputs, stats and watermarks, goes back to startFrame and re-arms genesis. */
  reset(): void;
}
