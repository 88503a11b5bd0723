// Matches over bad links, compared with the offline truth at every frame that a machine confirms.
import { describe, expect, it } from 'vitest';
import type { MatchOptions } from '../../src/index.js';
import { burstLoss, lopsidedLoss, ROUGH } from './hard-links.js';
import { between } from './random.js';
import { HITS, sensitiveGame, type Fields } from './sensitive-game.js';
import { createWorld, buttons, wild, type Hands } from './world.js';

interface Plan {
  readonly name: string;
  readonly players: readonly number[];
  readonly frames: number;
  readonly words?: number;
  readonly delays?: readonly number[];
  readonly maxPrediction?: number;
  readonly hands?: () => Hands;
  readonly latencyMs?: number;
}

const BURST_MS = 4000;

const PLANS: readonly Plan[] = [
  { name: '2 machines', players: [1, 1], frames: 9000 },
  { name: '3 machines', players: [1, 1, 1], frames: 6000 },
  { name: '4 machines', players: [1, 1, 1, 1], frames: 4500 },
  { name: '2 + 1 + 1 players', players: [2, 1, 1], frames: 3000 },
  { name: '3 + 1 players', players: [3, 1], frames: 3000 },
  { name: '2 + 2 players with 3 words', players: [2, 2], words: 3, frames: 3000 },
  { name: 'delays 0, 3, 15 and 7', players: [1, 1, 1, 1], delays: [0, 3, 15, 7], frames: 3000 },
  { name: 'delays 15 and 0', players: [1, 1], delays: [15, 0], frames: 3000 },
  { name: '16 words', players: [1, 1], words: 16, frames: 2500 },
  { name: 'held buttons', players: [1, 1, 1], frames: 3000, hands: buttons },
  { name: 'a window of 30 frames at 150 ms', players: [1, 1, 1], frames: 2500, maxPrediction: 30, latencyMs: 150 },
  { name: 'a window of 1 frame', players: [1, 1], frames: 2000, maxPrediction: 1, delays: [4, 4] },
  { name: 'lockstep', players: [1, 1, 1], frames: 2000, maxPrediction: 0, delays: [6, 6, 6] },
];

describe('every confirmed frame is the truth, at 30 % loss one way and 5 % the other', () => {
  it('in 100,000 frames and more', () => {
    expect(PLANS.reduce((sum, { players, frames }) => sum + players.length * frames, 0)).toBeGreaterThanOrEqual(
      100_000,
    );
  });

  it.each(PLANS)(
    '$name',
    ({ players, frames, words = 1, delays = [], maxPrediction = 8, hands = () => wild, latencyMs = 40 }) => {
      const numPlayers = players.reduce((sum, count) => sum + count);
      const game = sensitiveGame({ numPlayers, inputWords: words });
      const world = createWorld({
        seed: frames + numPlayers,
        game,
        link: { ...ROUGH, latencyMs },
        options: { maxPrediction },
      });
      players.forEach((localPlayers, i) => {
        const options: Partial<MatchOptions<Fields>> = { localPlayers };
        if (delays[i] !== undefined) options.inputDelay = delays[i];
        world.machine('abcd'[i]!, { options, hands: hands() });
      });
      lopsidedLoss(world);
      let bursts = 0;
      let nextBurst = BURST_MS;
      world.until(
        `frame ${frames}`,
        () => {
          if (world.now() > nextBurst) {
            burstLoss(world, bursts++);
            nextBurst += BURST_MS;
          }
          return world.machines.every(
            ({ match }) => Math.min(match.session.confirmedFrame(), match.session.frame() - 1) >= frames,
          );
        },
        frames * 100,
      );
      expect(bursts).toBeGreaterThan(5);
      for (const { verified, match, happenings, truth } of world.machines) {
        expect(verified).toBeGreaterThan(frames);
        expect(
          happenings.map(({ name }) => name).filter((name) => !['start', 'interrupt', 'resume'].includes(name)),
        ).toEqual([]);
        expect(truth!.fields.tally[HITS]).toBeGreaterThan(frames / 100);
        if (maxPrediction > 0) expect(match.session.stats.rollbacks).toBeGreaterThan(frames / 50);
        else expect(match.session.stats.rollbacks).toBe(0);
        expect(match.session.stats.maxRollbackDepth).toBeLessThanOrEqual(maxPrediction);
      }
    },
  );
});

