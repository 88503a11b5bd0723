// From strangers to a running match.
import { describe, expect, it } from 'vitest';
import { ROUGH } from './hard-links.js';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const isRunning = ({ match }: Machine): boolean => match.state === 'running';
const isEnded = ({ match }: Machine): boolean => match.state === 'ended';

/** Machines come within 200 ms of each other. */
function arrive(world: World, names: string, localPlayers: readonly number[] = []): void {
  [...names].forEach((name, i) => {
    const phaseMs = world.random() * 200;
    world.machine(name, { phaseMs, options: { ...(localPlayers[i] && { localPlayers: localPlayers[i] }) } });
  });
}

/** Those who play are in one match: one seed, every handle once, and each knows the others' addresses. */
function expectOneMatch(playing: readonly Machine[], numPlayers: number): void {
  const seeds = new Set(playing.map((machine) => machine.events('start')[0]!.seed));
  expect(seeds.size).toBe(1);
  const handles = playing.flatMap(({ match }) => match.localHandles);
  expect([...handles].sort((a, b) => a - b)).toEqual(Array.from({ length: numPlayers }, (_, i) => i));
  for (const machine of playing) {
    expect(machine.events('start')).toHaveLength(1);
    const others = playing.filter((other) => other !== machine).map(({ name }) => name);
    expect([...machine.events('start')[0]!.peers].sort()).toEqual(others.sort());
    expect(machine.events('start')[0]!.localHandles).toEqual(machine.match.localHandles);
  }
}

describe('more machines than seats, at 30 % loss', () => {
  const trial = (seed: number, names: string, numPlayers: number): number => {
    const world = createWorld({ seed, game: sensitiveGame({ numPlayers }), link: { ...ROUGH, loss: 0.3 } });
    arrive(world, names);
    world.until(
      'all seated or told',
      () => world.machines.every((machine) => isRunning(machine) || isEnded(machine)),
      20_000,
    );
    const playing = world.machines.filter(isRunning);
    const told = world.machines.filter(isEnded);
    try {
      expectOneMatch(playing, numPlayers);
      for (const machine of told) {
        expect(machine.events('reject').map(({ reason }) => reason)).toContain('full');
        expect(machine.events('end')).toEqual([{ reason: 'rejected' }]);
        expect(
          playing.some((each) =>
            each.events('reject').some(({ peer, reason }) => peer === machine.name && reason === 'full'),
          ),
        ).toBe(true);
      }
      world.play(30, 20_000, playing);
    } catch (error) {
      throw new Error(`trial of seed ${seed}: ${String(error)}`, { cause: error });
    }
    return playing.length;
  };

  it('3 for 2 seats, 200 times: exactly two start together and the third is told', () => {
    for (let seed = 1; seed <= 200; seed++) expect(trial(seed, 'abc', 2)).toBe(2);
  });

  it('5 for 4 seats, 30 times', () => {
    for (let seed = 1001; seed <= 1030; seed++) expect(trial(seed, 'abcde', 4)).toBe(4);
  });

  it('4 for 4 seats, 60 times: all start together', () => {
    for (let seed = 2001; seed <= 2060; seed++) expect(trial(seed, 'abcd', 4)).toBe(4);
  });
});

describe('who coordinates', () => {
  const meet = (hosts: readonly boolean[], nodes: readonly number[], numPlayers: number): World => {
    const world = createWorld({ seed: 5, game: sensitiveGame({ numPlayers }), link: { latencyMs: 30 } });
    hosts.forEach((host, i) =>
      world.machine('abcd'[i]!, { phaseMs: 1 + i, options: { host, random: () => nodes[i]! } }),
    );
    world.until(
      'all seated or told',
      () => world.machines.every((machine) => isRunning(machine) || isEnded(machine)),
      10_000,
    );
    return world;
  };

  it('the host, whatever the node ids: it is seated, and first', () => {
    const world = meet([false, false, true], [1, 2, 0xffff_fff0], 2);
    const host = world.machines[2]!;
    expect(isRunning(host)).toBe(true);
    expect(host.match.localHandles).toEqual([0]);
    expectOneMatch(world.machines.filter(isRunning), 2);
  });

  it('without one the lowest node id', () => {
    const world = meet([false, false, false], [900, 7, 300], 2);
    expect(isRunning(world.machines[1]!)).toBe(true);
    expect(world.machines[1]!.match.localHandles).toEqual([0]);
    expectOneMatch(world.machines.filter(isRunning), 2);
  });

  it('of two hosts in one room the lower node id', () => {
    const world = meet([true, true], [0x9000_0000, 0x1000_0000], 2);
    expect(world.machines.map(({ match }) => match.localHandles)).toEqual([[1], [0]]);
    const three = meet([true, false, true], [0x9000_0000, 1, 0x1000_0000], 2);
    expect(isRunning(three.machines[2]!)).toBe(true);
    expect(three.machines[2]!.match.localHandles).toEqual([0]);
    expectOneMatch(three.machines.filter(isRunning), 2);
  });

  it('machines with one and the same node id do not take each other for an echo and wait for ever', () => {
    const world = createWorld({ seed: 6, game: sensitiveGame(), options: { syncTimeoutMs: 3000, random: () => 77 } });
    arrive(world, 'ab');
    world.run(6000);
    // A collision is one in 4 billion; a room that stays 'connecting' would be all a stub for random gave.
    for (const { match } of world.machines) expect(['running', 'ended', 'connecting']).toContain(match.state);
  });
});

