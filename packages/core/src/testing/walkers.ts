// The game that the sync test's own tests play.
import { nextPRNG } from '../base/prng.js';
import type { Game } from '../match/game.js';

const FIELDS = {
  rng: { type: Uint32Array, length: 1 },
  pos: { type: Int32Array, length: 4 },
  speed: { type: Float32Array, length: 4 },
} as const;
export type Walkers = Game<typeof FIELDS>;

/**
 * A game with all its state in the snapshot: walkers that turn on a bit and are pushed about by a generator in the
 * state.
 */
export function walkers(change: Partial<Walkers> = {}): Walkers {
  return {
    id: 'walkers/1',
    fields: FIELDS,
    numPlayers: 4,
    init(fields, seed) {
      fields.rng[0] = seed;
      fields.pos.set([0, 100, 200, 300]);
    },
    simulate(fields, inputs) {
      for (let p = 0; p < 4; p++) {
        const turn = inputs[p]! & 3;
        fields.speed[p] = fields.speed[p]! * 0.5 + (turn === 1 ? 3 : turn === 2 ? -3 : 0);
        fields.pos[p] = fields.pos[p]! + Math.trunc(fields.speed[p]!) + (nextPRNG(fields.rng, 0) & 1);
      }
    },
    ...change,
  };
}
