// Pong's opponents for a visitor alone, the mildest first.
import type { Rival } from '@lite-rollback/arcade';
import type { Court } from '../sim/court.js';
import type { pongFields } from '../sim/fields.js';
import { handsOf, type Strength } from './hands.js';

interface Level extends Strength {
  readonly level: string;
  /** From what it sees to what it does. */
  readonly reactionMs: number;
}

/** Each wins some seven matches in ten against the one before it; rivals.test.ts plays them. */
const LEVELS: readonly Level[] = [
  { level: '1', reactionMs: 300, misjudge: 76, foresight: 0.3, slant: 0.5 },
  { level: '2', reactionMs: 240, misjudge: 70, foresight: 0.5, slant: 0.5 },
  { level: '3', reactionMs: 180, misjudge: 62, foresight: 0.7, slant: 0.5 },
];

export function rivalsOn(court: Court): readonly Rival<ReturnType<typeof pongFields>>[] {
  return LEVELS.map(({ level, reactionMs, ...strength }) => ({
    id: `level-${level}`,
    name: 'Level',
    level,
    reactionMs,
    hands: handsOf(court, strength),
  }));
}
