// A scripted pair of hands, for tests and for mode `synctest`: it plays the same nibbles every time, and counts what
// the fight did with them.
import { CUE_COUNT } from '../sim/cues.js';
import { CUES, HITSTOP, PHASE, PHASE_FIGHT, PHASE_OVER, read, type State, STATE_LENGTH } from '../sim/layout.js';
import { beginMatch, step } from '../sim/step.js';

/** Hold `left` and `right` (nibbles) for `steps` steps. */
export type Beat = readonly [steps: number, left: number, right: number];

/** What a script did, from frame 0 on. */
export interface Performance {
  readonly seed: number;
  /** One byte a frame: left nibble | right nibble << 4. */
  readonly inputs: Uint8Array;
  readonly frames: number;
  /** How often each cue bit was set, by bit number. */
  readonly cues: readonly number[];
  /** Frames that began frozen. */
  readonly frozen: number;
  /** The state after the last frame. */
  readonly end: State;
  /** The state after each frame, for looking at one moment. */
  readonly history: readonly State[];
  /** The frame on which the first beat was played in each round. */
  readonly starts: readonly number[];
}

/** Longest performance: several matches' worth. A script that never ends its match stops here. */
const FRAMES_MAX = 6000;

/**
 * Plays `beats` from each round's first free frame on, hands off in between. Ends `after` frames past the last beat of
 * round `rounds`, or with the match. Beats count frames, frozen ones too, as a player's hands do.
 */
export function perform(
  seed: number,
  beats: readonly Beat[],
  options: { rounds?: number; after?: number } = {},
): Performance {
  const rounds = options.rounds ?? 1;
  const after = options.after ?? 0;
  const state = new Int32Array(STATE_LENGTH);
  beginMatch(state, seed);
  const notes = flatten(beats);
  const inputs: number[] = [];
  const history: State[] = [];
  const starts: number[] = [];
  const cues = new Array<number>(CUE_COUNT).fill(0);
  let frozen = 0;
  let at = notes.length;
  let fighting = false;
  let remaining = after;
  while (history.length < FRAMES_MAX && read(state, PHASE) !== PHASE_OVER) {
    const nowFighting = read(state, PHASE) === PHASE_FIGHT;
    if (nowFighting && !fighting) {
      at = 0;
      starts.push(history.length);
    }
    fighting = nowFighting;
    if (at >= notes.length && starts.length >= rounds && remaining-- <= 0) break;
    const nibbles = notes[at] ?? 0;
    at += 1;
    if (read(state, HITSTOP) > 0) frozen += 1;
    step(state, nibbles & 15, nibbles >> 4);
    inputs.push(nibbles);
    history.push(state.slice());
    countCues(cues, read(state, CUES));
  }
  return { seed, inputs: Uint8Array.from(inputs), frames: history.length, cues, frozen, end: state, history, starts };
}

/** Adds one to the count of every bit set in `mask`. */
export function countCues(counts: number[], mask: number): void {
  for (let bit = 0; bit < counts.length; bit++) if ((mask >> bit) & 1) counts[bit] = (counts[bit] ?? 0) + 1;
}

function flatten(beats: readonly Beat[]): number[] {
  return beats.flatMap(([steps, left, right]) => new Array<number>(steps).fill(left | (right << 4)));
}
