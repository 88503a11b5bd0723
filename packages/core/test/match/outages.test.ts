// Outages that heal: a machine that lives comes back by itself, without a reload.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);

const room = (count: number, seed: number, options = {}): { world: World; machines: readonly Machine[] } => {
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers: count }),
    link: { latencyMs: 40 },
    options: { dropAfterMs: 2000, ...options },
  });
  for (const name of 'abcd'.slice(0, count)) world.machine(name);
  world.play(120);
  return { world, machines: [...world.machines] };
};

/** All stand in one state, and nobody found a difference. */
function expectAsOne(world: World, machines: readonly Machine[]): void {
  const frame = Math.max(...machines.map(({ match }) => match.session.frame()));
  world.play(frame + 300, 30_000, machines);
  for (const { match, events } of machines) {
    expect(match.state).toBe('running');
    expect(match.session.checksumAt(frame + 295)).toBe(machines[0]!.match.session.checksumAt(frame + 295));
    expect(events('desync')).toEqual([]);
  }
}

describe('an outage longer than dropAfterMs that heals within rejoinGraceMs', () => {
  it.each([
    [2, 'end'],
    [2, 'neutral'],
    [3, 'end'],
    [3, 'repeat'],
  ] as const)('goes on, with %d machines and onDrop %s', (count, onDrop) => {
    for (let seed = 1; seed <= 3; seed++) {
      const { world, machines } = room(count, seed, { rejoinGraceMs: 10_000, onDrop });
      const cut = machines[seed % count]!;
      const others = machines.filter((machine) => machine !== cut);
      world.network.set({ cut: true }, cut.name);
      world.until('dropped', () => others.every((machine) => machine.events('drop').length === 1), 10_000);
      world.run(1500);
      for (const machine of others) expect(machine.match.state).toBe('paused');
      world.network.set({ cut: false });
      world.until('back', () => others.every((machine) => machine.events('join').length === 1), 5000);
      expectAsOne(world, machines);
      for (const machine of others) {
        const [drop] = machine.events('drop');
        expect(drop).toMatchObject({ peer: cut.name, handles: cut.match.localHandles, reason: 'timeout' });
        // Not one input of it is lost: it goes on with the frame after the last one.
        expect(machine.events('join')).toMatchObject([{ peer: cut.name, rejoined: true, frame: drop!.lastFrame + 1 }]);
        expect(machine.events('unpause')).toEqual([{ by: cut.name }]);
      }
      expect(cut.events('start')).toHaveLength(1);
    }
  });
});

describe('an outage, and then a new address', () => {
  it.each([128, 160, 200, 255])('of %d lost packets', (lost) => {
    const { world, machines } = room(2, lost, { dropAfterMs: 10_000 });
    const there = world.network.link('b', 'a');
    const back = world.network.link('a', 'b');
    there.burst = back.burst = lost;
    world.until('lost', () => there.burst === 0, 8000);
    world.network.rename('b', 'b, elsewhere');
    world.until('heard', () => machines[0]!.events('resume').length === 1, 1000);
    world.run(500);
    expectAsOne(world, machines);
    for (const machine of machines) expect(names(machine).filter((name) => name === 'drop')).toEqual([]);
    expect(machines[0]!.match.stats('b, elsewhere')).toBeDefined();
  });
});
