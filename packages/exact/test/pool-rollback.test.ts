// Pools under rollback: a game that keeps everything in them comes out as it does without any, to the bit.
import { createPRNG, createSession, stateChecksum, createRollback } from '@lite-rollback/core';
import { createHeldInputs, runSyncTest } from '@lite-rollback/core/testing';
import { describe, expect, it } from 'vitest';
import { mobs, NUM_PLAYERS, shots, swarm } from './swarm.js';

const FRAMES = 3_000;

describe.each([1, 2, 3, 4])('seed %d', (seed) => {
  const inputOf = createHeldInputs(seed);
  const out = new Uint32Array(1);
  const pressed = (player: number, frame: number): number => {
    inputOf(player, frame, out);
    return out[0]! & 15;
  };
  /** The checksum of every frame, from a run that knows every input and never goes back. */
  function offline(): { sums: Uint32Array; reached: Record<string, number> } {
    const ring = createRollback({ capacity: 1, fields: swarm.fields });
    const { fields } = ring;
    const sums = new Uint32Array(FRAMES);
    const inputs = new Uint32Array(NUM_PLAYERS);
    const reached = { score: 0, refused: 0, mostMobs: 0, emptyShots: 0, worn: 0 };
    swarm.init?.(fields, seed);
    for (let frame = 0; frame < FRAMES; frame++) {
      for (let player = 0; player < NUM_PLAYERS; player++) inputs[player] = pressed(player, frame);
      swarm.simulate(fields, inputs, frame);
      sums[frame] = stateChecksum(ring);
      reached.mostMobs = Math.max(reached.mostMobs, mobs.of(fields).count());
      if (shots.of(fields).count() === 0) reached.emptyShots++;
    }
    reached.score = fields.score[0]! + fields.score[1]!;
    reached.refused = fields.refused[0]!;
    reached.worn = Math.max(...fields['shots.generation']);
    return { sums, reached };
  }
  const truth = offline();

  it('reaches what it is about', () => {
    expect(truth.reached.score, 'mobs shot').toBeGreaterThan(50);
    expect(truth.reached.refused, 'spawns in a full pool').toBeGreaterThan(10);
    expect(truth.reached.mostMobs).toBeGreaterThan(10);
    expect(truth.reached.emptyShots).toBeGreaterThan(10);
    expect(truth.reached.worn, 'uses of one slot').toBeGreaterThan(20);
  });

  it.each([1, 2, 8])('passes the sync test at distance %d', (distance) => {
    const report = runSyncTest(swarm, {
      frames: FRAMES,
      distance,
      seed,
      inputs: (player, frame, word) => {
        word[0] = pressed(player, frame);
      },
    });
    expect(report.mismatch).toBeUndefined();
    expect(report.checksum).toBe(truth.sums[FRAMES - 1]);
  });

  it('comes out as offline, with inputs that are late at random', () => {
    const prng = createPRNG(seed);
    const session = createSession({
      capacity: 32,
      fields: swarm.fields,
      numPlayers: NUM_PLAYERS,
      simulate: swarm.simulate,
    });
    swarm.init?.(session.fields, seed);
    const arrivals: number[][] = Array.from({ length: FRAMES + 40 }, () => []);
    for (let frame = 0; frame < FRAMES; frame++) arrivals[frame + prng.range(0, 30)]!.push(frame);
    const differing: number[] = [];
    let compared = 0;
    for (let tick = 0; tick < FRAMES + 40; tick++) {
      for (const frame of arrivals[tick]!) session.queueRemoteInput(1, frame, pressed(1, frame));
      session.resync();
      const certain = Math.min(session.confirmedFrame(), session.frame() - 1);
      for (; compared <= certain; compared++)
        if (session.checksumAt(compared) !== truth.sums[compared]) differing.push(compared);
      if (tick >= FRAMES) continue;
      session.setLocalInput(pressed(0, tick));
      session.step();
    }
    expect(differing).toEqual([]);
    expect(compared).toBe(FRAMES);
    expect(session.stats.rollbacks).toBeGreaterThan(FRAMES / 20);
    expect(session.stats.maxRollbackDepth).toBeGreaterThan(20);
  });
});

it('the sync test finds a pool whose index lies outside the state', () => {
  // What several entity systems do: which slots are alive is kept beside the state.
  const alive = new Set<number>();
  const report = runSyncTest(
    {
      ...swarm,
      init(fields, seed) {
        alive.clear();
        swarm.init?.(fields, seed);
      },
      simulate(fields, inputs, frame) {
        swarm.simulate(fields, inputs, frame);
        if (inputs[0]! & 4) alive.add(alive.size % shots.capacity);
        fields.score[0] = alive.size;
      },
    },
    { frames: 300, seed: 1 },
  );
  expect(report.mismatch?.field).toBe('score');
});
