import { fileURLToPath } from 'node:url';
import { runBundled } from '@lite-rollback/app-shared/run-bundled';
import { beforeAll, describe, expect, it } from 'vitest';
import { rivalsOn } from '../src/rival/rivals.js';
import { COURT_OF_FOUR, COURT_OF_TWO, type Court } from '../src/sim/court.js';
import { type PongFields, RETURNS, VX, VY } from '../src/sim/fields.js';
import { DOWN, UP } from '../src/sim/stage.js';
import { playMatch, type PongRival } from './rival-match.js';

const MATCHES = 200;
const FIRST_SEED = 500;

describe('the levels of a rival', () => {
  let bundled: typeof import('./rival-match.js');
  beforeAll(async () => {
    // It is that very module, bundled.
    bundled = (await runBundled(fileURLToPath(new URL('rival-match.ts', import.meta.url)))) as typeof bundled;
  });

  it.each([
    [2, 0],
    [2, 1],
    [4, 0],
    [4, 1],
  ] as const)('%i paddles: the level above number %i wins 60 to 80 of 100 matches against it', (numPlayers, weak) => {
    const { undecided, won } = bundled.stepOfLadder(numPlayers, weak, MATCHES, FIRST_SEED);
    const about = `seeds ${FIRST_SEED} … ${FIRST_SEED + MATCHES - 1}, the stronger on the left for even ones`;
    expect(undecided, about).toEqual([]);
    expect(won / MATCHES, about).toBeGreaterThanOrEqual(0.6);
    expect(won / MATCHES, about).toBeLessThanOrEqual(0.8);
  });
});

/** What two sides of `rival` press in the first `frames` frames. */
function pressed(
  court: Court,
  rival: PongRival,
  seed: number,
  frames: number,
  before: (fields: PongFields, frame: number) => void = () => {},
): number[][] {
  const inputs: number[][] = [];
  playMatch(court, rival, rival, { seed, frames, before, after: (held) => inputs.push([...held]) });
  return inputs;
}

describe.each([
  ['one', COURT_OF_TWO],
  ['two', COURT_OF_FOUR],
] as const)('rivals, %s a side', (_, court) => {
  it('are three, with the reactions of people', () => {
    const rivals = rivalsOn(court);
    expect(rivals.map(({ level }) => level)).toEqual(['1', '2', '3']);
    expect(new Set(rivals.map(({ id }) => id)).size).toBe(3);
    for (const { reactionMs = 0 } of rivals) {
      expect(reactionMs).toBeGreaterThanOrEqual(180);
      expect(reactionMs).toBeLessThanOrEqual(300);
    }
  });

  it('play the same match for the same seed, with rallies in it, and press up or down alone', () => {
    for (const rival of rivalsOn(court)) {
      const once = pressed(court, rival, 7, 3000);
      expect(pressed(court, rival, 7, 3000)).toEqual(once);
      expect(pressed(court, rival, 8, 3000)).not.toEqual(once);
      expect(playMatch(court, rival, rival, { seed: 7, frames: 3000 }).tally[RETURNS]).toBeGreaterThan(10);
      expect([...new Set(once.flat())].sort()).toEqual([0, UP, DOWN]);
    }
  });

  it('move nothing because of a ball that they have not seen yet: no change shows before their reaction time', () => {
    for (const rival of rivalsOn(court)) {
      const late = Math.round(((rival.reactionMs ?? 0) * 60) / 1000);
      const at = 130;
      const plain = pressed(court, rival, 3, at + 60);
      const changed = pressed(court, rival, 3, at + 60, ({ ball }, frame) => {
        if (frame !== at) return;
        ball[VX] = -(ball[VX] ?? 0);
        ball[VY] = -(ball[VY] ?? 0);
      });
      expect(changed.slice(0, at + late), rival.id).toEqual(plain.slice(0, at + late));
      expect(changed.slice(at + late), rival.id).not.toEqual(plain.slice(at + late));
    }
  });
});
