import { NULL_FRAME, type Frame } from '../../base/frame.js';

/** Copies of the states of the last frames that were checked, for when another machine finds a difference. */
export class Evidence {
  readonly #states: number;
  readonly #words: number;
  readonly #kept: Uint32Array<ArrayBuffer>;
  readonly #frames: Int32Array;
  readonly #interval: number;

  /** Keeps `states` states of `words` words, of frames that are multiples of `interval`. Without any it keeps nothing. */
  constructor(states: number, words: number, interval: number) {
    this.#states = states;
    this.#words = words;
    this.#interval = interval;
    this.#kept = new Uint32Array(states * words);
    this.#frames = new Int32Array(states).fill(NULL_FRAME);
  }

  /** Copies the state after `frame`, which begins at source[from]. */
  keep(frame: Frame, source: Uint32Array, from: number): void {
    if (!this.#states) return;
    const slot = this.#slot(frame);
    const at = slot * this.#words;
    const kept = this.#kept;
    this.#frames[slot] = frame;
    // As set() with a subarray(), which costs an object.
    for (let i = 0; i < this.#words; i++) kept[at + i] = source[from + i]!;
  }

  /** A copy of the state after `frame`, or undefined if it is not kept. */
  of(frame: Frame): Uint8Array<ArrayBuffer> | undefined {
    if (!this.#states || frame < 0 || this.#frames[this.#slot(frame)] !== frame) return undefined;
    const bytes = this.#words * 4;
    return new Uint8Array(this.#kept.buffer, this.#slot(frame) * bytes, bytes).slice();
  }

  #slot(frame: Frame): number {
    return (frame / this.#interval) % this.#states;
  }
}
