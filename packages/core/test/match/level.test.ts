// Machines whose clocks or links are unequal share the burden, without stutter.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type World } from './world.js';

const ahead = (world: World, of: number, over: number): number => {
  const [a, b] = [world.machines[of]!, world.machines[over]!];
  return a.match.stats(b.name)!.framesAhead;
};

interface Course {
  readonly least: number;
  readonly most: number;
  /** Of the pacing: how often it crossed from well above 1 to well below, or back. */
  readonly swings: number;
}

/** Watches `framesAhead` and pacing of machine `index` over machine `over` for `ms`. */
function watch(world: World, ms: number): Course[] {
  const courses = world.machines.map(() => ({ least: Infinity, most: -Infinity, swings: 0, side: 0 }));
  for (const until = world.now() + ms; world.now() < until; world.run(50)) {
    world.machines.forEach(({ match }, i) => {
      const course = courses[i]!;
      world.machines.forEach((_, other) => {
        if (other === i) return;
        course.least = Math.min(course.least, ahead(world, i, other));
        course.most = Math.max(course.most, ahead(world, i, other));
      });
      const pace = match.pacing();
      const side = pace > 1.01 ? 1 : pace < 0.99 ? -1 : 0;
      if (side && course.side && side !== course.side) course.swings++;
      if (side) course.side = side;
    });
  }
  return courses;
}

/** Frames simulated again since `before`, of each machine. */
const resimulated = (world: World, before: readonly number[] = []): number[] =>
  world.machines.map(({ match }, i) => match.session.stats.fastForwardFrames - (before[i] ?? 0));

function expectLevel(world: World): void {
  world.until('all run', () => world.machines.every(({ match }) => match.state === 'running'));
  world.run(3000);
  const before = resimulated(world);
  for (const { least, most, swings } of watch(world, 30_000)) {
    expect(least).toBeGreaterThan(-1);
    expect(most).toBeLessThan(1);
    expect(swings).toBe(0);
  }
  world.run(10_000);
  for (const counts of [resimulated(world), resimulated(world, before)]) {
    expect(Math.min(...counts)).toBeGreaterThan(1000);
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.2);
  }
  for (const { happenings } of world.machines) expect(happenings.map(({ name }) => name)).toEqual(['start']);
}

describe('frames ahead settle within one frame in 3 s, and everybody redoes as much', () => {
  it.each([0.98, 1.02])('one clock %d times as fast', (speed) => {
    const world = createWorld({ seed: 102, game: sensitiveGame(), link: { latencyMs: 60 } });
    world.machine('a', { speed });
    world.machine('b');
    expectLevel(world);
    // The one that is too fast runs slower by its own clock, and the other way round.
    const frames = world.machines.map(({ match }) => match.session.frame());
    expect(Math.abs(frames[0]! - frames[1]!)).toBeLessThan(3);
  });

  it.each([
    [20, 120],
    [120, 20],
  ])('%d ms one way, %d ms the other', (there, back) => {
    const world = createWorld({ seed: there, game: sensitiveGame() });
    world.machine('a');
    world.machine('b');
    world.network.link('a', 'b').latencyMs = there;
    world.network.link('b', 'a').latencyMs = back;
    expectLevel(world);
    // Which is a true lead of half the difference, 50 ms: 3 frames.
    const [a, b] = world.machines.map(({ match }) => match.session.frame());
    expect(Math.abs((back > there ? a! - b! : b! - a!) + 3)).toBeLessThanOrEqual(1);
  });

  it('both at once, with jitter and loss', () => {
    const world = createWorld({ seed: 7, game: sensitiveGame(), link: { jitterMs: 10, loss: 0.05 } });
    world.machine('a', { speed: 1.02 });
    world.machine('b');
    world.network.link('a', 'b').latencyMs = 20;
    world.network.link('b', 'a').latencyMs = 120;
    expectLevel(world);
  });

  it('three machines, of which one is fast', () => {
    const world = createWorld({ seed: 8, game: sensitiveGame({ numPlayers: 3 }), link: { latencyMs: 60 } });
    world.machine('a');
    world.machine('b', { speed: 1.02 });
    world.machine('c');
    world.until('all run', () => world.machines.every(({ match }) => match.state === 'running'));
    world.run(5000);
    for (const { least, most } of watch(world, 20_000)) {
      expect(least).toBeGreaterThan(-2);
      expect(most).toBeLessThan(2);
    }
  });

  it('after one machine stood still for 3 s', () => {
    const world = createWorld({ seed: 9, game: sensitiveGame(), link: { latencyMs: 60 } });
    world.machine('a');
    const b = world.machine('b');
    world.play(200);
    b.mode = 'off';
    world.run(3000);
    b.mode = 'advance';
    world.run(3000);
    for (const { least, most, swings } of watch(world, 5000)) {
      expect(least).toBeGreaterThan(-1);
      expect(most).toBeLessThan(1);
      expect(swings).toBe(0);
    }
  });

  it('three equal machines keep their rate, also after a disturbance', () => {
    const world = createWorld({
      seed: 11,
      game: sensitiveGame({ numPlayers: 3 }),
      link: { latencyMs: 50, jitterMs: 20, loss: 0.05 },
    });
    for (const name of 'abc') world.machine(name);
    world.play(300);
    world.machines[1]!.mode = 'off';
    world.run(2000);
    world.machines[1]!.mode = 'advance';
    world.run(30_000);
    const before = world.machines.map(({ match }) => match.session.frame());
    world.run(20_000);
    world.machines.forEach(({ match }, i) => expect((match.session.frame() - before[i]!) / 20).toBeGreaterThan(59.8));
  });

  it('equal machines run at exactly their own rate', () => {
    const world = createWorld({ seed: 10, game: sensitiveGame(), link: { latencyMs: 50 } });
    for (const name of 'ab') world.machine(name, { phaseMs: 3 });
    world.play(600);
    for (let i = 0; i < 500; i++) {
      world.run(16);
      for (const { match } of world.machines) expect(match.pacing()).toBe(1);
    }
  });
});

