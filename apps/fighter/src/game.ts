// Rolls back: the fight as the engine takes it.
import { defineGame } from '@lite-rollback/core';
import { STATE_LENGTH } from './sim/layout.js';
import { beginMatch, isOver, step } from './sim/step.js';

/**
 * Two players, one nibble each: 1 left, 2 right, 4 block, 8 punch. Ends when one has three rounds and the last outro is
 * over.
 */
export const fighter = defineGame({
  id: 'fighter/1',
  fields: { fight: { type: Int32Array, length: STATE_LENGTH } },
  numPlayers: 2,
  hz: 60,
  init(fields, seed) {
    beginMatch(fields.fight, seed);
  },
  simulate(fields, inputs) {
    step(fields.fight, inputs[0] ?? 0, inputs[1] ?? 0);
  },
  isOver(fields) {
    return isOver(fields.fight);
  },
});
