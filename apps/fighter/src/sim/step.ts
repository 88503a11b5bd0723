// Rolls back: one step of the fight, and its beginning and end. Everything it knows is in the state and the two
// nibbles.
import { noteHeld, runActionClock, takeInput } from './action.js';
import { runGuardClocks } from './guard.js';
import {
  CUES,
  HITSTOP,
  INPUT_MASK,
  KEYS,
  PHASE,
  PHASE_FIGHT,
  PHASE_FRAME,
  PHASE_INTRO,
  PHASE_OVER,
  read,
  type State,
  TICK,
  writeOf,
} from './layout.js';
import { moveBoth } from './movement.js';
import { seedRandom } from './random.js';
import { beginRound, judgeFall, runIntro, runOutro } from './rounds.js';
import { strikeBoth } from './strike.js';

/** Fills the state for a new match. @param seed the same on every machine. */
export function beginMatch(state: State, seed: number): void {
  state.fill(0);
  seedRandom(state, seed);
  beginRound(state);
}

/** 1/60 s. `left` and `right` are the players' nibbles; bits above INPUT_MASK are ignored. */
export function step(state: State, left: number, right: number): void {
  state[CUES] = 0;
  const phase = read(state, PHASE);
  // Machines stop at different frames once the match is over. Their last states are the same all the same, because
  // nothing moves any more.
  if (phase === PHASE_OVER) return;
  state[TICK] = read(state, TICK) + 1;
  writeOf(state, 0, KEYS, left & INPUT_MASK);
  writeOf(state, 1, KEYS, right & INPUT_MASK);

  const frozen = read(state, HITSTOP);
  if (frozen > 0) {
    // HELD stays as it was: a key that goes down in the freeze, and is still down at its end, counts as pressed then.
    state[HITSTOP] = frozen - 1;
    return;
  }

  state[PHASE_FRAME] = read(state, PHASE_FRAME) + 1;

  if (phase === PHASE_INTRO) {
    // A punch held since before the word is not a press of it.
    noteHeld(state, 0, left);
    noteHeld(state, 1, right);
    runIntro(state);
    return;
  }

  if (phase === PHASE_FIGHT) {
    takeInput(state, 0, left);
    takeInput(state, 1, right);
    moveBoth(state);
    strikeBoth(state);
    judgeFall(state);
  } else {
    noteHeld(state, 0, left);
    noteHeld(state, 1, right);
    moveBoth(state);
    runOutro(state);
  }
  runClocks(state);
}

/** Whether the match is decided and its outro over. */
export function isOver(state: State): boolean {
  return read(state, PHASE) === PHASE_OVER;
}

function runClocks(state: State): void {
  runGuardClocks(state, 0);
  runGuardClocks(state, 1);
  runActionClock(state, 0);
  runActionClock(state, 1);
}
