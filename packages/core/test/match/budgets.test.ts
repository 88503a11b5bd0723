// What a machine may cost the others: each of these would keep a match from going on for ever.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const room = (count: number): { world: World; machines: readonly Machine[] } => {
  const world = createWorld({
    seed: count,
    game: sensitiveGame({ numPlayers: count }),
    link: { latencyMs: 40 },
    options: { onDrop: 'neutral' },
  });
  for (const name of 'abcd'.slice(0, count)) world.machine(name);
  world.play(60);
  return { world, machines: [...world.machines] };
};

/** The others put b out for its budget, within these ms, and play on. */
function expectBudget(world: World, machines: readonly Machine[], limitMs: number): void {
  const others = machines.filter(({ name }) => name !== 'b');
  world.until('out', () => others.every((machine) => machine.events('drop').length === 1), limitMs);
  for (const machine of others) expect(machine.events('drop')).toMatchObject([{ peer: 'b', reason: 'budget' }]);
  world.play(others[0]!.match.session.frame() + 120, 20_000, others);
}

describe('the budget puts a machine out', () => {
  it.each([2, 3])('of %d, that pauses for 59 s of every 60', (count) => {
    const { world, machines } = room(count);
    const [, b] = machines;
    const began = world.now();
    const hands = b!.hands;
    b!.hands = (...given) => {
      if ((world.now() - began) % 60_000 < 59_000) b!.match.pause();
      else b!.match.unpause();
      return hands(...given);
    };
    expectBudget(world, machines, 240_000);
    expect(world.now() - began).toBeGreaterThan(120_000);
  });

  it.each([2, 3])('of %d, that plays one frame a minute', (count) => {
    const { world, machines } = room(count);
    const [, b] = machines;
    b!.mode = 'poll';
    const began = world.now();
    let due = began + 60_000;
    const tick = (): void => {
      if (world.now() < due) return;
      due += 60_000;
      b!.tick();
    };
    world.until('out', () => (tick(), machines[0]!.events('drop').length === 1), 240_000);
    expectBudget(world, machines, 1000);
    expect(world.now() - began).toBeGreaterThan(55_000);
  });
});
