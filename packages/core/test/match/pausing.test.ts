// Pause is a flag of each machine; the match runs when nobody has set it.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);
const frames = (world: World): number[] => world.machines.map(({ match }) => match.session.frame());

const room = (count: number, seed: number, options = {}, loss = 0): { world: World; machines: Machine[] } => {
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers: count }),
    link: { latencyMs: 40, loss },
    options,
  });
  for (const name of 'abcd'.slice(0, count)) world.machine(name);
  world.play(120);
  return { world, machines: [...world.machines] };
};

describe('pause()', () => {
  it.each(['user', 'hidden'] as const)(
    'for %s stops everybody, and unpause() goes on from the same frame',
    (reason) => {
      const { world, machines } = room(3, 1, {}, 0.1);
      const [a, b, c] = machines as [Machine, Machine, Machine];
      if (reason === 'user') a.match.pause();
      else a.match.pause('hidden');
      world.run(500);
      const before = frames(world);
      world.run(10_000);
      expect(frames(world)).toEqual(before);
      for (const machine of machines) {
        expect(machine.match.state).toBe('paused');
        expect(machine.results.paused).toBeGreaterThan(500);
        expect(machine.tick()).toBe('paused');
      }
      for (const machine of [b, c]) {
        expect(machine.events('pause')).toEqual([{ by: 'a', reason }]);
        expect(machine.when('pause')).toBeLessThan(world.now() - 10_000);
      }
      a.match.unpause();
      world.run(500);
      expect(Math.min(...frames(world))).toBeGreaterThan(Math.max(...before) + 15);
      world.play(300);
      for (const machine of [b, c]) expect(names(machine)).toEqual(['start', 'pause', 'unpause']);
      expect(b.events('unpause')).toEqual([{ by: 'a' }]);
      expect(names(a)).toEqual(['start']);
    },
  );

  it('by two: one clears only its own', () => {
    const { world, machines } = room(3, 2);
    const [a, b, c] = machines as [Machine, Machine, Machine];
    a.match.pause();
    world.run(300);
    b.match.pause('hidden');
    world.run(300);
    const before = frames(world);
    a.match.unpause();
    world.run(1000);
    expect(frames(world)).toEqual(before);
    expect(machines.map(({ match }) => match.state)).toEqual(['paused', 'paused', 'paused']);
    c.match.unpause();
    world.run(500);
    expect(frames(world)).toEqual(before);
    b.match.unpause();
    world.play(300);
    expect(names(c)).toEqual(['start', 'pause', 'pause', 'unpause', 'unpause']);
  });

  it('is no reason to send nothing: nobody is interrupted', () => {
    const { world, machines } = room(2, 3);
    machines[0]!.match.pause();
    world.run(20_000);
    for (const machine of machines) expect(names(machine).filter((name) => name !== 'pause')).toEqual(['start']);
  });

  it('before the start holds the match at frame 0', () => {
    const world = createWorld({ seed: 4, game: sensitiveGame(), link: { latencyMs: 40 } });
    const [a, b] = [world.machine('a'), world.machine('b')];
    a.match.pause();
    world.until('started', () => world.machines.every((machine) => machine.events('start').length === 1), 10_000);
    world.run(2000);
    for (const { match } of [a, b]) expect(match.session.frame()).toBeLessThan(10);
    a.match.unpause();
    world.play(100);
  });

  it('and unpause() again and again, under loss', () => {
    const { world, machines } = room(3, 5, {}, 0.3);
    let flips = 0;
    for (let turn = 0; turn < 60; turn++) {
      const { match } = machines[turn % 3]!;
      if (world.random() < 0.5) match.pause(turn % 2 ? 'hidden' : 'user');
      else match.unpause();
      flips++;
      world.run(world.random() * 200);
    }
    for (const { match } of machines) match.unpause();
    world.play(frames(world)[0]! + 100, 20_000);
    expect(flips).toBe(60);
    for (const machine of machines)
      expect(names(machine).filter((name) => !['start', 'pause', 'unpause'].includes(name))).toEqual([]);
  });
});

describe('a hidden page', () => {
  it('that polls keeps the match paused, and alive', () => {
    const { world, machines } = room(2, 10);
    const [a, b] = machines as [Machine, Machine];
    b.match.pause('hidden');
    b.tick();
    b.mode = 'poll';
    world.run(50_000);
    expect(a.match.state).toBe('paused');
    b.mode = 'advance';
    b.match.unpause();
    world.play(300);
    expect(names(a)).toEqual(['start', 'pause', 'unpause']);
  });

  it('that falls silent after it said so is not timed out before pauseTimeoutMs', () => {
    const { world, machines } = room(2, 11);
    const [a, b] = machines as [Machine, Machine];
    b.match.pause('hidden');
    b.tick();
    b.mode = 'off';
    world.run(50_000);
    expect(a.match.state).toBe('paused');
    expect(a.events('drop')).toEqual([]);
    b.mode = 'advance';
    world.run(200);
    b.match.unpause();
    world.play(300);
    expect(names(a).filter((name) => name !== 'interrupt' && name !== 'resume')).toEqual(['start', 'pause', 'unpause']);
  });

  it('that falls silent is dropped after pauseTimeoutMs', () => {
    const { world, machines } = room(2, 12, { pauseTimeoutMs: 9000 });
    const [a, b] = machines as [Machine, Machine];
    b.match.pause('hidden');
    b.tick();
    b.mode = 'off';
    const at = world.now();
    world.run(8900);
    expect(a.events('drop')).toEqual([]);
    world.run(600);
    expect(a.events('drop')).toMatchObject([{ peer: 'b', reason: 'timeout' }]);
    expect(a.when('drop')! - at).toBeGreaterThan(8900);
    expect(a.events('end')).toEqual([{ reason: 'dropped' }]);
  });

  it('that goes on saying so is dropped as well, as nothing waits for ever', () => {
    const { world, machines } = room(3, 13, { pauseTimeoutMs: 9000, onDrop: 'neutral' });
    const [a, b, c] = machines as [Machine, Machine, Machine];
    b.match.pause();
    world.run(12_000);
    for (const machine of [a, c]) expect(machine.events('drop')).toMatchObject([{ peer: 'b', reason: 'timeout' }]);
    expect(b.match.state).toBe('ended');
    world.play(400, 20_000, [a, c]);
  });

  it('that is frozen without a word is an interrupt, and then goes on from the same frame', () => {
    const { world, machines } = room(3, 14);
    const [a, b] = machines as [Machine, Machine];
    const frame = b.match.session.frame();
    b.mode = 'off';
    world.run(4000);
    expect(a.results.stalled).toBeGreaterThan(150);
    expect(b.match.session.frame()).toBe(frame);
    b.mode = 'advance';
    world.play(300);
    expect(names(a)).toEqual(['start', 'interrupt', 'resume']);
    expect(names(b)).toEqual(['start']);
  });
});

describe('one dies while the match is paused', () => {
  it('the others drop it and go on when the pause is over', () => {
    const { world, machines } = room(3, 20, { onDrop: 'repeat', dropAfterMs: 2000 });
    const [a, b, c] = machines as [Machine, Machine, Machine];
    a.match.pause();
    world.run(300);
    c.mode = 'off';
    world.run(4000);
    for (const machine of [a, b]) expect(machine.events('drop')).toMatchObject([{ peer: 'c' }]);
    expect(a.match.state).toBe('paused');
    a.match.unpause();
    world.play(400, 20_000, [a, b]);
  });
});
