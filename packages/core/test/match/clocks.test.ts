// A clock that jumps breaks nothing.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type World } from './world.js';

const JUMP_AT = 4000;
const HOUR = 3_600_000;

const CLOCKS: readonly { readonly name: string; readonly clock: (ms: number) => number }[] = [
  { name: 'back 10 s', clock: (ms) => (ms < JUMP_AT ? ms : ms - 10_000) },
  { name: 'forward 1 h', clock: (ms) => (ms < JUMP_AT ? ms : ms + HOUR) },
  {
    name: 'forward 1 h and back again after 2 s',
    clock: (ms) => (ms < JUMP_AT || ms > JUMP_AT + 2000 ? ms : ms + HOUR),
  },
  { name: 'to NaN for 2 s', clock: (ms) => (ms < JUMP_AT || ms > JUMP_AT + 2000 ? ms : NaN) },
  { name: 'to Infinity for 2 s', clock: (ms) => (ms < JUMP_AT || ms > JUMP_AT + 2000 ? ms : Infinity) },
  { name: 'to 0 and stands still for 3 s', clock: (ms) => (ms < JUMP_AT || ms > JUMP_AT + 3000 ? ms : 0) },
  { name: 'far below zero', clock: (ms) => (ms < JUMP_AT ? ms : ms - 1e13) },
  { name: 'past 2^53', clock: (ms) => (ms < JUMP_AT ? ms : ms + 2 ** 54) },
];

const start = (clock: (ms: number) => number, seed: number): World => {
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers: 3 }),
    link: { latencyMs: 40, jitterMs: 10, loss: 0.05 },
  });
  world.machine('a');
  world.machine('b', { clock });
  world.machine('c');
  return world;
};

describe('the clock of one machine jumps', () => {
  it.each(CLOCKS)('$name', ({ clock }) => {
    const world = start(clock, 1);
    world.play(900, 25_000);
    expect(world.now()).toBeGreaterThan(JUMP_AT + 5000);
    for (const { happenings, match, results } of world.machines) {
      expect(happenings.map(({ name }) => name)).toEqual(['start']);
      expect(results.stalled).toBeLessThan(60);
      for (const peer of 'abc') {
        const stats = match.stats(peer);
        if (stats) for (const value of Object.values(stats)) expect(value).not.toBeNaN();
      }
    }
    // What the jump did to the round trip wears off.
    world.run(15_000);
    for (const { match, name } of world.machines) {
      for (const peer of 'abc'.replace(name, '')) expect(match.stats(peer)!.rttMs).toBeLessThan(500);
    }
  });

  it.each(CLOCKS)('$name, while it joins', ({ clock }) => {
    const world = start((ms) => clock(ms + JUMP_AT - 60), 2);
    world.play(200, 25_000);
    for (const { happenings } of world.machines) expect(happenings.map(({ name }) => name)).toEqual(['start']);
  });
});

describe('the clocks of machines show any time at all', () => {
  it('from years apart, negative, or fractions', () => {
    const world = createWorld({ seed: 3, game: sensitiveGame({ numPlayers: 4 }), link: { latencyMs: 40 } });
    world.machine('a', { clock: (ms) => ms + 1.7e12 });
    world.machine('b', { clock: (ms) => ms - 5e9 });
    world.machine('c', { clock: (ms) => ms / 1 + 0.123456 });
    world.machine('d', { clock: (ms) => Math.floor(ms) });
    world.play(600);
    for (const { happenings } of world.machines) expect(happenings.map(({ name }) => name)).toEqual(['start']);
  });

  it('of a machine with a clock that only moves every 100 ms', () => {
    const world = createWorld({ seed: 4, game: sensitiveGame(), link: { latencyMs: 40 } });
    world.machine('a', { clock: (ms) => Math.floor(ms / 100) * 100 });
    world.machine('b');
    world.play(600);
    for (const { happenings } of world.machines) expect(happenings.map(({ name }) => name)).toEqual(['start']);
  });
});
