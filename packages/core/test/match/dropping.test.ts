// Machines that remain agree on the last input of one that is gone, and go on bit-exact: the truth of each is cut where
// its own drop event says.
import { describe, expect, it } from 'vitest';
import type { MatchOptions } from '../../src/index.js';
import { sensitiveGame, type Fields } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const TICK = 1000 / 60;

interface RoomOptions extends Partial<MatchOptions<Fields>> {
  latencyMs?: number;
  loss?: number;
}

const room = (
  players: readonly number[],
  seed: number,
  { latencyMs = 40, loss = 0, ...options }: RoomOptions = {},
  frame = 120,
): World => {
  const numPlayers = players.reduce((sum, count) => sum + count);
  const game = sensitiveGame({ numPlayers });
  const world = createWorld({
    seed,
    game,
    link: { latencyMs, loss },
    options: { onDrop: 'neutral', dropAfterMs: 2000, ...options },
  });
  players.forEach((localPlayers, i) => world.machine('abcd'[i]!, { options: { localPlayers } }));
  world.play(frame);
  return world;
};

/** What a machine holds of another's inputs. */
const holds = ({ match }: Machine, of: Machine): number => match.session.confirmedFrameOf(of.match.localHandles[0]!);

/**
 * All of `left` agree on every drop, go on, and stand in the same state. Returns the cuts in the order of events at the
 * first of them.
 */
function expectAgreement(world: World, left: readonly Machine[], gone: readonly Machine[], ms = 10_000): number[] {
  world.until('all dropped', () => left.every((machine) => machine.events('drop').length === gone.length), ms);
  const cuts = (machine: Machine): string[] =>
    machine
      .events('drop')
      .map(({ peer, handles, lastFrame }) => `${peer} [${handles.join()}] ${lastFrame}`)
      .sort();
  for (const machine of left) {
    expect(cuts(machine)).toEqual(cuts(left[0]!));
    expect(
      machine
        .events('drop')
        .map(({ peer }) => peer)
        .sort(),
    ).toEqual(gone.map(({ name }) => name).sort());
  }
  const frame = Math.max(...left.map(({ match }) => match.session.frame()));
  world.play(frame + 300, 30_000, left);
  for (const machine of left) {
    expect(machine.match.state).toBe('running');
    expect(machine.events('desync')).toEqual([]);
    expect(machine.events('drop')).toHaveLength(gone.length);
    const sum = machine.match.session.checksumAt(frame + 295);
    expect(sum).toBe(left[0]!.match.session.checksumAt(frame + 295));
  }
  return left[0]!.events('drop').map(({ lastFrame }) => lastFrame);
}

describe('3 machines, one dies, and the survivors hold a different number of its frames', () => {
  const split = (apart: number, onDrop: 'neutral' | 'repeat', more: 'a' | 'b', loss = 0): void => {
    const world = room([1, 1, 1], apart + 10, { onDrop });
    const [a, b, c] = world.machines as [Machine, Machine, Machine];
    const [rich, poor] = more === 'a' ? [a, b] : [b, a];
    // The last packets of c reach one of them only.
    const cut = world.network.link('c', poor.name);
    const before = c.results.advanced + c.results.stalled;
    if (apart > 0) cut.loss = 1;
    world.until('c sampled as much', () => c.results.advanced + c.results.stalled - before >= apart, 1000);
    c.mode = 'off';
    world.run(100);
    world.network.set({ loss });
    expect(holds(rich, c) - holds(poor, c)).toBe(apart);
    const held = holds(rich, c);
    expect(expectAgreement(world, [a, b], [c])).toEqual([held]);
    for (const machine of [a, b])
      expect(machine.events('drop')[0]).toMatchObject({ reason: 'timeout', handles: c.match.localHandles });
  };

  for (const apart of [0, 1, 2, 3, 5, 8]) {
    it.each(['neutral', 'repeat'] as const)(`${apart} frames, %s`, (onDrop) => {
      split(apart, onDrop, 'a');
      split(apart, onDrop, 'b');
    });
  }
  it('5 frames, at 30 % loss', () => split(5, 'neutral', 'b', 0.3));
});

