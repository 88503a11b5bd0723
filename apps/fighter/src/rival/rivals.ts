// The fighter's opponents for a visitor alone, the mildest of each temperament first.
import type { Rival } from '@lite-rollback/arcade';
import type { fighter } from '../game.js';
import { handsOf } from './hands.js';
import { PARRIER, RUSHER, STRENGTHS, TURTLE } from './temperament.js';

export const RIVALS: readonly Rival<typeof fighter.fields>[] = [RUSHER, TURTLE, PARRIER].flatMap((temperament) =>
  STRENGTHS.map((strength) => ({
    id: `${temperament.id}-${strength.level}`,
    name: temperament.name,
    level: strength.level,
    reactionMs: strength.reactionMs,
    hands: handsOf(temperament, strength),
  })),
);
