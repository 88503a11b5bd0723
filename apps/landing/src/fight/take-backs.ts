// What rollbacks changed of what one machine had shown of the fight: kills that had not happened, and jumps to smooth.
import type { fighter } from '@lite-rollback/fighter/src/game.js';
import { PX } from '@lite-rollback/fighter/src/sim/constants.js';
import {
  type Fighter,
  IMPACT,
  IMPACT_BLOCK,
  IMPACT_BREAK,
  IMPACT_BY,
  IMPACT_KILL,
  IMPACT_PARRY,
  IMPACT_TICK,
  read,
  readOf,
  type State,
  STATE_LENGTH,
  X,
} from '@lite-rollback/fighter/src/sim/layout.js';
import type { Onlooker } from '../world/machine.js';

/** A kill that was shown, and then had not happened. */
export interface TakenBack {
  /** Whose punch it was. */
  readonly by: Fighter;
  /** What it turned out to be. */
  readonly into: 'parry' | 'block';
  /** The state as it was shown last. */
  readonly shown: State;
  /** Ticks for which the kill was shown. */
  readonly ticks: number;
  /** Ticks since the correction. */
  age: number;
}

export interface TakeBacks {
  /** The latest one, until it is older than TAKEN_BACK_TICKS. */
  readonly latest: TakenBack | null;
  /** px of the stage to add to a fighter's place in the picture: what is left of a rollback's jump. */
  offset(fighter: Fighter): number;
  readonly onlooker: Onlooker<typeof fighter.fields>;
}

/** Ticks that a kill taken back is shown. */
export const TAKEN_BACK_TICKS = 50;
/** Ticks by which the same punch may land earlier or later once everything is known. */
const SAME_PUNCH = 3;
/** px. A longer jump is shown at once. */
const JUMP_MOST = 40;
/** Share of a jump that is left after a tick. */
const JUMP_FADE = 0.78;

export function createTakeBacks(): TakeBacks {
  const last: State = new Int32Array(STATE_LENGTH);
  const offsets: [number, number] = [0, 0];
  let killTicks = 0;
  let latest: TakenBack | null = null;

  function compareImpact(now: State): void {
    if (read(last, IMPACT) !== IMPACT_KILL || killTicks === 0) return;
    const impact = read(now, IMPACT);
    const into =
      impact === IMPACT_PARRY ? 'parry' : impact === IMPACT_BLOCK || impact === IMPACT_BREAK ? 'block' : undefined;
    if (into === undefined || Math.abs(read(now, IMPACT_TICK) - read(last, IMPACT_TICK)) > SAME_PUNCH) return;
    const by = read(last, IMPACT_BY);
    if (by === 0 || by === 1) latest = { by, into, shown: last.slice(), ticks: killTicks, age: 0 };
  }

  function comparePlaces(now: State): void {
    for (const fighter of [0, 1] as const) {
      const jump = offsets[fighter] + (readOf(last, fighter, X) - readOf(now, fighter, X)) / PX;
      offsets[fighter] = Math.abs(jump) < JUMP_MOST ? jump : 0;
    }
  }

  return {
    get latest() {
      return latest;
    },
    offset: (fighter) => offsets[fighter],
    onlooker: {
      corrected({ fight }) {
        comparePlaces(fight);
        compareImpact(fight);
      },
      shown({ fight }) {
        const same = read(last, IMPACT_TICK) === read(fight, IMPACT_TICK);
        killTicks = read(fight, IMPACT) === IMPACT_KILL ? (same ? killTicks + 1 : 1) : 0;
        last.set(fight);
        for (const fighter of [0, 1] as const) offsets[fighter] *= JUMP_FADE;
        if (latest !== null && ++latest.age > TAKEN_BACK_TICKS) latest = null;
      },
    },
  };
}
