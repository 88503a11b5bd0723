import { fighter } from '@lite-rollback/fighter/src/game.js';
import { CUE_BLOCK, CUE_CLASH, CUE_KILL, CUE_PARRY } from '@lite-rollback/fighter/src/sim/cues.js';
import { ACTION, ACTION_DEAD, CUES, opponentOf, read, readOf } from '@lite-rollback/fighter/src/sim/layout.js';
import { describe, expect, it } from 'vitest';
import { AT_FIRST, type Settings } from '../world/settings.js';
import { createWorld, type World } from '../world/world.js';
import { createBot } from './bots.js';
import { createTakeBacks, type TakenBack } from './take-backs.js';

type Fight = World<typeof fighter.fields>;

interface Watched {
  readonly world: Fight;
  /** By machine. */
  readonly takenBack: readonly [TakenBack[], TakenBack[]];
  /** Cues of red's machine, by bit, as they were shown. */
  readonly cues: Map<number, number>;
}

function watch(settings: Partial<Settings>, seconds: number, seed = 20): Watched {
  const takeBacks = [createTakeBacks(), createTakeBacks()] as const;
  const world = createWorld({
    game: fighter,
    settings: { ...AT_FIRST, ...settings },
    seed,
    hands: [createBot(0, seed), createBot(1, seed)],
    onlookers: [takeBacks[0].onlooker, takeBacks[1].onlooker],
  });
  const seen: readonly [Set<TakenBack>, Set<TakenBack>] = [new Set(), new Set()];
  const cues = new Map<number, number>();
  for (let i = 0; i < seconds * 60 && world.machines[0].match.state !== 'ended'; i++) {
    world.advance(1000 / 60);
    for (const side of [0, 1] as const) {
      const { latest } = takeBacks[side];
      if (latest !== null) seen[side].add(latest);
    }
    const now = read(world.machines[0].match.session.fields.fight, CUES);
    for (const cue of [CUE_KILL, CUE_PARRY, CUE_BLOCK, CUE_CLASH])
      if (now & cue) cues.set(cue, (cues.get(cue) ?? 0) + 1);
  }
  return { world, takenBack: [[...seen[0]], [...seen[1]]], cues };
}

describe('a fight between bots', () => {
  it('shows what the fighter is: kills, parries, blocks and clashes; and the machines agree', () => {
    const sum = new Map<number, number>();
    for (let seed = 1; seed <= 8; seed++) {
      const { cues, world } = watch({ lag: 0, jitter: 0, loss: 0 }, 60, seed);
      for (const [cue, times] of cues) sum.set(cue, (sum.get(cue) ?? 0) + times);
      expect(world.agreement.equal, `seed ${seed}`).toBe(world.agreement.compared);
    }
    for (const cue of [CUE_KILL, CUE_PARRY, CUE_BLOCK, CUE_CLASH])
      expect(sum.get(cue), `cue ${cue}`).toBeGreaterThan(2);
  });

  it('is never over without a winner, nor for long', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { world } = watch({}, 240, seed);
      expect(world.machines[0].match.state, `seed ${seed}`).toBe('ended');
      expect(world.agreement.frame).toBeGreaterThan(600);
    }
  });
});

describe('kills taken back', () => {
  it('come within the first half minute at 100 ms, on the machine whose punch it was, as parries', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const { takenBack, world } = watch({}, 30, seed);
      const parries = takenBack.flat().filter(({ into }) => into === 'parry');
      expect(parries.length, `seed ${seed}`).toBeGreaterThan(0);
      for (const side of [0, 1] as const)
        for (const { by, shown, ticks } of takenBack[side]) {
          expect(by).toBe(side);
          expect(readOf(shown, opponentOf(by), ACTION)).toBe(ACTION_DEAD);
          expect(ticks).toBeGreaterThan(0);
          expect(ticks).toBeLessThan(14);
        }
      expect(world.agreement.equal).toBe(world.agreement.compared);
    }
  });

  it('never come in lockstep, nor where both are next door', () => {
    for (const settings of [{ lockstep: true }, { lag: 8, jitter: 2, loss: 0 }])
      expect(watch(settings, 60).takenBack, JSON.stringify(settings)).toEqual([[], []]);
  });
});
