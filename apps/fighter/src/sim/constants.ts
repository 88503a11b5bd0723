// Rolls back: the numbers of the fight. Lengths are 1/256 px, times are steps of 1/60 s, speeds 1/256 px a step.

/** 1 px of the stage. A power of two, so that halving and scaling stay exact. */
export const PX = 256;

// ── stage ──────────────────────────────────────────────────────────────────────────────────────
/**
 * Fixed by the rules of the game at 256 px. It never learns the size of a window: two windows would then fight two
 * fights.
 */
export const STAGE_WIDTH = 256 * PX;
/** Nearest a centre may come to an end: room for the body and a cocked arm. */
export const STAGE_MARGIN = 14 * PX;
/** Where they start: 96 px apart about the middle, two walks and a lunge out of reach. */
export const START_GAP = 96 * PX;
/** Nearest two centres may come. */
export const BODY_GAP = 28 * PX;

// ── walking ────────────────────────────────────────────────────────────────────────────────────
/** 1.5 px: closing the starting gap to punching range takes about half a second. */
export const WALK_FORWARD = 384;
/** 1.25 px: slower than forward, so that running away ends at the wall. */
export const WALK_BACK = 320;

// ── the punch ──────────────────────────────────────────────────────────────────────────────────
/** Wind-up. Shorter than a human reaction (about 15 frames): a parry is a read, not a reflex. */
export const PUNCH_STARTUP = 8;
/** Steps with a live fist. */
export const PUNCH_ACTIVE = 3;
/** Longer than the other one's startup: a punch that hits air can be punished. */
export const PUNCH_RECOVERY = 18;
export const PUNCH_TOTAL = PUNCH_STARTUP + PUNCH_ACTIVE + PUNCH_RECOVERY;
/** Step forward on each step of the wind-up: 4 px in all. */
export const PUNCH_LUNGE = 128;
/** A punch pressed this many steps too early still comes out. */
export const PUNCH_BUFFER = 5;
/**
 * The fist's box, from the centre forward. FIST_NEAR is inside the smallest gap, so two live fists in reach of a body
 * always meet.
 */
export const FIST_NEAR = 6 * PX;
export const FIST_FAR = 34 * PX;
/** Half the width of the box that can be hurt. */
export const HURT_HALF = 9 * PX;

// ── guard and parry ────────────────────────────────────────────────────────────────────────────
/** Rule of the game: three, back to three only with the next round. */
export const GUARD_PIPS = 3;
/** Rule of the game: five steps from the tap on, the step of the tap counted. */
export const PARRY_WINDOW = 5;
/** Rule of the game: from one arming to the next. */
export const PARRY_COOLDOWN = 45;
/** How long a parried fighter stands open. Startup of the punisher, his way in, and 30 steps to think. */
export const STUN_FRAMES = 48;
/** The parry's flourish, which any action cuts short. */
export const PARRY_POSE = 14;
/** The blocker is free 8 steps before the puncher: blocking is worth its pip. */
export const BLOCKSTUN_FRAMES = 12;
/** 10 steps behind the puncher, but both are thrown too far apart for a free kill. */
export const BREAK_FRAMES = 30;
export const CLASH_FRAMES = 20;

// ── what an impact throws ──────────────────────────────────────────────────────────────────────
// A slide of v covers about 4 v in all: each step it keeps three quarters.
export const SLIDE_BLOCKER = 2 * PX;
export const SLIDE_BLOCKED = 1 * PX;
/** Both are thrown, so that a wall behind the broken one does not hand the other a free kill. */
export const SLIDE_BROKEN = 4 * PX;
export const SLIDE_BREAKER = 3 * PX;
export const SLIDE_CLASH = 5 * PX;
export const SLIDE_KILLED = 6 * PX;

// ── hit stop, by weight of the impact ──────────────────────────────────────────────────────────
export const HITSTOP_BLOCK = 6;
export const HITSTOP_BREAK = 12;
export const HITSTOP_PARRY = 12;
export const HITSTOP_CLASH = 10;
export const HITSTOP_KILL = 20;

// ── rounds ─────────────────────────────────────────────────────────────────────────────────────
/** Rule of the game. */
export const ROUNDS_TO_WIN = 3;
/** From the marks to the word. */
export const INTRO_FRAMES = 64;
/** The word may come 0 … 31 steps later, by the PRNG: it cannot be timed by ear. */
export const INTRO_SPREAD_MASK = 31;
/** Step of the intro on which they are told to be ready; the bow is over by then. */
export const READY_AT = 36;
/** Room for the fall and a breath. */
export const OUTRO_FRAMES = 96;
/** The last one is longer: it is the end of the match. */
export const FINAL_OUTRO_FRAMES = 150;
/** Steps before the end of an outro at which the bell is heard. */
export const BELL_AT = 60;
