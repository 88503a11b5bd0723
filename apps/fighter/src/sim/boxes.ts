// Rolls back: where a fist can hit and a body be hit, as spans of the one axis. The overlay of mode `boxes` draws these
// very numbers.
import { FIST_FAR, FIST_NEAR, HURT_HALF, PUNCH_ACTIVE, PUNCH_STARTUP } from './constants.js';
import {
  ACTION,
  ACTION_FRAME,
  ACTION_PUNCH,
  facing,
  type Fighter,
  opponentOf,
  readOf,
  SPENT,
  type State,
  X,
} from './layout.js';

/** The fist can still hit: in its active steps, and it has met nothing yet. */
export function fistLive(state: State, fighter: Fighter): boolean {
  if (readOf(state, fighter, ACTION) !== ACTION_PUNCH || readOf(state, fighter, SPENT) !== 0) return false;
  const frame = readOf(state, fighter, ACTION_FRAME);
  return frame >= PUNCH_STARTUP && frame < PUNCH_STARTUP + PUNCH_ACTIVE;
}

/** Lower end of the fist's box, 1/256 px. */
export function fistFrom(state: State, fighter: Fighter): number {
  const x = readOf(state, fighter, X);
  return facing(fighter) === 1 ? x + FIST_NEAR : x - FIST_FAR;
}

/** Upper end of the fist's box, 1/256 px. */
export function fistTo(state: State, fighter: Fighter): number {
  const x = readOf(state, fighter, X);
  return facing(fighter) === 1 ? x + FIST_FAR : x - FIST_NEAR;
}

export function hurtFrom(state: State, fighter: Fighter): number {
  return readOf(state, fighter, X) - HURT_HALF;
}

export function hurtTo(state: State, fighter: Fighter): number {
  return readOf(state, fighter, X) + HURT_HALF;
}

/** Whether the fist's box meets the opponent's body. Boxes that only touch do meet. */
export function fistReaches(state: State, fighter: Fighter): boolean {
  const other = opponentOf(fighter);
  return fistFrom(state, fighter) <= hurtTo(state, other) && fistTo(state, fighter) >= hurtFrom(state, other);
}

/** Whether the two fists' boxes meet. */
export function fistsMeet(state: State): boolean {
  return fistFrom(state, 0) <= fistTo(state, 1) && fistTo(state, 0) >= fistFrom(state, 1);
}
