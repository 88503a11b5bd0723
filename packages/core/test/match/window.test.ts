// The prediction window: what happens at its edge, when it is full, and what a rollback costs.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const TICK = 1000 / 60;
const game = sensitiveGame();

const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);
const isFull = ({ match, options }: Machine): boolean =>
  match.session.frame() - (match.session.confirmedFrame() + 1) === (options.maxPrediction ?? 8);

/** Two machines, in step, and one of them then hears nothing until its window is full. */
function fill(maxPrediction: number): { world: World; a: Machine; b: Machine } {
  const world = createWorld({
    seed: maxPrediction,
    game,
    link: { latencyMs: 20 },
    options: { maxPrediction, inputDelay: 0 },
  });
  const a = world.machine('a');
  const b = world.machine('b');
  world.play(100);
  world.network.link('b', 'a').cut = true;
  world.until('the window is full', () => isFull(a), 5000);
  world.run(100);
  return { world, a, b };
}

describe('a correction at the very edge of the window', () => {
  it.each([1, 2, 7, 8, 15, 16, 30])('of %d frames is applied', (maxPrediction) => {
    const { world, a } = fill(maxPrediction);
    expect(isFull(a)).toBe(true);
    const frame = a.match.session.frame();
    world.network.link('b', 'a').cut = false;
    world.until('corrected', () => a.match.counters.lastRollbackDepth === maxPrediction, 1000);
    expect(a.match.session.stats.maxRollbackDepth).toBe(maxPrediction);
    world.play(frame + 100);
    expect(names(a)).toEqual(['start']);
  });

  it('also when the delay was raised to 15 since the match was made', () => {
    const world = createWorld({
      seed: 15,
      game,
      link: { latencyMs: 20 },
      options: { maxPrediction: 8, inputDelay: 0 },
    });
    const a = world.machine('a');
    const b = world.machine('b');
    world.play(50);
    for (const machine of [a, b]) machine.setInputDelay(15);
    world.play(100);
    for (let turn = 0; turn < 10; turn++) {
      const ways = [world.network.link('a', 'b'), world.network.link('b', 'a')];
      for (const [i, link] of ways.entries()) link.cut = turn % 3 === 2 || turn % 3 === i;
      world.run(600);
      for (const link of ways) link.cut = false;
      world.run(300);
    }
    world.play(a.match.session.frame() + 60);
    for (const machine of [a, b]) expect(machine.match.session.stats.desyncs).toBe(0);
  });
});

describe('full windows', () => {
  it('all at once with 3 machines, then healing', () => {
    const world = createWorld({ seed: 3, game: sensitiveGame({ numPlayers: 3 }), link: { latencyMs: 40, loss: 0.1 } });
    const machines = [...'abc'].map((name) => world.machine(name));
    world.play(200);
    for (let turn = 0; turn < 5; turn++) {
      world.network.set({ cut: true });
      world.run(1500);
      expect(machines.every(isFull)).toBe(true);
      world.network.set({ cut: false });
      world.play(machines[0]!.match.session.frame() + 60, 20_000);
    }
    for (const machine of machines) {
      expect(machine.results.stalled).toBeGreaterThan(200);
      expect(machine.events('interrupt')).toHaveLength(10);
      expect(machine.events('resume')).toHaveLength(10);
      expect(machine.events('drop')).toEqual([]);
    }
  });

  it('every packet lost one way for 2 s, and with it every ack', () => {
    for (const maxPrediction of [0, 8, 30]) {
      const world = createWorld({
        seed: 2000,
        game: sensitiveGame({ numPlayers: 3 }),
        link: { latencyMs: 40 },
        options: { maxPrediction },
      });
      const machines = [...'abc'].map((name) => world.machine(name));
      world.play(200);
      world.network.link('b', 'a').cut = true;
      world.run(2000);
      world.network.link('b', 'a').cut = false;
      const healed = world.now();
      world.play(Math.max(...machines.map(({ match }) => match.session.frame())) + 30);
      expect(world.now() - healed).toBeLessThan(1500);
      // The third machine relays, so nobody is missed.
      expect(names(machines[0]!)).toEqual(['start']);
      expect(names(machines[1]!)).toEqual(['start']);
    }
  });

  it('a stall of 300 ticks', () => {
    const world = createWorld({ seed: 300, game, link: { latencyMs: 40 }, options: { dropAfterMs: 20_000 } });
    const a = world.machine('a');
    const b = world.machine('b');
    world.play(100);
    b.mode = 'off';
    const before = a.results.stalled;
    world.until('300 stalls', () => a.results.stalled - before >= 300, 10_000);
    expect(a.match.counters.stalls).toBe(a.results.stalled);
    b.mode = 'advance';
    world.play(a.match.session.frame() + 200, 20_000);
    expect(names(a)).toEqual(['start', 'interrupt', 'resume']);
  });

  it('lets advance be called 100 times at one moment: it samples once and floods nobody', () => {
    const { world, a } = fill(8);
    const link = world.network.link('a', 'b');
    for (let turn = 0; turn < 5; turn++) {
      const before = link.packets;
      const frame = a.match.session.frame();
      for (let i = 0; i < 100; i++) expect(a.tick()).toBe('stalled');
      expect(a.match.session.frame()).toBe(frame);
      expect(link.packets - before).toBeLessThanOrEqual(2);
      world.run(33);
    }
    // Every call had another input: had one of them been sampled, the truth would tell.
    world.network.link('b', 'a').cut = false;
    world.play(a.match.session.frame() + 100);
  });

  it('send at most 60 packets a second to a peer, however often advance is called', () => {
    const { world, a } = fill(8);
    const link = world.network.link('a', 'b');
    const before = link.packets;
    for (let ms = 0; ms < 1000; ms += 2) {
      a.tick();
      world.run(2);
    }
    expect(link.packets - before).toBeLessThanOrEqual(70);
    expect(link.packets - before).toBeGreaterThan(30);
  });
});

