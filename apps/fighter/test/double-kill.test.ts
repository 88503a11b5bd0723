import { describe, expect, it } from 'vitest';
import { CUE_KILL } from '../src/sim/cues.js';
import {
  ACTION,
  ACTION_DEAD,
  CUES,
  IMPACT_BY,
  IMPACT_BY_BOTH,
  IMPACT_X,
  OUTCOME,
  OUTCOME_DOUBLE,
  PHASE,
  PHASE_INTRO,
  PHASE_OUTRO,
  ROUND,
  read,
  readOf,
  type State,
  STATE_LENGTH,
  WINS,
  X,
} from '../src/sim/layout.js';
import { judgeFall } from '../src/sim/rounds.js';
import { beginMatch, step } from '../src/sim/step.js';
import { applyHits, HIT_KILL, HIT_NONE } from '../src/sim/strike.js';

function inFight(): State {
  const state = new Int32Array(STATE_LENGTH);
  beginMatch(state, 3);
  while (read(state, PHASE) === PHASE_INTRO) step(state, 0, 0);
  return state;
}

// Under the rules as they are the clash comes first, so no hands can get here: the outcome is defined all the same.
describe('two kills on one step', () => {
  it('kill both, score for nobody, and the round is fought again', () => {
    const state = inFight();
    applyHits(state, HIT_KILL, HIT_KILL);
    judgeFall(state);
    expect(readOf(state, 0, ACTION)).toBe(ACTION_DEAD);
    expect(readOf(state, 1, ACTION)).toBe(ACTION_DEAD);
    expect(read(state, CUES) & CUE_KILL).toBe(CUE_KILL);
    expect(read(state, PHASE)).toBe(PHASE_OUTRO);
    expect(read(state, OUTCOME)).toBe(OUTCOME_DOUBLE);
    expect(read(state, IMPACT_BY)).toBe(IMPACT_BY_BOTH);
    expect(read(state, IMPACT_X)).toBe(readOf(state, 0, X) + readOf(state, 1, X));
    const round = read(state, ROUND);
    for (let frame = 0; frame < 300 && read(state, PHASE) === PHASE_OUTRO; frame++) step(state, 0, 0);
    expect(read(state, PHASE)).toBe(PHASE_INTRO);
    expect(read(state, ROUND)).toBe(round + 1);
    expect([readOf(state, 0, WINS), readOf(state, 1, WINS)]).toEqual([0, 0]);
  });

  it('a single kill scores for the other one alone, on either side', () => {
    const left = inFight();
    applyHits(left, HIT_KILL, HIT_NONE);
    judgeFall(left);
    const right = inFight();
    applyHits(right, HIT_NONE, HIT_KILL);
    judgeFall(right);
    expect([readOf(left, 0, WINS), readOf(left, 1, WINS)]).toEqual([1, 0]);
    expect([readOf(right, 0, WINS), readOf(right, 1, WINS)]).toEqual([0, 1]);
  });
});