describe('4 machines', () => {
  it('one with two players dies, and the survivors hold 0, 2 and 5 frames more than each other', () => {
    const world = room([1, 1, 1, 2], 4, { onDrop: 'repeat' });
    const [a, b, c, d] = world.machines as [Machine, Machine, Machine, Machine];
    const ticks = (): number => d.results.advanced + d.results.stalled;
    const before = ticks();
    world.network.link('d', 'a').loss = 1;
    world.until('2', () => ticks() - before >= 2, 1000);
    world.network.link('d', 'b').loss = 1;
    world.until('5', () => ticks() - before >= 5, 1000);
    d.mode = 'off';
    world.run(100);
    expect([holds(b, d) - holds(a, d), holds(c, d) - holds(a, d)]).toEqual([2, 5]);
    const held = holds(c, d);
    expect(expectAgreement(world, [a, b, c], [d])).toEqual([held]);
    expect(d.match.localHandles).toHaveLength(2);
  });

  it('two die at once', () => {
    for (let seed = 40; seed < 50; seed++) {
      const world = room([1, 1, 1, 1], seed, { onDrop: seed % 2 ? 'neutral' : 'repeat', loss: 0.1 });
      const gone = [world.machines[seed % 4]!, world.machines[(seed + 1 + (seed % 3)) % 4]!];
      for (const machine of gone) machine.mode = 'off';
      expectAgreement(
        world,
        world.machines.filter((machine) => !gone.includes(machine)),
        gone,
      );
    }
  });

  it('three die at once: the last one cannot tell that from having lost its own line, and ends', () => {
    const world = room([1, 1, 1, 1], 51);
    const [a, ...gone] = world.machines as [Machine, ...Machine[]];
    for (const machine of gone) machine.mode = 'off';
    world.until('ended', () => a.match.state === 'ended', 10_000);
    expect(a.events('end')).toEqual([{ reason: 'split' }]);
    expect(a.events('drop')).toEqual([]);
  });

  it.each([-60, -20, 0, 20, 40, 60, 80, 100, 120, 160, 240, 400])(
    'one dies %d ms after another was due to be dropped',
    (after) => {
      for (const onDrop of ['neutral', 'repeat'] as const) {
        const world = room([1, 1, 1, 1], 600 + after, { onDrop, latencyMs: 60, loss: 0.05 });
        const [a, b, c, d] = world.machines as [Machine, Machine, Machine, Machine];
        world.network.link('d', 'a').burst = 4;
        world.run(3 * TICK);
        d.mode = 'off';
        world.run(2000 + 60 + after);
        c.mode = 'off';
        expectAgreement(world, [a, b], [c, d]);
      }
    },
  );

  it('one closes while another is being dropped', () => {
    for (let after = 0; after < 300; after += 30) {
      const world = room([1, 1, 1, 1], 700 + after, { latencyMs: 60 });
      const [a, b, c, d] = world.machines as [Machine, Machine, Machine, Machine];
      d.match.close();
      d.mode = 'poll';
      world.run(after);
      c.match.close();
      c.mode = 'poll';
      expectAgreement(world, [a, b], [c, d]);
      for (const machine of [a, b])
        expect(machine.events('drop').map(({ reason }) => reason)).toEqual(['left', 'left']);
    }
  });
});