describe('what a rollback costs', () => {
  const level = (lagFrames: number, delay: number, hands?: () => number[]): Machine[] => {
    const world = createWorld({
      seed: lagFrames,
      game,
      link: { latencyMs: (lagFrames - 0.5) * TICK },
      options: { maxPrediction: 20, inputDelay: delay },
    });
    for (const name of 'ab') world.machine(name, { phaseMs: 5, ...(hands && { hands }) });
    world.play(600, 30_000);
    for (let i = 0; i < 300; i++) {
      world.run(TICK);
      for (const { match } of world.machines) {
        // Rates near 1 let a tick slip past a turn of the world now and then.
        if (!hands) expect(match.counters.lastRollbackDepth).toBe(Math.max(0, lagFrames - delay));
      }
    }
    return [...world.machines];
  };

  it.each([
    [3, 0],
    [3, 2],
    [6, 2],
    [9, 0],
    [4, 4],
    [3, 6],
  ])('at a lag of %d frames and a delay of %d: their difference, exactly, at every tick', (lag, delay) => {
    const machines = level(lag, delay);
    for (const { match } of machines) {
      if (lag <= delay) expect(match.session.stats.rollbacks).toBeLessThan(60);
      else expect(match.session.stats.rollbacks).toBeGreaterThan(300);
    }
  });

  it('nothing when the guess was right', () => {
    // One change, from neutral to this, is one misprediction.
    const machines = level(6, 0, () => [0x1234]);
    const rollbacks = machines.map(({ match }) => match.session.stats.rollbacks);
    expect(Math.max(...rollbacks)).toBe(1);
    for (const { match } of machines) expect(match.session.stats.fastForwardFrames).toBeLessThan(20);
  });

  it('nothing when the guess was right, over a bad link', () => {
    const world = createWorld({
      seed: 77,
      game,
      link: { latencyMs: 60, jitterMs: 40, loss: 0.3, duplicate: 0.1, reorder: 0.2 },
    });
    for (const name of 'ab') world.machine(name, { hands: () => [7] });
    world.play(1000);
    for (const { match } of world.machines) expect(match.session.stats.rollbacks).toBeLessThanOrEqual(1);
  });
});

describe('lockstep', () => {
  it.each([
    [40, 3, [3, 3]],
    [90, 6, [0, 7]],
    [30, 3, [2, 12]],
    [180, 12, [0, 15]],
  ] as const)('at %d ms never stalls with a delay of %d frames', (latencyMs, inputDelay, phases) => {
    const world = createWorld({
      seed: latencyMs,
      game,
      link: { latencyMs },
      options: { maxPrediction: 0, inputDelay },
    });
    [...'ab'].forEach((name, i) => world.machine(name, { phaseMs: phases[i]! }));
    world.play(120);
    const before = world.machines.map(({ results }) => results.stalled);
    world.play(1200);
    expect(world.machines.map(({ results }) => results.stalled)).toEqual(before);
  });

  it.each([2, 3, 4])('with delay 0 over a slow link goes on, if slowly: %d machines', (count) => {
    const world = createWorld({
      seed: count,
      game: sensitiveGame({ numPlayers: count }),
      link: { latencyMs: 50 },
      options: { maxPrediction: 0, inputDelay: 0 },
    });
    for (const name of 'abcd'.slice(0, count)) world.machine(name);
    world.play(100, 12_000);
    for (const { results, match } of world.machines) {
      expect(results.stalled).toBeGreaterThan(100);
      expect(match.session.stats.rollbacks).toBe(0);
    }
  });
});
