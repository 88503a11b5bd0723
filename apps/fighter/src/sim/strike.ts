// Rolls back: what a live fist meets. Both fighters are probed before either hit is applied, so no trade depends on who
// is looked at first.
import { fistFrom, fistLive, fistReaches, fistsMeet, fistTo, hurtFrom, hurtTo } from './boxes.js';
import {
  HITSTOP_BLOCK,
  HITSTOP_BREAK,
  HITSTOP_CLASH,
  HITSTOP_KILL,
  HITSTOP_PARRY,
  SLIDE_BLOCKED,
  SLIDE_BREAKER,
  SLIDE_CLASH,
  SLIDE_KILLED,
} from './constants.js';
import { CUE_BLOCK, CUE_BREAK, CUE_CLASH, CUE_KILL, CUE_PARRY, cue } from './cues.js';
import { blocks, parries, spendGuard } from './guard.js';
import {
  ACTION,
  ACTION_BOUNCE,
  ACTION_DEAD,
  ACTION_FRAME,
  ACTION_PARRY,
  ACTION_STUNNED,
  type Fighter,
  facing,
  HITSTOP,
  IMPACT,
  IMPACT_BLOCK,
  IMPACT_BREAK,
  IMPACT_BY,
  IMPACT_BY_BOTH,
  IMPACT_CLASH,
  IMPACT_KILL,
  IMPACT_PARRY,
  IMPACT_SPARK,
  IMPACT_TICK,
  IMPACT_X,
  opponentOf,
  PARRY_LEFT,
  read,
  readOf,
  SLIDE,
  SPENT,
  type State,
  TICK,
  writeOf,
  X,
} from './layout.js';
import { drawRandom } from './random.js';

/** What one fist does, decided before anything is changed. */
export const HIT_NONE = 0;
export const HIT_KILL = 1;
export const HIT_BLOCKED = 2;
export const HIT_PARRIED = 3;
export type Hit = 0 | 1 | 2 | 3;

/** Probes both fists, then applies both hits. */
export function strikeBoth(state: State): void {
  if (fistLive(state, 0) && fistLive(state, 1) && fistsMeet(state)) {
    clash(state);
    return;
  }
  const left = probe(state, 0);
  const right = probe(state, 1);
  applyHits(state, left, right);
}

function probe(state: State, attacker: Fighter): Hit {
  if (!fistLive(state, attacker) || !fistReaches(state, attacker)) return HIT_NONE;
  const defender = opponentOf(attacker);
  if (parries(state, defender)) return HIT_PARRIED;
  if (blocks(state, defender)) return HIT_BLOCKED;
  return HIT_KILL;
}

/**
 * `left` is what the left fighter's fist does, `right` the other's. Two kills on one step kill both. Under these rules
 * the clash comes before that; it is defined all the same, so that no later rule can make the outcome hang on order.
 */
export function applyHits(state: State, left: Hit, right: Hit): void {
  if (left !== HIT_NONE) applyHit(state, 0, left);
  if (right !== HIT_NONE) applyHit(state, 1, right);
  if (left !== HIT_NONE && right !== HIT_NONE) {
    state[IMPACT_BY] = IMPACT_BY_BOTH;
    state[IMPACT_X] = middle(state);
  }
}

function applyHit(state: State, attacker: Fighter, hit: Hit): void {
  const defender = opponentOf(attacker);
  writeOf(state, attacker, SPENT, 1);
  if (hit === HIT_PARRIED) {
    enter(state, attacker, ACTION_STUNNED);
    enter(state, defender, ACTION_PARRY);
    writeOf(state, defender, PARRY_LEFT, 0);
    cue(state, CUE_PARRY);
    impact(state, IMPACT_PARRY, attacker, HITSTOP_PARRY);
  } else if (hit === HIT_BLOCKED) {
    const broken = spendGuard(state, defender);
    writeOf(state, attacker, SLIDE, broken ? SLIDE_BREAKER : SLIDE_BLOCKED);
    cue(state, broken ? CUE_BREAK : CUE_BLOCK);
    if (broken) impact(state, IMPACT_BREAK, attacker, HITSTOP_BREAK);
    else impact(state, IMPACT_BLOCK, attacker, HITSTOP_BLOCK);
  } else {
    enter(state, defender, ACTION_DEAD);
    writeOf(state, defender, SLIDE, SLIDE_KILLED);
    writeOf(state, defender, PARRY_LEFT, 0);
    cue(state, CUE_KILL);
    impact(state, IMPACT_KILL, attacker, HITSTOP_KILL);
  }
}

/** Both fists are spent, both fighters thrown back, nobody hurt. */
function clash(state: State): void {
  bounce(state, 0);
  bounce(state, 1);
  cue(state, CUE_CLASH);
  impact(state, IMPACT_CLASH, IMPACT_BY_BOTH, HITSTOP_CLASH);
}

function bounce(state: State, fighter: Fighter): void {
  enter(state, fighter, ACTION_BOUNCE);
  writeOf(state, fighter, SPENT, 1);
  writeOf(state, fighter, SLIDE, SLIDE_CLASH);
}

function enter(state: State, fighter: Fighter, action: number): void {
  writeOf(state, fighter, ACTION, action);
  writeOf(state, fighter, ACTION_FRAME, 0);
}

function impact(state: State, kind: number, by: Fighter | typeof IMPACT_BY_BOTH, hitstop: number): void {
  state[IMPACT] = kind;
  state[IMPACT_TICK] = read(state, TICK);
  state[IMPACT_BY] = by;
  state[IMPACT_X] = by === IMPACT_BY_BOTH ? middle(state) : contact(state, by);
  state[IMPACT_SPARK] = drawRandom(state);
  state[HITSTOP] = hitstop;
}

/** Where the fist's tip has sunk into the other's body, no further than its middle. 1/512 px. */
function contact(state: State, attacker: Fighter): number {
  const defender = opponentOf(attacker);
  const body = readOf(state, defender, X);
  if (facing(attacker) === 1) return 2 * Math.max(hurtFrom(state, defender), Math.min(fistTo(state, attacker), body));
  return 2 * Math.min(hurtTo(state, defender), Math.max(fistFrom(state, attacker), body));
}

/** Half-way between the two, 1/512 px. */
function middle(state: State): number {
  return readOf(state, 0, X) + readOf(state, 1, X);
}
