// Rolls back: intro, fall, outro, score, and the end of the match.
import {
  BELL_AT,
  FINAL_OUTRO_FRAMES,
  GUARD_PIPS,
  INTRO_FRAMES,
  INTRO_SPREAD_MASK,
  OUTRO_FRAMES,
  READY_AT,
  ROUNDS_TO_WIN,
  START_GAP,
  STAGE_WIDTH,
} from './constants.js';
import { CUE_FIGHT, CUE_MATCH_END, CUE_READY, CUE_ROUND_END, cue } from './cues.js';
import {
  ACTION,
  ACTION_BLOCK,
  ACTION_DEAD,
  ACTION_FREE,
  ACTION_PARRY,
  ACTION_WON,
  BUFFER,
  COOLDOWN,
  type Fighter,
  facing,
  GUARD,
  IMPACT,
  IMPACT_NONE,
  OUTCOME,
  OUTCOME_DOUBLE,
  OUTCOME_LEFT,
  OUTCOME_NONE,
  OUTCOME_RIGHT,
  PARRY_LEFT,
  PHASE,
  PHASE_FIGHT,
  PHASE_FRAME,
  PHASE_INTRO,
  PHASE_LEFT,
  PHASE_OUTRO,
  PHASE_OVER,
  ROUND,
  read,
  readOf,
  SLIDE,
  SPENT,
  type State,
  WINS,
  writeOf,
  X,
} from './layout.js';
import { setAction } from './action.js';
import { drawRandom } from './random.js';

/** Puts both on their marks, whole again. The score stays. */
export function beginRound(state: State): void {
  enterPhase(state, PHASE_INTRO);
  state[PHASE_LEFT] = INTRO_FRAMES + (drawRandom(state) & INTRO_SPREAD_MASK);
  state[ROUND] = read(state, ROUND) + 1;
  state[OUTCOME] = OUTCOME_NONE;
  state[IMPACT] = IMPACT_NONE;
  takeMark(state, 0);
  takeMark(state, 1);
}

function takeMark(state: State, fighter: Fighter): void {
  writeOf(state, fighter, X, (STAGE_WIDTH - facing(fighter) * START_GAP) >> 1);
  setAction(state, fighter, ACTION_FREE);
  writeOf(state, fighter, GUARD, GUARD_PIPS);
  writeOf(state, fighter, PARRY_LEFT, 0);
  writeOf(state, fighter, COOLDOWN, 0);
  writeOf(state, fighter, BUFFER, 0);
  writeOf(state, fighter, SLIDE, 0);
  writeOf(state, fighter, SPENT, 0);
}

/** One step of the intro's clock. */
export function runIntro(state: State): void {
  const left = read(state, PHASE_LEFT) - 1;
  state[PHASE_LEFT] = left;
  if (read(state, PHASE_FRAME) === READY_AT) cue(state, CUE_READY);
  if (left > 0) return;
  enterPhase(state, PHASE_FIGHT);
  cue(state, CUE_FIGHT);
}

/** Scores a fall, if there was one on this step, and opens the outro. */
export function judgeFall(state: State): void {
  const leftFell = readOf(state, 0, ACTION) === ACTION_DEAD;
  const rightFell = readOf(state, 1, ACTION) === ACTION_DEAD;
  if (!leftFell && !rightFell) return;
  if (leftFell && rightFell) state[OUTCOME] = OUTCOME_DOUBLE;
  else {
    const winner: Fighter = leftFell ? 1 : 0;
    state[OUTCOME] = winner === 0 ? OUTCOME_LEFT : OUTCOME_RIGHT;
    writeOf(state, winner, WINS, readOf(state, winner, WINS) + 1);
  }
  enterPhase(state, PHASE_OUTRO);
  state[PHASE_LEFT] = matchWon(state) ? FINAL_OUTRO_FRAMES : OUTRO_FRAMES;
}

/** One step of the outro's clock; at its end the next round, or the end of the match. */
export function runOutro(state: State): void {
  riseIfDone(state, 0);
  riseIfDone(state, 1);
  const left = read(state, PHASE_LEFT) - 1;
  state[PHASE_LEFT] = left;
  if (left === BELL_AT) cue(state, matchWon(state) ? CUE_MATCH_END : CUE_ROUND_END);
  if (left > 0) return;
  if (matchWon(state)) enterPhase(state, PHASE_OVER);
  else beginRound(state);
}

/** Whether one of them has the rounds it takes. */
export function matchWon(state: State): boolean {
  return readOf(state, 0, WINS) >= ROUNDS_TO_WIN || readOf(state, 1, WINS) >= ROUNDS_TO_WIN;
}

function enterPhase(state: State, phase: number): void {
  state[PHASE] = phase;
  state[PHASE_FRAME] = 0;
}

function riseIfDone(state: State, fighter: Fighter): void {
  const action = readOf(state, fighter, ACTION);
  if (action === ACTION_FREE || action === ACTION_BLOCK || action === ACTION_PARRY)
    setAction(state, fighter, ACTION_WON);
}
