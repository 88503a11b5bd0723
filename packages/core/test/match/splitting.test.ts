// Links that fail between machines that both live: others carry what they say. What was split never merges.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const room = (count: number, seed: number, onDrop: 'neutral' | 'repeat' = 'neutral', loss = 0): World => {
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers: count }),
    link: { latencyMs: 40, loss },
    options: { onDrop, dropAfterMs: 2000 },
  });
  for (const name of 'abcd'.slice(0, count)) world.machine(name);
  world.play(120);
  return world;
};

/** In the order of their handles, which is not that of their names. */
const byHandle = (world: World): Machine[] =>
  [...world.machines].sort((a, b) => a.match.localHandles[0]! - b.match.localHandles[0]!);

const drops = (machine: Machine): string[] =>
  machine
    .events('drop')
    .map(({ handles, lastFrame }) => `${handles.join()} after ${lastFrame}`)
    .sort();

/** They play on, as one. */
function expectTogether(world: World, left: readonly Machine[]): void {
  const frame = Math.max(...left.map(({ match }) => match.session.frame()));
  world.play(frame + 300, 30_000, left);
  for (const machine of left) {
    expect(drops(machine)).toEqual(drops(left[0]!));
    expect(machine.match.session.checksumAt(frame + 295)).toBe(left[0]!.match.session.checksumAt(frame + 295));
    expect(machine.events('desync')).toEqual([]);
    expect(machine.match.state).toBe('running');
  }
}

/** Nobody was put out, nobody was missed for long, and all stand in one state. */
function expectWhole(world: World): void {
  const frame = Math.max(...world.machines.map(({ match }) => match.session.frame()));
  world.play(frame + 300, 30_000);
  for (const machine of world.machines) {
    expect(machine.match.state).toBe('running');
    expect(machine.happenings.filter(({ name }) => ['drop', 'desync', 'end'].includes(name))).toEqual([]);
  }
}

describe('one link fails, and the others play on through a machine that hears both', () => {
  const PAIRS = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;

  it.each([3, 4])('of %d machines, both ways, each link in turn', (count) => {
    PAIRS.forEach(([low, high], i) => {
      const world = room(count, 1 + i, i % 2 ? 'neutral' : 'repeat', i === 2 ? 0.15 : 0);
      const seats = byHandle(world);
      world.network.set({ cut: true }, seats[low]!.name, seats[high]!.name);
      const frame = seats[0]!.match.session.frame();
      world.run(20_000);
      // A stall of a third of a second or so, once: then what is carried comes as well as anything.
      expect(seats[0]!.match.session.frame() - frame).toBeGreaterThan(1000);
      expectWhole(world);
      expect(seats[low]!.match.stats(seats[high]!.name)!.path).toBe('relayed');
      world.network.set({ cut: false });
      world.run(2000);
      expect(seats[low]!.match.stats(seats[high]!.name)!.path).toBe('direct');
      expectWhole(world);
    });
  });

  it.each([3, 4])('of %d machines, one way only, each direction in turn', (count) => {
    PAIRS.flatMap(([low, high]) => [
      [low, high],
      [high, low],
    ]).forEach(([from, to], i) => {
      const world = room(count, 11 + i, 'neutral', i % 2 ? 0.1 : 0);
      const seats = byHandle(world);
      world.network.link(seats[from!]!.name, seats[to!]!.name).cut = true;
      world.run(20_000);
      expectWhole(world);
    });
  });

  it('and a machine that dies meanwhile is put out by the others', () => {
    const world = room(4, 31, 'neutral');
    const seats = byHandle(world);
    world.network.set({ cut: true }, seats[0]!.name, seats[1]!.name);
    world.run(3000);
    seats[3]!.mode = 'off';
    const left = seats.slice(0, 3);
    world.until('agreed', () => left.every((machine) => machine.events('drop').length === 1), 15_000);
    expectTogether(world, left);
  });
});

