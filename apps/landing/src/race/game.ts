// Rolls back: the race as core takes it.
import { defineGame } from '@lite-rollback/core';
import type { Machine } from '../world/machine.js';
import { RACE_FIELDS } from './sim/fields.js';
import { beginRace, stepRace } from './sim/step.js';

export const race = defineGame({
  id: 'race/1',
  numPlayers: 2,
  fields: RACE_FIELDS,
  init: beginRace,
  simulate: stepRace,
});

export type RaceMachine = Machine<typeof RACE_FIELDS>;
