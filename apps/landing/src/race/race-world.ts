// A race between two machines, and what their rollbacks did.
import type { Hands } from '../world/machine.js';
import type { Settings } from '../world/settings.js';
import { createWorld, type World } from '../world/world.js';
import { type Corrections, createCorrections } from './corrections.js';
import { race } from './game.js';
import type { RACE_FIELDS } from './sim/fields.js';

export interface RaceWorld extends World<typeof RACE_FIELDS> {
  /** By side. */
  readonly corrections: readonly [Corrections, Corrections];
}

export function createRaceWorld(
  settings: Readonly<Settings>,
  seed: number,
  hands: readonly [Hands<typeof RACE_FIELDS>, Hands<typeof RACE_FIELDS>],
): RaceWorld {
  const corrections = [createCorrections(), createCorrections()] as const;
  const onlookers = [corrections[0].onlooker, corrections[1].onlooker] as const;
  return { ...createWorld({ game: race, settings, seed, hands, onlookers }), corrections };
}
