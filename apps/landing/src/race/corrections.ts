// What rollbacks changed of what one machine had shown of the race: wrong places, coins taken back, and jumps to smooth.
import type { Side } from '../world/line.js';
import type { Onlooker } from '../world/machine.js';
import { at, GRAB_BY, type RACE_FIELDS, type RaceFields, X, Y } from './sim/fields.js';
import { PX } from './sim/stage.js';

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

export interface Corrections {
  readonly wrongGuesses: readonly WrongGuess[];
  readonly takenBack: TakenBack | null;
  /** What is left of corrections' jumps, px, by handle: x0 y0 x1 y1. Added in the picture, never to the state. */
  readonly jumps: Float64Array;
  readonly onlooker: Onlooker<typeof RACE_FIELDS>;
}

/** Ticks that a wrong guess is shown, and a grab taken back. */
export const GUESS_TICKS = 22;
export const TAKEN_BACK_TICKS = 55;
/** px. A smaller error is nobody's business. */
const WORTH_SHOWING = 3;
/** px. A longer jump is shown at once. */
const JUMP_MOST = 48;
/** Share of a jump that is left after a tick: a tenth after six. */
const JUMP_FADE = 0.68;

export function createCorrections(): Corrections {
  const jumps = new Float64Array(4);
  const last = { body: new Int32Array(4), points: 0, by: -1 };
  let wrongGuesses: WrongGuess[] = [];
  let takenBack: TakenBack | null = null;

  function comparePlaces(now: RaceFields): void {
    for (const handle of [0, 1] as const) {
      const [cellX, cellY] = [2 * handle + X, 2 * handle + Y];
      const [x, y] = [at(last.body, cellX) / PX, at(last.body, cellY) / PX];
      const [toX, toY] = [at(now.body, cellX) / PX, at(now.body, cellY) / PX];
      const far = Math.hypot(toX - x, toY - y);
      if (far > WORTH_SHOWING) wrongGuesses.push({ handle, x, y, toX, toY, age: 0 });
      const smooth = far < JUMP_MOST;
      jumps[cellX] = smooth ? (jumps[cellX] ?? 0) + x - toX : 0;
      jumps[cellY] = smooth ? (jumps[cellY] ?? 0) + y - toY : 0;
    }
  }

  function compareGrabs(now: RaceFields): void {
    const points = at(now.score, 0) + at(now.score, 1);
    const by = at(now.moment, GRAB_BY);
    if (points > last.points || (points === last.points && by === last.by)) return;
    takenBack = {
      x: at(last.body, 2 * Math.max(0, last.by) + X) / PX,
      y: at(last.body, 2 * Math.max(0, last.by) + Y) / PX,
      by: points === last.points && (by === 0 || by === 1) ? by : null,
      age: 0,
    };
  }

  function growOlder(): void {
    for (let i = 0; i < jumps.length; i++) jumps[i] = (jumps[i] ?? 0) * JUMP_FADE;
    for (const guess of wrongGuesses) guess.age += 1;
    wrongGuesses = wrongGuesses.filter(({ age }) => age < GUESS_TICKS);
    if (takenBack !== null && ++takenBack.age > TAKEN_BACK_TICKS) takenBack = null;
  }

  return {
    get wrongGuesses() {
      return wrongGuesses;
    },
    get takenBack() {
      return takenBack;
    },
    jumps,
    onlooker: {
      corrected(now) {
        comparePlaces(now);
        compareGrabs(now);
      },
      shown({ body, score, moment }) {
        last.body.set(body);
        last.points = at(score, 0) + at(score, 1);
        last.by = at(moment, GRAB_BY);
        growOlder();
      },
    },
  };
}