describe('the moment', () => {
  it.each([0, 2])(
    'before it has sampled anything, with a delay of %d: the cut is the last startup frame',
    (inputDelay) => {
      for (const onDrop of ['neutral', 'repeat'] as const) {
        const game = sensitiveGame({ numPlayers: 3 });
        const world = createWorld({
          seed: 9,
          game,
          link: { latencyMs: 40 },
          options: { onDrop, inputDelay, dropAfterMs: 2000 },
        });
        const a = world.machine('a', { options: { host: true } });
        const b = world.machine('b');
        const c = world.machine('c');
        // It backs the roster, and dies before it hears that the match has begun.
        world.until('a started', () => a.match.state === 'running', 5000);
        expect(c.match.state).not.toBe('running');
        c.mode = 'off';
        expect(expectAgreement(world, [a, b], [c])).toEqual([inputDelay - 1]);
      }
    },
  );

  it('at frame 0: after the first tick', () => {
    const game = sensitiveGame({ numPlayers: 3 });
    const world = createWorld({
      seed: 10,
      game,
      link: { latencyMs: 40 },
      options: { onDrop: 'repeat', inputDelay: 0, dropAfterMs: 2000 },
    });
    const [a, b, c] = [...'abc'].map((name) => world.machine(name)) as [Machine, Machine, Machine];
    world.until('c started', () => c.match.state === 'running', 5000);
    c.mode = 'off';
    expect(expectAgreement(world, [a, b], [c])).toEqual([0]);
  });

  it('at the current frame and beyond it: what a long delay had sent ahead still counts', () => {
    const world = room([1, 1, 1], 11, { onDrop: 'repeat', latencyMs: 5 });
    const [a, b, c] = world.machines as [Machine, Machine, Machine];
    c.setInputDelay(15);
    world.play(200);
    c.match.close();
    const ahead = c.match.session.frame() - 1 + 15;
    const cuts = expectAgreement(world, [a, b], [c]);
    expect(cuts).toEqual([ahead]);
    // Nobody had to wait for what was there already.
    for (const machine of [a, b]) expect(machine.results.stalled).toBeLessThan(10);
  });

  it('during a stall of everybody', () => {
    for (const onDrop of ['neutral', 'repeat'] as const) {
      const world = room([1, 1, 1], 12, { onDrop });
      const [a, b, c] = world.machines as [Machine, Machine, Machine];
      world.network.link('c', 'a').burst = 3;
      world.run(3 * TICK);
      world.network.set({ cut: true });
      world.run(800);
      for (const { match } of [a, b, c]) expect(match.session.frame() - match.session.confirmedFrame() - 1).toBe(8);
      c.mode = 'off';
      world.network.set({ cut: false });
      expectAgreement(world, [a, b], [c]);
    }
  });

  it('in lockstep, and with the widest window', () => {
    for (const maxPrediction of [0, 1, 30]) {
      const world = room([1, 1, 1], 13 + maxPrediction, { maxPrediction, loss: 0.2 });
      const [a, b, c] = world.machines as [Machine, Machine, Machine];
      world.network.link('c', 'b').burst = 5;
      world.run(6 * TICK);
      c.mode = 'off';
      expectAgreement(world, [a, b], [c]);
    }
  });

  it('one after the other, until one is left', () => {
    const world = room([1, 1, 1, 1], 14, { loss: 0.1 });
    const left = [...world.machines];
    const gone: Machine[] = [];
    while (left.length > 1) {
      const machine = left.shift()!;
      machine.mode = 'off';
      gone.push(machine);
      expectAgreement(world, left, gone);
    }
    expect(gone).toHaveLength(3);
  });
});

describe("onDrop 'end'", () => {
  it.each([3, 4])('ends the match of all %d', (count) => {
    const world = room(new Array<number>(count).fill(1), 20 + count, { onDrop: 'end' });
    const gone = world.machines.at(-1)!;
    gone.mode = 'off';
    world.run(4000);
    for (const machine of world.machines.slice(0, -1)) {
      expect(machine.events('drop')).toMatchObject([{ peer: gone.name, reason: 'timeout' }]);
      expect(machine.events('end')).toEqual([{ reason: 'dropped' }]);
    }
  });
});

describe('many matches with random deaths', () => {
  it('40 of them: the survivors always agree', () => {
    let deaths = 0;
    for (let seed = 800; seed < 840; seed++) {
      const count = 3 + (seed % 2);
      const world = room(new Array<number>(count).fill(1), seed, {
        onDrop: seed % 3 ? 'neutral' : 'repeat',
        loss: 0.25,
        latencyMs: 30 + (seed % 5) * 20,
      });
      const left = [...world.machines];
      const gone: Machine[] = [];
      while (left.length > 2) {
        world.run(world.random() * 300);
        // A different piece of its last words reaches each of the others.
        const [machine] = left.splice(Math.floor(world.random() * left.length), 1) as [Machine];
        for (const other of left) world.network.link(machine.name, other.name).burst = Math.floor(world.random() * 7);
        world.run(world.random() * 100);
        if (world.random() < 0.3) machine.match.close();
        machine.mode = 'off';
        gone.push(machine);
        deaths++;
        if (world.random() < 0.5) world.run(world.random() * 2500);
      }
      try {
        expectAgreement(world, left, gone, 15_000);
      } catch (error) {
        throw new Error(`trial of seed ${seed}: ${String(error)}`, { cause: error });
      }
    }
    expect(deaths).toBe(60);
  });
});
