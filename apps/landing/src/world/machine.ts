// One of the two machines: a match of its own, a clock of its own, somebody's hands, and a record of what its rollbacks
// did.
import { createFixedClock, createMatch, createPRNG, type Transport } from '@lite-rollback/core';
import { race, type RaceMatch } from '../game.js';
import { at, GRAB_BY, type RaceFields, X, Y } from '../sim/fields.js';
import { PX } from '../sim/stage.js';
import type { Side } from './line.js';
import { type Settings, WINDOW } from './settings.js';

/** What one tick cost. */
export interface TickRecord {
  /** Frames that were played again. */
  readonly depth: number;
  readonly stalled: boolean;
}

/** Where a runner was drawn, and where it turned out to be: px of the stage. */
export interface WrongGuess {
  readonly handle: Side;
  readonly x: number;
  readonly y: number;
  readonly toX: number;
  readonly toY: number;
  /** Ticks since the correction. */
  age: number;
}

/** A grab that was shown, and then had not happened so. */
export interface TakenBack {
  readonly x: number;
  readonly y: number;
  /** Who it turned out to be, or nobody. */
  readonly by: Side | null;
  age: number;
}

export interface Machine {
  readonly side: Side;
  readonly match: RaceMatch;
  /** The latest RECORDED ticks, oldest first. */
  readonly ticks: readonly TickRecord[];
  readonly wrongGuesses: readonly WrongGuess[];
  readonly takenBack: TakenBack | null;
  /** What is left of corrections' jumps, px, by handle: x0 y0 x1 y1. Added in the picture, never to the state. */
  readonly jumps: Float64Array;
  /** How far time has gone from the last tick to the next, 0 … 1. */
  readonly alpha: number;
  advance(ms: number): void;
}

/** Two seconds and a bit: what the strip under a picture shows. */
export const RECORDED = 132;
/** Ticks that a wrong guess is shown, and a grab taken back. */
export const GUESS_TICKS = 22;
export const TAKEN_BACK_TICKS = 55;
/** px. A smaller error is nobody's business. */
const WORTH_SHOWING = 3;
/** px. A longer jump is shown at once. */
const JUMP_MOST = 48;
/** Share of a jump that is left after a tick: a tenth after six. */
const JUMP_FADE = 0.68;

export interface MachineOptions {
  side: Side;
  transport: Transport;
  settings: Readonly<Settings>;
  now: () => number;
  seed: number;
  /** Asked once a frame, with what this machine shows. */
  hands: (fields: RaceFields, frame: number) => number;
}

export function createMachine({ side, transport, settings, now, seed, hands }: MachineOptions): Machine {
  const dice = createPRNG(seed + side);
  const match = createMatch({
    game: race,
    transport,
    host: side === 0,
    inputDelay: settings.delay,
    maxPrediction: settings.lockstep ? 0 : WINDOW,
    now,
    random: () => dice.int32() >>> 0,
  });
  const { session } = match;
  const clock = createFixedClock({ hz: 60 });
  const ticks: TickRecord[] = [];
  const jumps = new Float64Array(4);
  const shown = { frame: -1, body: new Int32Array(4), points: 0, by: -1 };
  let wrongGuesses: WrongGuess[] = [];
  let takenBack: TakenBack | null = null;
  let asked = { frame: -1, bits: 0 };

  /** A stalled tick asks for a frame's input again: whoever presses must not be asked twice about one frame. */
  function input(): number {
    const frame = session.frame();
    if (asked.frame !== frame) asked = { frame, bits: hands(session.fields, frame) };
    return asked.bits;
  }

  /** Compares what stood on the screen before this tick with what that same frame is now. */
  function recordCorrection(): void {
    if (shown.frame < 0 || shown.frame < session.frame() - session.depth()) return;
    const now = session.stateAt(shown.frame);
    for (const handle of [0, 1] as const) {
      const x = at(shown.body, 2 * handle + X) / PX;
      const y = at(shown.body, 2 * handle + Y) / PX;
      const toX = at(now.body, 2 * handle + X) / PX;
      const toY = at(now.body, 2 * handle + Y) / PX;
      const far = Math.hypot(toX - x, toY - y);
      if (far > WORTH_SHOWING) wrongGuesses.push({ handle, x, y, toX, toY, age: 0 });
      const smooth = far < JUMP_MOST;
      jumps[2 * handle + X] = smooth ? at2(jumps, 2 * handle + X) + x - toX : 0;
      jumps[2 * handle + Y] = smooth ? at2(jumps, 2 * handle + Y) + y - toY : 0;
    }
    const points = at(now.score, 0) + at(now.score, 1);
    const by = at(now.moment, GRAB_BY);
    if (points < shown.points || (points === shown.points && by !== shown.by)) {
      const owner = points === shown.points && (by === 0 || by === 1) ? by : null;
      takenBack = {
        x: at(shown.body, 2 * Math.max(0, shown.by) + X) / PX,
        y: at(shown.body, 2 * Math.max(0, shown.by) + Y) / PX,
        by: owner,
        age: 0,
      };
    }
  }

  function rememberShown(): void {
    const { body, score, moment } = session.fields;
    shown.frame = session.frame() - 1;
    shown.body.set(body);
    shown.points = at(score, 0) + at(score, 1);
    shown.by = at(moment, GRAB_BY);
  }

  function tick(): void {
    const did = match.advance(input());
    if (did !== 'advanced' && did !== 'stalled') return;
    const depth = match.counters.lastRollbackDepth;
    if (depth > 0) recordCorrection();
    rememberShown();
    ticks.push({ depth, stalled: did === 'stalled' });
    if (ticks.length > RECORDED) ticks.shift();
    for (let i = 0; i < 4; i++) jumps[i] = at2(jumps, i) * JUMP_FADE;
    for (const guess of wrongGuesses) guess.age += 1;
    wrongGuesses = wrongGuesses.filter(({ age }) => age < GUESS_TICKS);
    if (takenBack !== null && ++takenBack.age > TAKEN_BACK_TICKS) takenBack = null;
  }

  return {
    side,
    match,
    ticks,
    get wrongGuesses() {
      return wrongGuesses;
    },
    get takenBack() {
      return takenBack;
    },
    jumps,
    get alpha() {
      return clock.alpha;
    },
    advance(ms) {
      for (let due = clock.ticks(ms, match.pacing()); due > 0; due--) tick();
    },
  };
}

function at2(cells: Float64Array, index: number): number {
  return cells[index] ?? 0;
}
