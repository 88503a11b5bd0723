// Rolls back: what each step would like to be heard. The sim never makes a sound: it sets a bit, and only the leading
// frame is listened to.
import { CUES, type Fighter, read, type State } from './layout.js';

/** A fist goes live, left fighter; the right one's is the next bit. */
export const CUE_SWING = 1;
/** A parry window opens, left fighter; the right one's is the next bit. */
export const CUE_ARM = 1 << 2;
export const CUE_BLOCK = 1 << 4;
export const CUE_BREAK = 1 << 5;
export const CUE_PARRY = 1 << 6;
export const CUE_CLASH = 1 << 7;
export const CUE_KILL = 1 << 8;
/** "Ready". */
export const CUE_READY = 1 << 9;
export const CUE_FIGHT = 1 << 10;
/** The bell after a fall. */
export const CUE_ROUND_END = 1 << 11;
/** Somebody has won the match: in place of the bell. */
export const CUE_MATCH_END = 1 << 12;

/** Number of cue bits in use, from bit 0 up. */
export const CUE_COUNT = 13;

export function cue(state: State, bit: number): void {
  state[CUES] = read(state, CUES) | bit;
}

/** For CUE_SWING and CUE_ARM, which each fighter has of his own. */
export function cueOf(state: State, bit: number, fighter: Fighter): void {
  cue(state, bit << fighter);
}
