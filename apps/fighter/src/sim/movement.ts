// Rolls back: walking, lunging, sliding, and the room that two bodies and two walls leave.
import {
  BODY_GAP,
  PUNCH_LUNGE,
  PUNCH_STARTUP,
  STAGE_MARGIN,
  STAGE_WIDTH,
  WALK_BACK,
  WALK_FORWARD,
} from './constants.js';
import {
  ACTION,
  ACTION_FRAME,
  ACTION_FREE,
  ACTION_PARRY,
  ACTION_PUNCH,
  BIT_LEFT,
  BIT_RIGHT,
  facing,
  type Fighter,
  HELD,
  readOf,
  SLIDE,
  type State,
  writeOf,
  X,
} from './layout.js';

/** Moves both, then parts them. Each moves by its own cells alone, so neither goes first. */
export function moveBoth(state: State): void {
  moveOne(state, 0);
  moveOne(state, 1);
  part(state);
}

/** -1 away from the opponent, 0, or 1 towards, as the held keys say. Both at once is neither. */
export function walkIntent(state: State, fighter: Fighter): -1 | 0 | 1 {
  const held = readOf(state, fighter, HELD);
  const right = (held & BIT_RIGHT) !== 0;
  const left = (held & BIT_LEFT) !== 0;
  if (left === right) return 0;
  return right === (facing(fighter) === 1) ? 1 : -1;
}

function moveOne(state: State, fighter: Fighter): void {
  const action = readOf(state, fighter, ACTION);
  let forward = 0;
  if (action === ACTION_FREE || action === ACTION_PARRY) {
    const intent = walkIntent(state, fighter);
    if (intent > 0) forward = WALK_FORWARD;
    else if (intent < 0) forward = -WALK_BACK;
  } else if (action === ACTION_PUNCH && readOf(state, fighter, ACTION_FRAME) < PUNCH_STARTUP) {
    forward = PUNCH_LUNGE;
  }
  const slide = readOf(state, fighter, SLIDE);
  writeOf(state, fighter, SLIDE, (slide * 3) >> 2);
  writeOf(state, fighter, X, readOf(state, fighter, X) + facing(fighter) * (forward - slide));
}

/**
 * Keeps the gap between the bodies and the room at the walls. An overlap is split in equal halves, rounded up for both:
 * rounding it for one of them would make the sides unequal by 1/256 px, and mirrored play would drift apart.
 */
function part(state: State): void {
  let left = readOf(state, 0, X);
  let right = readOf(state, 1, X);
  const overlap = BODY_GAP - (right - left);
  if (overlap > 0) {
    const half = (overlap + 1) >> 1;
    left -= half;
    right += half;
  }
  if (left < STAGE_MARGIN) {
    left = STAGE_MARGIN;
    if (right < left + BODY_GAP) right = left + BODY_GAP;
  }
  if (right > STAGE_WIDTH - STAGE_MARGIN) {
    right = STAGE_WIDTH - STAGE_MARGIN;
    if (left > right - BODY_GAP) left = right - BODY_GAP;
  }
  writeOf(state, 0, X, left);
  writeOf(state, 1, X, right);
}
