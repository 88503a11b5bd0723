// Rolls back: where everything that a lesson remembers lies in its own Int32Array.

/** Frames that one step of the fight takes in slow motion, and the count of those that have passed. */
export const SLOW = 0;
export const SLOW_FRAME = 1;
/** The nibble gathered since the last step: in slow motion a tap may be shorter than a step. */
export const GATHERED = 2;
/** The input of the frame before, for edges of the bit that is no part of the fight. */
export const RAW = 3;
/** One of the STAGE_ values, the steps spent in it, and those after which WAITING ends. */
export const STAGE = 4;
export const STAGE_STEP = 5;
export const WAIT = 6;
/** Attempts decided, and how the last ones came out: bit 0 the latest, 1 for a good one. */
export const TRIES = 7;
export const RECORD = 8;
/** 1 once NEEDED of the last WINDOW attempts have been good; it stays. */
export const PASSED = 9;
/** Step of the attempt on which the person last tapped block; −1: not yet. */
export const TAPPED = 10;
/** Step of the attempt on which the other's fist met anything, or goes live as it looks now; −1: no fist in it. */
export const FIST = 11;
/** One of the VERDICT_ values, of the attempt that has just been decided. */
export const VERDICT = 12;
/** Impacts of the attempt so far: of what must come before what. */
export const REACHED = 13;

export const COURSE_LENGTH = 14;

/** The other stands; then the attempt; then a while to see how it came out. */
export const STAGE_WAITING = 0;
export const STAGE_ATTEMPT = 1;
export const STAGE_AFTER = 2;

export const VERDICT_NONE = 0;
export const VERDICT_GOOD = 1;
export const VERDICT_BAD = 2;

/** "3 of 5." */
export const NEEDED = 3;
export const WINDOW = 5;

/** In slow motion a step of the fight takes so many frames. */
export const SLOW_FACTOR = 4;

/** Input bit beside the fight's nibble: slow motion on or off, with each press. */
export const BIT_SLOW = 16;

export type Course = Int32Array;

/** Value of a cell. The callers' indices are the constants above, so `?? 0` is for the compiler alone. */
export function readCourse(course: Course, cell: number): number {
  return course[cell] ?? 0;
}

/** How many of the last WINDOW attempts were good. */
export function goodOnes(course: Course): number {
  const tries = Math.min(WINDOW, readCourse(course, TRIES));
  let good = 0;
  for (let attempt = 0; attempt < tries; attempt++) good += (readCourse(course, RECORD) >> attempt) & 1;
  return good;
}
