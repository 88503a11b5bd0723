// Pong rolled back and replayed every frame must equal pong played once. Scripted by bots, so that it reaches returns,
// walls, serves and goals.
import { runSyncTest } from '@lite-rollback/core/testing';
import { describe, expect, it } from 'vitest';
import { pong, pongOfFour } from '../src/game.js';
import { COURT_OF_FOUR, COURT_OF_TWO } from '../src/sim/court.js';
import { LEFT, RETURNS, RIGHT, SERVES, WALL_BOUNCES, type PongFields } from '../src/sim/fields.js';
import { bot } from './bot.js';
import { openedFields, play } from './offline.js';

const FRAMES = 4000;
const SEED = 20_261;

function reached(fields: PongFields): Record<string, number> {
  return {
    returns: fields.tally[RETURNS] ?? 0,
    wallBounces: fields.tally[WALL_BOUNCES] ?? 0,
    serves: fields.tally[SERVES] ?? 0,
    goals: (fields.score[LEFT] ?? 0) + (fields.score[RIGHT] ?? 0),
  };
}

describe.each([
  { game: pong, court: COURT_OF_TWO },
  { game: pongOfFour, court: COURT_OF_FOUR },
])('$game.id', ({ game, court }) => {
  // The script, and what it reaches, come from a run without any session.
  const script: number[] = [];
  const truth = openedFields(court, SEED);
  const choose = bot(court, court.numPlayers === 2 ? 12 : 7);
  play(court, truth, FRAMES, (fields, handle, frame) => {
    const input = choose(fields, handle, frame);
    script.push(input);
    return input;
  });

  it('has a script that reaches every event', () => {
    const events = reached(truth);
    expect(events['returns']).toBeGreaterThanOrEqual(20);
    expect(events['wallBounces']).toBeGreaterThanOrEqual(15);
    expect(events['serves']).toBeGreaterThanOrEqual(8);
    expect(events['goals']).toBeGreaterThanOrEqual(8);
  });

  it.each([1, 2, 4, 8])('survives a rollback of %i frames on every frame', (distance) => {
    let last: Record<string, number> = {};
    const report = runSyncTest(game, {
      frames: FRAMES,
      distance,
      seed: SEED,
      inputs: (player, frame, out) => {
        out[0] = script[frame * court.numPlayers + player] ?? 0;
      },
      onFrame: (fields) => {
        last = reached(fields);
      },
    });
    expect(report.mismatch).toBeUndefined();
    expect(report.nan).toBeUndefined();
    expect(report.ok).toBe(true);
    expect(report.frames).toBe(FRAMES);
    // Equal to the truth, not merely equal to itself: the events of the script were reached through the rollbacks.
    expect(last).toEqual(reached(truth));
  });
});