describe('4 machines at 100 ms and 25 % loss', () => {
  it('play on, bit-exact', () => {
    const world = createWorld({
      seed: 25,
      game: sensitiveGame({ numPlayers: 4 }),
      link: { latencyMs: 100, jitterMs: 20, loss: 0.25 },
      options: { maxPrediction: 12 },
    });
    for (const name of 'abcd') world.machine(name);
    world.play(1200, 60_000);
    for (const { results, happenings } of world.machines) {
      expect(happenings.map(({ name }) => name)).toEqual(['start']);
      // The window is wide enough for a packet that has to come twice.
      expect(results.stalled).toBeLessThan(results.advanced / 4);
    }
  });
});

describe('32 players of 16 words on 4 machines', () => {
  const start = (hands: () => Hands, seed: number) => {
    const game = sensitiveGame({ numPlayers: 32, inputWords: 16 });
    const world = createWorld({
      seed,
      game,
      link: { latencyMs: 30, jitterMs: 10, loss: 0.1, duplicate: 0.05 },
      options: { localPlayers: 8 },
    });
    for (const name of 'abcd') world.machine(name, { hands: hands() });
    return world;
  };

  it('as held buttons, at full speed', () => {
    const world = start(() => buttons(), 32);
    world.play(600, 20_000);
    for (const { verified } of world.machines) expect(verified).toBeGreaterThan(600);
  });

  it('when every bit of every word changes at every tick, in packets of at most 1,200 bytes', () => {
    const world = start(() => wild, 33);
    world.play(200, 60_000);
    const sizes = world.machines.flatMap((a) =>
      world.machines.filter((b) => b !== a).map((b) => world.network.link(a.name, b.name).largest),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1200);
    // What one frame of a machine takes: the packets really were filled.
    expect(Math.min(...sizes)).toBeGreaterThan(8 * 16 * 4);
  });
});

describe('hotseat', () => {
  it('plays every player at one machine without waiting for anything', () => {
    const world = createWorld({ seed: 9, game: sensitiveGame({ numPlayers: 3, inputWords: 2 }) });
    // A transport's absence is what makes a hotseat.
    const machine = world.machine('a', {
      options: { transport: undefined } as unknown as Partial<MatchOptions<Fields>>,
      phaseMs: 0,
    });
    world.play(1000, 20_000);
    expect(machine.verified).toBeGreaterThan(1000);
    expect(machine.match.localHandles).toEqual([0, 1, 2]);
    expect(machine.match.session.inputDelay).toBe(0);
    expect(machine.match.session.stats.rollbacks).toBe(0);
    expect(machine.results.stalled).toBe(0);
    expect(machine.happenings.map(({ name }) => name)).toEqual(['start']);
    expect(machine.events('start')[0]!.peers).toEqual([]);
  });

  it('in lockstep as well', () => {
    const world = createWorld({ seed: 10, game: sensitiveGame({ numPlayers: 2 }), options: { maxPrediction: 0 } });
    const machine = world.machine('a', {
      options: { transport: undefined } as unknown as Partial<MatchOptions<Fields>>,
    });
    world.play(300, 10_000);
    expect(machine.results.stalled).toBe(0);
    machine.match.close();
    expect(machine.events('end')).toEqual([{ reason: 'closed' }]);
    expect(machine.tick()).toBe('ended');
  });
});

describe('input delay in mid-match', () => {
  it('0, then 4, then 1, with two local players: never two inputs for a frame', () => {
    const world = createWorld({
      seed: 41,
      game: sensitiveGame({ numPlayers: 4 }),
      link: { ...ROUGH, loss: 0.1 },
      options: { localPlayers: 2 },
    });
    const a = world.machine('a', { options: { inputDelay: 0 } });
    world.machine('b');
    world.play(200);
    a.setInputDelay(4);
    world.play(400);
    expect(a.match.session.inputDelay).toBe(4);
    a.setInputDelay(1);
    world.play(700);
    expect(a.match.session.inputDelay).toBe(1);
    for (const { happenings } of world.machines) expect(happenings.map(({ name }) => name)).toEqual(['start']);
  });

  it('anything from 0 to 15, again and again, on every machine', () => {
    const world = createWorld({ seed: 42, game: sensitiveGame({ numPlayers: 3 }), link: { ...ROUGH, loss: 0.1 } });
    for (const name of 'abc') world.machine(name);
    world.play(10);
    let changes = 0;
    for (let frame = 30; frame < 1500; frame += 20) {
      for (const machine of world.machines) {
        machine.setInputDelay(between(world.random, 0, 15));
        changes++;
      }
      world.play(frame);
    }
    expect(changes).toBeGreaterThan(200);
    for (const { happenings, match } of world.machines) {
      expect(happenings.map(({ name }) => name)).toEqual(['start']);
      expect(match.session.stats.desyncs).toBe(0);
    }
  });
});