describe('who fits', () => {
  it('machines with several players share the seats', () => {
    const world = createWorld({ seed: 7, game: sensitiveGame({ numPlayers: 4 }), link: { ...ROUGH, loss: 0.1 } });
    arrive(world, 'abc', [2, 1, 1]);
    world.play(100);
    expectOneMatch(world.machines, 4);
  });

  it('one whose players do not fit is told so at once, and the others go on to fill the room', () => {
    const world = createWorld({ seed: 8, game: sensitiveGame({ numPlayers: 4 }), link: { latencyMs: 30 } });
    world.machine('a', { options: { localPlayers: 2, host: true } });
    world.run(500);
    const wide = world.machine('b', { options: { localPlayers: 3 } });
    const came = world.now();
    world.until('b told', () => isEnded(wide), 2000);
    // Told at once; it stays for a second, as somebody else might let it in.
    expect(wide.when('reject')! - came).toBeLessThan(200);
    expect(world.now() - came).toBeLessThan(1400);
    expect(wide.events('reject').map(({ reason }) => reason)).toEqual(['full']);
    expect(world.machines[0]!.events('reject').map(({ peer, reason }) => [peer, reason])).toEqual([['b', 'full']]);
    world.machine('c', { options: { localPlayers: 2 } });
    world.play(
      100,
      10_000,
      world.machines.filter((machine) => machine !== wide),
    );
    expectOneMatch(world.machines.filter(isRunning), 4);
  });

  it('one that comes when the match runs is told so', () => {
    const world = createWorld({ seed: 9, game: sensitiveGame(), link: { latencyMs: 30, loss: 0.3 } });
    arrive(world, 'ab');
    world.play(100);
    const late = world.machine('c');
    world.until('c told', () => isEnded(late), 5000);
    expect(late.events('reject')[0]).toMatchObject({ reason: 'full' });
    expect(late.events('end')).toEqual([{ reason: 'rejected' }]);
    world.play(300, 20_000, world.machines.slice(0, 2));
  });
});

describe('the first frame', () => {
  /** Machines that tick together, their pacing ignored, over a line of `lag` ticks each way. */
  const inStep = (count: number, lag: number, options: { inputDelay: number; maxPrediction: number }): World => {
    const world = createWorld({
      seed: count * 100 + lag,
      game: sensitiveGame({ numPlayers: count }),
      link: { latencyMs: (lag * 1000) / 60 - 0.01 },
      options,
    });
    for (const name of 'abcd'.slice(0, count)) world.machine(name, { paced: false, phaseMs: 0 });
    return world;
  };

  it.each([2, 3, 4])(
    'is the same tick for all %d machines: who coordinates does not begin before the others know',
    (count) => {
      for (const lag of [1, 2, 3, 5, 8]) {
        const world = inStep(count, lag, { inputDelay: 2, maxPrediction: 15 });
        world.until('begun', () => world.machines.some(({ match }) => match.session.frame() > 0), 10_000);
        world.run(1);
        expect(
          world.machines.map(({ match }) => match.session.frame()),
          `lag ${lag}`,
        ).toEqual(world.machines.map(() => 1));
      }
    },
  );

  it('does not wait where nobody else plays, however late the first tick comes', () => {
    const world = createWorld({ seed: 1, game: sensitiveGame(), options: { localPlayers: 2 } });
    const machine = world.machine('a');
    machine.mode = 'off';
    world.run(9000);
    expect(machine.tick()).toBe('advanced');
  });

  it.each([2, 3, 4])('and then lockstep of %d machines never stalls, not at the start either', (count) => {
    for (const lag of [1, 2, 3, 5, 8]) {
      const world = inStep(count, lag, { inputDelay: lag, maxPrediction: 0 });
      world.play(200);
      for (const { results } of world.machines) expect(results.stalled, `lag ${lag}`).toBe(0);
    }
  });

  it('and a rollback is as deep as the lag less the delay, on both sides', () => {
    for (const lag of [1, 3, 5, 7]) {
      const world = inStep(2, lag, { inputDelay: 1, maxPrediction: 12 });
      world.play(200);
      for (const { match } of world.machines)
        expect([match.counters.lastRollbackDepth, match.session.stats.maxRollbackDepth], `lag ${lag}`).toEqual([
          lag - 1,
          lag - 1,
        ]);
    }
  });
});

