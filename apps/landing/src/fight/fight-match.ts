// One match of the fight between two machines, from just before the word on.
import { fighter } from '@lite-rollback/fighter/src/game.js';
import { PHASE, PHASE_FIGHT, read } from '@lite-rollback/fighter/src/sim/layout.js';
import type { Settings } from '../world/settings.js';
import { createWorld, type World } from '../world/world.js';
import type { FightHands } from './bots.js';
import { createTakeBacks, type TakeBacks } from './take-backs.js';

export interface FightMatch extends World<typeof fighter.fields> {
  /** By side. */
  readonly takeBacks: readonly [TakeBacks, TakeBacks];
}

/** A match begins with a bow and a word. They are over after this long, ms, and in lockstep after some times as long. */
const HEAD_START = 1900;
const HEAD_START_MOST = 12_000;

/** @param hands by side: they play this one match */
export function createFightMatch(
  settings: Readonly<Settings>,
  seed: number,
  hands: readonly [FightHands, FightHands],
): FightMatch {
  const takeBacks = [createTakeBacks(), createTakeBacks()] as const;
  const onlookers = [takeBacks[0].onlooker, takeBacks[1].onlooker] as const;
  const world = createWorld({ game: fighter, settings, seed, hands, onlookers });
  const { session } = world.machines[0].match;
  const fights = (): boolean => read(session.fields.fight, PHASE) === PHASE_FIGHT;
  for (let ms = 0; ms < HEAD_START || (!fights() && ms < HEAD_START_MOST); ms += 100) world.advance(100);
  return { ...world, takeBacks };
}
