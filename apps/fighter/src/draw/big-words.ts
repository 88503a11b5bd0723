// The big words over the fight.
import { easeIn, easeOut, overshoot } from './easing.js';
import { ACCENTS, GOLD, INK, NAMES } from './palette.js';
import type { Sheet } from './sheet.js';
import {
  HITSTOP,
  IMPACT,
  IMPACT_BREAK,
  IMPACT_CLASH,
  IMPACT_KILL,
  IMPACT_PARRY,
  IMPACT_TICK,
  OUTCOME,
  OUTCOME_DOUBLE,
  OUTCOME_LEFT,
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
  type State,
  TICK,
  WINS,
} from '../sim/layout.js';
import { READY_AT, ROUNDS_TO_WIN } from '../sim/constants.js';

export const BIG_TYPE = 'Anton, Impact, "Arial Narrow Bold", sans-serif';

interface Word {
  readonly text: string;
  readonly small?: string;
  readonly colour: string;
  /** 0 … 1 and beyond: how far it has come in. */
  readonly arrives: number;
  /** 0 … 1: how far it has gone. */
  readonly leaves: number;
}

export function drawWords(context: CanvasRenderingContext2D, state: State, sheet: Sheet): void {
  const word = wordOf(state);
  if (word === null || word.leaves >= 1) return;
  const top = sheet.tall ? 44 : 25;
  const wanted = sheet.tall ? 64 : 31;
  context.save();
  context.font = `${wanted}px ${BIG_TYPE}`;
  const width = context.measureText(word.text).width;
  const size = wanted * Math.min(1, (sheet.width * (sheet.tall ? 0.84 : 0.52)) / width);
  const y = top + wanted * 0.86;
  context.translate(sheet.width / 2, y);
  const swell = 1 + (1 - Math.min(1, word.arrives)) * 0.45;
  const shrink = 1 - easeIn(word.leaves) * 0.12;
  context.scale(swell * shrink, swell * shrink);
  context.globalAlpha = Math.min(1, word.arrives * 1.4) * (1 - easeOut(word.leaves));
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.font = `${size}px ${BIG_TYPE}`;
  context.fillStyle = word.colour;
  context.fillText(word.text, 0, 0);
  if (word.small !== undefined) {
    const small = Math.max(8, size * 0.22, sheet.smallest);
    context.font = `${small}px ${BIG_TYPE}`;
    context.fillStyle = INK;
    context.fillText(word.small, 0, small * 1.35);
  }
  context.restore();
}

function wordOf(state: State): Word | null {
  const phase = read(state, PHASE);
  const age = read(state, PHASE_FRAME);
  if (phase === PHASE_INTRO) return introWord(state, age);
  if (phase === PHASE_OUTRO || phase === PHASE_OVER) return outroWord(state, phase, age);
  if (phase === PHASE_FIGHT && age < 36)
    return { text: 'FIGHT', colour: INK, arrives: overshoot(age / 9), leaves: (age - 24) / 12 };
  const since = read(state, TICK) - read(state, IMPACT_TICK);
  if (since > 56) return null;
  const comes = overshoot(since / 8);
  const goes = (since - 40) / 16;
  const by = read(state, IMPACT);
  if (by === IMPACT_PARRY) return { text: 'PARRY', colour: INK, arrives: comes, leaves: goes };
  if (by === IMPACT_CLASH) return { text: 'CLASH', colour: INK, arrives: comes, leaves: goes };
  if (by === IMPACT_BREAK) return { text: 'GUARD BROKEN', colour: INK, arrives: comes, leaves: goes };
  return null;
}

function introWord(state: State, age: number): Word {
  const left = read(state, PHASE_LEFT);
  if (age < READY_AT) {
    const last = readOf(state, 0, WINS) === ROUNDS_TO_WIN - 1 && readOf(state, 1, WINS) === ROUNDS_TO_WIN - 1;
    return {
      text: last ? 'LAST ROUND' : `ROUND ${read(state, ROUND)}`,
      colour: INK,
      arrives: overshoot(age / 10),
      leaves: (age - READY_AT + 8) / 8,
    };
  }
  return { text: 'READY', colour: INK, arrives: overshoot((age - READY_AT) / 10), leaves: left < 3 ? 1 - left / 3 : 0 };
}

function outroWord(state: State, phase: number, age: number): Word | null {
  // The frame of the kill speaks for itself.
  if (read(state, HITSTOP) > 0 || (phase === PHASE_OUTRO && read(state, IMPACT) === IMPACT_KILL && age < 10))
    return null;
  const outcome = read(state, OUTCOME);
  const arrives = phase === PHASE_OVER ? 1 : overshoot((age - 10) / 10);
  if (outcome === OUTCOME_DOUBLE) return { text: 'BOTH FALL', small: 'NOBODY SCORES', colour: INK, arrives, leaves: 0 };
  const winner = outcome === OUTCOME_LEFT ? 0 : 1;
  const wins = readOf(state, winner, WINS);
  const name = NAMES[winner].toUpperCase();
  const text = wins >= ROUNDS_TO_WIN ? `${name} WINS` : `${name} SCORES`;
  return { text, colour: ACCENTS[winner], arrives, leaves: 0 };
}

/** The colour that floods the sheet in the freeze of a kill, or null. The first steps of it are black. */
export function floodOf(state: State, calm: boolean): string | null {
  if (calm || read(state, IMPACT) !== IMPACT_KILL || read(state, HITSTOP) === 0) return null;
  const age = read(state, TICK) - read(state, IMPACT_TICK);
  if (age < 4) return GOLD;
  const outcome = read(state, OUTCOME);
  return outcome === OUTCOME_DOUBLE ? GOLD : ACCENTS[outcome === OUTCOME_LEFT ? 0 : 1];
}