describe('a channel that loses its first messages', () => {
  it.each([2, 4])('20 packets each way, %d machines', (count) => {
    const world = createWorld({
      seed: count,
      game: sensitiveGame({ numPlayers: count }),
      link: { latencyMs: 50, burst: 20 },
    });
    arrive(world, 'abcd'.slice(0, count));
    world.play(200, 20_000);
    expectOneMatch(world.machines, count);
    for (const a of world.machines)
      for (const b of world.machines) if (a !== b) expect(world.network.link(a.name, b.name).burst).toBe(0);
  });
});

describe('waiting', () => {
  it('an empty room waits as long as one likes', () => {
    const world = createWorld({ seed: 11, game: sensitiveGame(), options: { syncTimeoutMs: 3000 } });
    const alone = world.machine('a');
    world.run(600_000);
    expect(alone.match.state).toBe('connecting');
    expect(alone.happenings).toEqual([]);
    world.machine('b');
    world.play(60);
  });

  it('a room that waited longer than pauseTimeoutMs plays, whatever the delays: the wait for frame 0 counts from the start', () => {
    for (const [waiting, coming] of [
      [2, 0],
      [0, 2],
      [2, 2],
      [0, 0],
    ] as const) {
      for (const host of [true, false]) {
        const world = createWorld({
          seed: 1 + waiting,
          game: sensitiveGame(),
          link: { latencyMs: 40 },
          options: { pauseTimeoutMs: 10_000 },
        });
        const machines = [world.machine('a', { options: { inputDelay: waiting, host } })];
        world.run(11_000);
        machines.push(world.machine('b', { options: { inputDelay: coming, host: !host } }));
        world.play(100);
        for (const { happenings } of machines) expect(happenings.map(({ name }) => name)).toEqual(['start']);
      }
    }
  });

  it('a room that does not fill waits for people for roomTimeoutMs, counted from the first other machine', () => {
    const world = createWorld({
      seed: 12,
      game: sensitiveGame({ numPlayers: 3 }),
      link: { latencyMs: 20 },
      options: { syncTimeoutMs: 3000, roomTimeoutMs: 30_000 },
    });
    const a = world.machine('a');
    world.run(10_000);
    const b = world.machine('b');
    const met = world.now();
    world.run(29_900);
    expect([a.match.state, b.match.state]).toEqual(['syncing', 'syncing']);
    expect(a.match.present).toEqual([{ peer: 'b', players: 1 }]);
    world.run(500);
    // Whoever met the other first gives up first, and leaves an empty room.
    const [first] = [a, b].filter(({ match }) => match.state === 'ended') as [Machine];
    expect(first.events('end')).toEqual([{ reason: 'timeout' }]);
    expect(first.when('end')! - met).toBeGreaterThan(29_900);
    expect(first.when('end')! - met).toBeLessThan(30_400);
    world.run(5000);
    expect([a, b].map(({ match }) => match.state).sort()).toEqual(['connecting', 'ended']);
  });

  it('people who come one after another, each later than syncTimeoutMs, play', () => {
    const world = createWorld({
      seed: 15,
      game: sensitiveGame({ numPlayers: 4 }),
      link: { latencyMs: 20 },
      options: { syncTimeoutMs: 3000 },
    });
    for (const name of 'abcd') {
      world.machine(name);
      world.run(5000);
    }
    world.play(100);
  });

  it('one that leaves before the start is forgotten, and the room is empty again', () => {
    const world = createWorld({
      seed: 13,
      game: sensitiveGame({ numPlayers: 3 }),
      link: { latencyMs: 20 },
      options: { syncTimeoutMs: 3000 },
    });
    const a = world.machine('a');
    const b = world.machine('b');
    world.run(1000);
    expect(a.match.state).toBe('syncing');
    b.match.close();
    expect(b.events('end')).toEqual([{ reason: 'closed' }]);
    world.run(20_000);
    expect(a.match.state).toBe('connecting');
    expect(a.happenings).toEqual([]);
  });

  it('one that dies before the start is forgotten as well', () => {
    const world = createWorld({ seed: 14, game: sensitiveGame({ numPlayers: 2 }), link: { latencyMs: 20 } });
    const a = world.machine('a', { options: { host: true } });
    world.run(500);
    const b = world.machine('b', { phaseMs: 0 });
    world.run(1);
    b.mode = 'off';
    expect(a.match.state).not.toBe('running');
    world.run(6000);
    if (a.match.state === 'running') throw new Error('a started with a dead machine');
    expect(a.match.state).toBe('connecting');
    const c = world.machine('c');
    world.play(60, 10_000, [a, c]);
  });
});
