// A session as the contract's sentences read, with maps that forget nothing and no ring at all. Slow and plain: the
// measure that the real one is held against.
import { plainTally, readTally, tally, writeTally } from './tally-game.js';

export interface NaiveOptions {
  readonly capacity: number;
  readonly numPlayers: number;
  readonly inputWords: number;
  readonly inputDelay: number;
  readonly startFrame: number;
  readonly neutralUntil: readonly number[];
}

export interface NaiveInput {
  readonly words: readonly number[];
  readonly confirmed: boolean;
}

const same = (a: readonly number[], b: readonly number[]) => a.every((word, i) => word === b[i]);

export class NaiveSession {
  readonly options: NaiveOptions;
  frame: number;
  rollbacks = 0;
  maxRollbackDepth = 0;
  mispredictions = 0;
  desyncs = 0;
  fastForwardFrames = 0;
  readonly #known: Map<number, readonly number[]>[];
  /** The words that each frame was last simulated with, by player. */
  readonly #used = new Map<number, (readonly number[])[]>();
  /** The state after each frame, genesis under startFrame - 1. */
  readonly #states = new Map<number, readonly number[]>();
  #pending = Number.POSITIVE_INFINITY;

  constructor(options: NaiveOptions) {
    this.options = options;
    this.frame = options.startFrame;
    this.#known = Array.from({ length: options.numPlayers }, () => new Map());
  }

  get depth(): number {
    return this.#states.size === 0 ? 0 : Math.min(this.options.capacity, this.frame - this.options.startFrame + 1);
  }

  get pending(): boolean {
    return this.#pending < this.frame;
  }

  /** Captures the live state that the caller set before the first step. */
  genesis(state: readonly number[]): void {
    if (this.#states.size === 0) this.#states.set(this.options.startFrame - 1, state);
  }

  stateAt(frame: number): readonly number[] {
    const state = this.#states.get(frame);
    if (state === undefined) throw new Error(`the naive session has not simulated ${frame}`);
    return state;
  }

  /** What `frame` was last simulated with; confirmed once the player's real input is known to be just that. */
  inputAt(player: number, frame: number): NaiveInput {
    const words = this.#used.get(frame)?.[player];
    if (words === undefined) throw new Error(`the naive session has not simulated ${frame}`);
    const real = this.#real(player, frame);
    return { words, confirmed: real !== undefined && same(real, words) };
  }

  confirmedFrameOf(player: number): number {
    let frame = Math.max(this.options.startFrame, this.#neutral(player)) - 1;
    while (this.#known[player]?.has(frame + 1)) frame++;
    return frame;
  }

  confirmedFrame(): number {
    return Math.min(...this.#known.map((_, player) => this.confirmedFrameOf(player)));
  }

  setLocalInput(player: number, words: readonly number[]): void {
    const frame = this.frame + this.options.inputDelay;
    if (frame >= this.#neutral(player)) this.#known[player]?.set(frame, words);
  }

  queue(player: number, frame: number, words: readonly number[]): boolean {
    if (frame < this.frame && frame < this.frame - this.depth + 1) return false;
    const real = this.#real(player, frame);
    if (real !== undefined) {
      if (!same(real, words)) this.desyncs++;
      return false;
    }
    this.#known[player]?.set(frame, words);
    if (frame >= this.frame || same(this.inputAt(player, frame).words, words)) return false;
    this.mispredictions++;
    this.#pending = Math.min(this.#pending, frame);
    return true;
  }

  resync(): boolean {
    if (!this.pending) return false;
    const depth = this.frame - this.#pending;
    for (let frame = this.#pending; frame < this.frame; frame++) this.#simulate(frame);
    this.#pending = Number.POSITIVE_INFINITY;
    this.rollbacks++;
    this.maxRollbackDepth = Math.max(this.maxRollbackDepth, depth);
    this.fastForwardFrames += depth;
    return true;
  }

  step(): void {
    this.resync();
    this.#simulate(this.frame);
    this.frame++;
  }

  #neutral(player: number): number {
    return this.options.neutralUntil[player] ?? 0;
  }

  #zeros(): readonly number[] {
    return Array.from({ length: this.options.inputWords }, () => 0);
  }

  #real(player: number, frame: number): readonly number[] | undefined {
    return frame < this.#neutral(player) ? this.#zeros() : this.#known[player]?.get(frame);
  }

  #inputFor(player: number, frame: number): readonly number[] {
    for (let at = frame; at >= this.options.startFrame; at--) {
      const real = this.#real(player, at);
      if (real !== undefined) return real;
    }
    return this.#zeros();
  }

  #simulate(frame: number): void {
    const inputs = this.#known.map((_, player) => this.#inputFor(player, frame));
    const fields = plainTally();
    writeTally(fields, this.stateAt(frame - 1));
    tally(fields, Uint32Array.from(inputs.flat()), frame);
    this.#states.set(frame, readTally(fields));
    this.#used.set(frame, inputs);
  }
}
