// Rolls back: block, parry window, cooldown, guard pips.
import {
  BLOCKSTUN_FRAMES,
  BREAK_FRAMES,
  PARRY_COOLDOWN,
  PARRY_WINDOW,
  SLIDE_BLOCKER,
  SLIDE_BROKEN,
} from './constants.js';
import { CUE_ARM, cueOf } from './cues.js';
import {
  ACTION,
  ACTION_BLOCK,
  ACTION_BLOCKSTUN,
  ACTION_BROKEN,
  ACTION_FRAME,
  COOLDOWN,
  type Fighter,
  GUARD,
  PARRY_LEFT,
  readOf,
  SLIDE,
  type State,
  writeOf,
} from './layout.js';

/** Lifts the arms. A tap, outside the cooldown, also opens the parry window; block held from before never does. */
export function raiseGuard(state: State, fighter: Fighter, tapped: boolean): void {
  if (readOf(state, fighter, ACTION) !== ACTION_BLOCK) {
    writeOf(state, fighter, ACTION, ACTION_BLOCK);
    writeOf(state, fighter, ACTION_FRAME, 0);
  }
  if (tapped && readOf(state, fighter, COOLDOWN) === 0) {
    writeOf(state, fighter, PARRY_LEFT, PARRY_WINDOW);
    writeOf(state, fighter, COOLDOWN, PARRY_COOLDOWN);
    cueOf(state, CUE_ARM, fighter);
  }
}

/** In the parry window the arms stay up, whether or not the key does: a tap commits. */
export function guardCommitted(state: State, fighter: Fighter): boolean {
  return readOf(state, fighter, ACTION) === ACTION_BLOCK && readOf(state, fighter, PARRY_LEFT) > 0;
}

export function parries(state: State, fighter: Fighter): boolean {
  return guardCommitted(state, fighter);
}

/** Arms up and a pip left to spend. Out of pips, the arms stop nothing. */
export function blocks(state: State, fighter: Fighter): boolean {
  return readOf(state, fighter, ACTION) === ACTION_BLOCK && readOf(state, fighter, GUARD) > 0;
}

/** A blocked punch costs one pip. Whether it was the last: then the guard is broken. */
export function spendGuard(state: State, fighter: Fighter): boolean {
  const left = readOf(state, fighter, GUARD) - 1;
  const broken = left === 0;
  writeOf(state, fighter, GUARD, left);
  writeOf(state, fighter, ACTION, broken ? ACTION_BROKEN : ACTION_BLOCKSTUN);
  writeOf(state, fighter, ACTION_FRAME, 0);
  writeOf(state, fighter, SLIDE, broken ? SLIDE_BROKEN : SLIDE_BLOCKER);
  return broken;
}

/** Steps a fighter is held in blockstun or broken guard. */
export function guardStun(action: number): number {
  return action === ACTION_BROKEN ? BREAK_FRAMES : BLOCKSTUN_FRAMES;
}

/** One step of both clocks. The tap's own step counts, so this runs after the strikes. */
export function runGuardClocks(state: State, fighter: Fighter): void {
  const armed = readOf(state, fighter, PARRY_LEFT);
  if (armed > 0) writeOf(state, fighter, PARRY_LEFT, armed - 1);
  const cooldown = readOf(state, fighter, COOLDOWN);
  if (cooldown > 0) writeOf(state, fighter, COOLDOWN, cooldown - 1);
}
