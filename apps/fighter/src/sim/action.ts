// Rolls back: what a fighter sets about to do, and how long it takes him.
import { CLASH_FRAMES, PARRY_POSE, PUNCH_BUFFER, PUNCH_STARTUP, PUNCH_TOTAL, STUN_FRAMES } from './constants.js';
import { CUE_SWING, cueOf } from './cues.js';
import { guardCommitted, guardStun, raiseGuard } from './guard.js';
import {
  ACTION,
  ACTION_BLOCK,
  ACTION_BLOCKSTUN,
  ACTION_BOUNCE,
  ACTION_BROKEN,
  ACTION_FRAME,
  ACTION_FREE,
  ACTION_PARRY,
  ACTION_PUNCH,
  ACTION_STUNNED,
  BIT_BLOCK,
  BIT_PUNCH,
  BUFFER,
  type Fighter,
  HELD,
  INPUT_MASK,
  readOf,
  SPENT,
  type State,
  writeOf,
} from './layout.js';

/**
 * Reads one player's nibble. Touches that fighter's cells alone, so the order of the two does not matter.
 * A tap of block goes before a punch, a punch before held block, block before walking.
 */
export function takeInput(state: State, fighter: Fighter, input: number): void {
  const pressed = noteHeld(state, fighter, input);
  if ((pressed & BIT_PUNCH) !== 0) writeOf(state, fighter, BUFFER, PUNCH_BUFFER);

  if (mayAct(state, fighter)) {
    const holdsBlock = (input & BIT_BLOCK) !== 0;
    const tapsBlock = (pressed & BIT_BLOCK) !== 0;
    if (tapsBlock) raiseGuard(state, fighter, true);
    else if (readOf(state, fighter, BUFFER) > 0) throwPunch(state, fighter);
    else if (holdsBlock) raiseGuard(state, fighter, false);
    else if (readOf(state, fighter, ACTION) === ACTION_BLOCK) setAction(state, fighter, ACTION_FREE);
    else if (readOf(state, fighter, ACTION) === ACTION_PARRY && (input & INPUT_MASK) !== 0)
      setAction(state, fighter, ACTION_FREE);
  }

  const buffered = readOf(state, fighter, BUFFER);
  if (buffered > 0) writeOf(state, fighter, BUFFER, buffered - 1);
  if (readOf(state, fighter, ACTION) === ACTION_PUNCH && readOf(state, fighter, ACTION_FRAME) === PUNCH_STARTUP) {
    cueOf(state, CUE_SWING, fighter);
  }
}

/** Remembers the nibble for the next step's edges. Returns the bits that went down just now. */
export function noteHeld(state: State, fighter: Fighter, input: number): number {
  const pressed = input & ~readOf(state, fighter, HELD) & INPUT_MASK;
  writeOf(state, fighter, HELD, input & INPUT_MASK);
  return pressed;
}

/** One step of the action's clock, after the strikes. What has run its length ends in ACTION_FREE. */
export function runActionClock(state: State, fighter: Fighter): void {
  const frame = readOf(state, fighter, ACTION_FRAME) + 1;
  const length = lengthOf(readOf(state, fighter, ACTION));
  if (length > 0 && frame >= length) setAction(state, fighter, ACTION_FREE);
  else writeOf(state, fighter, ACTION_FRAME, frame);
}

export function setAction(state: State, fighter: Fighter, action: number): void {
  writeOf(state, fighter, ACTION, action);
  writeOf(state, fighter, ACTION_FRAME, 0);
}

function mayAct(state: State, fighter: Fighter): boolean {
  const action = readOf(state, fighter, ACTION);
  if (action === ACTION_BLOCK) return !guardCommitted(state, fighter);
  return action === ACTION_FREE || action === ACTION_PARRY;
}

function throwPunch(state: State, fighter: Fighter): void {
  setAction(state, fighter, ACTION_PUNCH);
  writeOf(state, fighter, SPENT, 0);
  writeOf(state, fighter, BUFFER, 0);
}

/** Steps an action lasts; 0 for one that ends only by input or with the round. */
function lengthOf(action: number): number {
  switch (action) {
    case ACTION_PUNCH:
      return PUNCH_TOTAL;
    case ACTION_BLOCKSTUN:
    case ACTION_BROKEN:
      return guardStun(action);
    case ACTION_STUNNED:
      return STUN_FRAMES;
    case ACTION_BOUNCE:
      return CLASH_FRAMES;
    case ACTION_PARRY:
      return PARRY_POSE;
    default:
      return 0;
  }
}
