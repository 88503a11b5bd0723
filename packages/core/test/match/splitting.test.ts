// Links that fail between machines that both live: somebody has to leave, and what was split never merges.
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

describe('one link of three fails', () => {
  it.each([
    [0, 1, 2],
    [0, 2, 1],
    [1, 2, 0],
  ])('between handles %d and %d: the higher one leaves, and the others agree', (low, high, third) => {
    for (let seed = 1; seed <= 6; seed++) {
      const world = room(3, seed, seed % 2 ? 'neutral' : 'repeat', seed > 3 ? 0.15 : 0);
      const seats = byHandle(world);
      const [one, two, other] = [seats[low]!, seats[high]!, seats[third]!];
      world.network.set({ cut: true }, one.name, two.name);
      world.until('the higher one left', () => two.match.state === 'ended', 10_000);
      expect(two.events('end')).toEqual([{ reason: 'dropped' }]);
      world.until('agreed', () => [one, other].every((machine) => machine.events('drop').length === 1), 10_000);
      expectTogether(world, [one, other]);
      for (const machine of [one, other])
        expect(machine.events('drop')).toMatchObject([{ peer: two.name, handles: [high], reason: 'split' }]);
      // Healing brings nobody back.
      world.network.set({ cut: false });
      world.run(5000);
      expectTogether(world, [one, other]);
      expect(two.match.state).toBe('ended');
    }
  });

  it.each([
    [0, 1],
    [1, 0],
    [0, 2],
    [2, 0],
    [1, 2],
    [2, 1],
  ])('one way only, from handle %d to %d: one of the two leaves, and the others agree', (from, to) => {
    for (let seed = 11; seed <= 14; seed++) {
      const world = room(3, seed, 'neutral', seed % 2 ? 0.1 : 0);
      const seats = byHandle(world);
      world.network.link(seats[from]!.name, seats[to]!.name).cut = true;
      const pair = [seats[from]!, seats[to]!];
      world.until('one left', () => pair.some(({ match }) => match.state === 'ended'), 10_000);
      world.run(4000);
      const left = seats.filter(({ match }) => match.state === 'running');
      expect(left).toHaveLength(2);
      expect(pair.filter(({ match }) => match.state === 'running')).toHaveLength(1);
      expectTogether(world, left);
    }
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

  it('of three machines, one alone', () => {
    for (let seed = 11; seed <= 16; seed++) {
      const world = room(3, seed, 'neutral', seed > 13 ? 0.1 : 0);
      const seats = byHandle(world);
      const alone = seats[seed % 3]!;
      part(
        world,
        [alone],
        seats.filter((machine) => machine !== alone),
        () => world.run(seed % 2 ? 0 : 3000),
      );
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