describe('stats', () => {
  it('tell the round trip, the jitter and the loss of each link', () => {
    const world = createWorld({ seed: 20, game: sensitiveGame(), link: { latencyMs: 50, loss: 0.2 } });
    for (const name of 'ab') world.machine(name);
    expect(world.machines[0]!.match.stats('b')).toBeUndefined();
    world.play(900);
    for (const [here, there] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const stats = world.machines[here]!.match.stats(world.machines[there]!.name)!;
      expect(stats.rttMs).toBeGreaterThan(95);
      expect(stats.rttMs).toBeLessThan(140);
      expect(stats.lossRatio).toBeGreaterThan(0.1);
      expect(stats.lossRatio).toBeLessThan(0.3);
      expect(stats.jitterMs).toBeLessThan(20);
      expect(stats.packetsInPerSec).toBeGreaterThan(40);
      expect(stats.packetsInPerSec).toBeLessThan(56);
      expect(stats.bytesInPerSec).toBeGreaterThan(stats.packetsInPerSec * 8);
      expect(stats.bytesOutPerSec).toBeGreaterThan(60 * 8);
      const { session } = world.machines[here]!.match;
      expect(session.frame() + 2 - stats.ackedFrame).toBeGreaterThan(5);
      expect(session.frame() + 2 - stats.ackedFrame).toBeLessThan(30);
    }
    expect(world.machines[0]!.match.stats('nobody')).toBeUndefined();
  });

  const lossAt = (seed: number, link: object): number[] => {
    const world = createWorld({ seed, game: sensitiveGame(), link: { latencyMs: 50, ...link } });
    for (const name of 'ab') world.machine(name);
    world.play(900);
    return [world.machines[0]!.match.stats('b')!.lossRatio, world.machines[1]!.match.stats('a')!.lossRatio];
  };

  it('do not take jitter for loss', () => {
    for (const ratio of lossAt(22, { jitterMs: 50 })) expect(ratio).toBeLessThan(0.02);
  });

  it('do not take a doubled packet for one that came', () => {
    const ratios = [23, 24, 25, 26].flatMap((seed) => lossAt(seed, { loss: 0.18, duplicate: 0.1, jitterMs: 20 }));
    const mean = ratios.reduce((sum, ratio) => sum + ratio) / ratios.length;
    expect(mean).toBeGreaterThan(0.14);
    expect(mean).toBeLessThan(0.22);
  });

  it('show jitter', () => {
    const world = createWorld({ seed: 21, game: sensitiveGame(), link: { latencyMs: 50, jitterMs: 60 } });
    for (const name of 'ab') world.machine(name);
    world.play(900);
    for (const { match, name } of world.machines)
      expect(match.stats(name === 'a' ? 'b' : 'a')!.jitterMs).toBeGreaterThan(8);
  });
});

describe('checksums', () => {
  it.each([
    [8, 0],
    [30, 0],
    [30, 0.2],
    [0, 0.1],
  ])('at a round trip of 300 ms and interval 1: no false alarm (window %d, loss %d)', (maxPrediction, loss) => {
    const world = createWorld({
      seed: 300 + maxPrediction,
      game: sensitiveGame(),
      link: { latencyMs: 150, jitterMs: 20, loss, duplicate: 0.1, reorder: 0.1 },
      options: { desyncInterval: 1, maxPrediction },
    });
    for (const name of 'ab') world.machine(name);
    world.play(maxPrediction ? 1200 : 200, 60_000);
    for (const { happenings } of world.machines)
      expect(happenings.map(({ name }) => name).filter((name) => name === 'desync')).toEqual([]);
  });
});
