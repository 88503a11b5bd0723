// Rolls back: where everything the fight remembers lies in its one Int32Array.

/** The whole state, STATE_LENGTH cells. Writing to it forces int32, so a fraction can never creep in. */
export type State = Int32Array;

/**
 * 0 is the fighter on the left, 1 the one on the right. They cannot pass each other, so side and handle are the same
 * all match.
 */
export type Fighter = 0 | 1;

// ── the match ──────────────────────────────────────────────────────────────────────────────────
/** Steps taken since the match began; it stands still once the match is over. */
export const TICK = 0;
/** One of the PHASE_ values. */
export const PHASE = 1;
/** Unfrozen steps until the phase ends, for intro and outro; else 0. */
export const PHASE_LEFT = 2;
/** Round being fought, from 1. A drawn round is fought again under a new number. */
export const ROUND = 3;
/**
 * Steps for which everybody stays frozen after an impact. In the state, not a pause of the picture: machines must agree
 * on frame numbers.
 */
export const HITSTOP = 4;
/** Sound intent of this step, CUE_ bits of cues.ts. Cleared at the top of every step. */
export const CUES = 5;
/** xorshift32 state, never 0. */
export const RNG = 6;
/** Who took the round that is ending, one of the OUTCOME_ values. */
export const OUTCOME = 7;
/** The last impact, one of the IMPACT_ values, for sparks, flash and shake. */
export const IMPACT = 8;
/** TICK of the last impact. */
export const IMPACT_TICK = 9;
/** Where it was, in 1/512 px: the middle between two fighters is then exact, and mirrored play stays mirrored. */
export const IMPACT_X = 10;
/** The fighter who struck, 0 or 1; 2 where neither did (a clash). */
export const IMPACT_BY = 11;
/** A draw of the PRNG for the last impact: the picture scatters its sparks by it, the same on every machine. */
export const IMPACT_SPARK = 12;
/** Unfrozen steps spent in the phase. */
export const PHASE_FRAME = 13;

// ── each fighter ───────────────────────────────────────────────────────────────────────────────
const FIGHTER_BASE = 14;
const FIGHTER_CELLS = 12;

/** Centre of the body, 1/256 px from the left end of the stage. */
export const X = 0;
/** One of the ACTION_ values. */
export const ACTION = 1;
/** Unfrozen steps spent in the action, from 0. */
export const ACTION_FRAME = 2;
/** Guard pips, 0 … GUARD_PIPS. */
export const GUARD = 3;
/** Steps for which a fist is still parried, 0 … PARRY_WINDOW. */
export const PARRY_LEFT = 4;
/** Steps until a tap can arm a parry again, 0 … PARRY_COOLDOWN. */
export const COOLDOWN = 5;
/** Input nibble of the last unfrozen step. An edge is a bit that is set now and was not then. */
export const HELD = 6;
/** Steps for which a punch pressed too early is still remembered, 0 … PUNCH_BUFFER. */
export const BUFFER = 7;
/** Speed away from the opponent left from an impact, 1/256 px a step, ≥ 0. */
export const SLIDE = 8;
/** 1 once the fist of this punch has met something: one punch, one hit. */
export const SPENT = 9;
/** Rounds won, 0 … ROUNDS_TO_WIN. */
export const WINS = 10;
/** Input nibble of this very step, frozen or not. Nothing in the fight asks for it: it lights the keys on screen. */
export const KEYS = 11;

export const STATE_LENGTH = FIGHTER_BASE + 2 * FIGHTER_CELLS;

/** The state's index of a fighter's cell, X … KEYS. */
export function cellOf(fighter: Fighter, cell: number): number {
  return FIGHTER_BASE + fighter * FIGHTER_CELLS + cell;
}

/** Value of a cell. The callers' indices are the constants above, so `?? 0` is for the compiler alone. */
export function read(state: State, cell: number): number {
  return state[cell] ?? 0;
}

/** Value of a fighter's cell. */
export function readOf(state: State, fighter: Fighter, cell: number): number {
  return state[cellOf(fighter, cell)] ?? 0;
}

export function writeOf(state: State, fighter: Fighter, cell: number, value: number): void {
  state[cellOf(fighter, cell)] = value;
}

/** +1 for the left fighter, who faces right; -1 for the other. */
export function facing(fighter: Fighter): 1 | -1 {
  return fighter === 0 ? 1 : -1;
}

export function opponentOf(fighter: Fighter): Fighter {
  return fighter === 0 ? 1 : 0;
}

// ── values ─────────────────────────────────────────────────────────────────────────────────────
/** Both stand at their marks and cannot act. */
export const PHASE_INTRO = 0;
export const PHASE_FIGHT = 1;
/** Somebody fell. Nobody can act. */
export const PHASE_OUTRO = 2;
/** Somebody has ROUNDS_TO_WIN. Nothing changes any more. */
export const PHASE_OVER = 3;

export const OUTCOME_NONE = 0;
export const OUTCOME_LEFT = 1;
export const OUTCOME_RIGHT = 2;
/** Both fell on one step: nobody scores, the round is fought again. */
export const OUTCOME_DOUBLE = 3;

export const IMPACT_NONE = 0;
export const IMPACT_BLOCK = 1;
export const IMPACT_BREAK = 2;
export const IMPACT_PARRY = 3;
export const IMPACT_CLASH = 4;
export const IMPACT_KILL = 5;
/** IMPACT_BY of a clash, which nobody alone struck. */
export const IMPACT_BY_BOTH = 2;

/** Standing or walking. */
export const ACTION_FREE = 0;
export const ACTION_PUNCH = 1;
/** Arms up, armed or not. */
export const ACTION_BLOCK = 2;
/** Reeling from a punch that the block took. */
export const ACTION_BLOCKSTUN = 3;
/** The last pip went: arms flung open. */
export const ACTION_BROKEN = 4;
/** Was parried. */
export const ACTION_STUNNED = 5;
/** Thrown back by a clash. */
export const ACTION_BOUNCE = 6;
/** Has just parried. May act at once: the pose is only a flourish. */
export const ACTION_PARRY = 7;
export const ACTION_DEAD = 8;
/** Stands over the other one, in the outro. */
export const ACTION_WON = 9;

// ── input, one nibble a player ─────────────────────────────────────────────────────────────────
export const BIT_LEFT = 1;
export const BIT_RIGHT = 2;
export const BIT_BLOCK = 4;
export const BIT_PUNCH = 8;
export const INPUT_MASK = 15;