describe('a partition', () => {
  const cut = (world: World, one: readonly Machine[], two: readonly Machine[], isCut: boolean): void => {
    for (const a of one) for (const b of two) world.network.set({ cut: isCut }, a.name, b.name);
  };

  const part = (world: World, one: readonly Machine[], two: readonly Machine[], heal: (world: World) => void): void => {
    cut(world, one, two, true);
    world.until(
      'dropped',
      () =>
        [...one, ...two].every(
          (machine) =>
            machine.match.state === 'ended' ||
            machine.events('drop').length === (one.includes(machine) ? two : one).length,
        ),
      20_000,
    );
    heal(world);
    const before = world.machines.map((machine) => machine.happenings.length);
    cut(world, one, two, false);
    world.run(8000);
    // Both halves go on by themselves: nobody came back, nobody was accused.
    for (const half of [one, two])
      expectTogether(
        world,
        half.filter(({ match }) => match.state !== 'ended'),
      );
    expect(
      world.machines.map((machine) =>
        machine.happenings
          .slice(before.shift())
          .map(({ name }) => name)
          .filter((name) => name !== 'resume'),
      ),
    ).toEqual(world.machines.map(() => []));
    const [a, b] = [one[0]!, two[0]!];
    const frame = Math.min(a.match.session.frame(), b.match.session.frame()) - 4;
    if (frame >= Math.max(a.match.session.frame(), b.match.session.frame()) - 15) {
      expect(a.match.session.checksumAt(frame)).not.toBe(b.match.session.checksumAt(frame));
    }
  };

  it('of four machines into halves, healed at once or late: they never merge', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const world = room(4, seed, seed % 2 ? 'neutral' : 'repeat', seed > 3 ? 0.1 : 0);
      const seats = byHandle(world);
      const one = [seats[0]!, seats[1 + (seed % 3)]!];
      part(
        world,
        one,
        seats.filter((machine) => !one.includes(machine)),
        () => world.run(seed % 2 ? 0 : 5000),
      );
    }
  });

  it('of three machines, one alone: it ends, and the others play on without it', () => {
    for (let seed = 11; seed <= 16; seed++) {
      const world = room(3, seed, 'neutral', seed > 13 ? 0.1 : 0);
      const seats = byHandle(world);
      const alone = seats[seed % 3]!;
      const others = seats.filter((machine) => machine !== alone);
      cut(world, [alone], others, true);
      world.until('ended', () => alone.match.state === 'ended', 20_000);
      expect(alone.events('end')).toEqual([{ reason: 'split' }]);
      world.until('dropped', () => others.every((machine) => machine.events('drop').length === 1), 10_000);
      cut(world, [alone], others, false);
      world.run(seed % 2 ? 0 : 3000);
      expectTogether(world, others);
    }
  });

  it('healed while the halves are just about to drop each other: whatever they make of it, nobody diverges from its own cut', () => {
    let whole = 0;
    let parted = 0;
    for (let ms = 1800; ms <= 2400; ms += 20) {
      const world = room(4, ms, 'neutral');
      const seats = byHandle(world);
      cut(world, [seats[0]!, seats[3]!], [seats[1]!, seats[2]!], true);
      world.run(ms);
      cut(world, [seats[0]!, seats[3]!], [seats[1]!, seats[2]!], false);
      world.run(12_000);
      const running = seats.filter(({ match }) => match.state === 'running');
      expect(running.length, `${ms} ms`).toBeGreaterThan(0);
      const views = new Set(running.map((machine) => drops(machine).join('; ')));
      // Machines of one view are in one match and stand in one state.
      for (const view of views)
        expectTogether(
          world,
          running.filter((machine) => drops(machine).join('; ') === view),
        );
      if (running.length === 4 && views.size === 1) whole++;
      else parted++;
    }
    expect(whole).toBeGreaterThan(3);
    expect(parted).toBeGreaterThan(3);
  });
});
