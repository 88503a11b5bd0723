// A machine whose simulation differs is found out by the checksums, on both sides.
import { describe, expect, it } from 'vitest';
import type { Game, MatchOptions } from '../../src/index.js';
import { sensitiveGame, simulate, type Fields } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const WRONG_AT = 200;

/** It goes wrong in one frame, in one element, and from then on follows the rules. */
const wrong = (game: Game<Fields>, at = WRONG_AT): Game<Fields> => ({
  ...game,
  simulate(fields, inputs, frame) {
    simulate(fields, inputs, frame);
    if (frame === at) fields.wide[1]! += 0.25;
  },
});

const room = (count: number, options: Partial<MatchOptions<Fields>>, loss = 0, seed = count): World => {
  const game = sensitiveGame({ numPlayers: count });
  const world = createWorld({ seed, game, link: { latencyMs: 40, loss, duplicate: loss / 2 }, options });
  [...'abcd'.slice(0, count)].forEach((name, i) =>
    world.machine(name, i === 1 ? { game: wrong(game), verified: false } : {}),
  );
  return world;
};

/** The two sides of one event. */
function expectMirrored(one: Machine, two: Machine, frame: number): void {
  const [here] = one.events('desync').filter(({ peer }) => peer === two.name);
  const [there] = two.events('desync').filter(({ peer }) => peer === one.name);
  expect(here).toMatchObject({ frame });
  expect(there).toMatchObject({ frame });
  expect(here!.local).not.toBe(here!.remote);
  expect([there!.local, there!.remote]).toEqual([here!.remote, here!.local]);
}

describe('one machine simulates one frame differently', () => {
  it.each([
    [30, 210],
    [1, 200],
    [7, 203],
    [200, 200],
  ])('at interval %d both sides are told of frame %d, once, and play on', (desyncInterval, frame) => {
    const world = room(2, { desyncInterval });
    world.play(700, 30_000);
    const [a, b] = world.machines as [Machine, Machine];
    expectMirrored(a, b, frame);
    for (const machine of [a, b]) {
      expect(machine.events('desync')).toHaveLength(1);
      expect(machine.match.state).toBe('running');
    }
  });

  it('under 30 % loss as well, 20 times', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const world = room(2, { desyncInterval: 10 }, 0.3, seed);
      world.play(500, 60_000);
      const [a, b] = world.machines as [Machine, Machine];
      for (const machine of [a, b]) expect(machine.events('desync'), `seed ${seed}`).toHaveLength(1);
      expectMirrored(a, b, a.events('desync')[0]!.frame);
      expect(a.events('desync')[0]!.frame % 10).toBe(0);
    }
  });

  it('of three and of four machines: each pair that differs is told, no other', () => {
    for (const count of [3, 4]) {
      const world = room(count, {});
      world.play(500, 30_000);
      const [, b] = world.machines as [Machine, Machine];
      const right = world.machines.filter((machine) => machine !== b);
      for (const machine of right) {
        expect(machine.events('desync').map(({ peer }) => peer)).toEqual(['b']);
        expectMirrored(machine, b, 210);
      }
      expect(
        b
          .events('desync')
          .map(({ peer }) => peer)
          .sort(),
      ).toEqual(right.map(({ name }) => name));
    }
  });

  it("with onDesync 'end' both matches end so", () => {
    for (const loss of [0, 0.3]) {
      const world = room(2, { onDesync: 'end' }, loss);
      world.until('ended', () => world.machines.every(({ match }) => match.state === 'ended'), 30_000);
      for (const machine of world.machines) {
        expect(machine.events('desync')).toHaveLength(1);
        expect(machine.events('end')).toEqual([{ reason: 'desync' }]);
      }
    }
  });

  it.each([2, 3])(
    "with onDesync 'end' none of %d machines ends before the others can name the field, 20 times at a loss of a quarter",
    (count) => {
      for (let seed = 1; seed <= 20; seed++) {
        const world = room(count, { onDesync: 'end' }, 0.25, seed);
        world.until('ended', () => world.machines.every(({ match }) => match.state === 'ended'), 30_000);
        for (const machine of world.machines) {
          const told = machine.happenings.map(({ name }) => name).filter((name) => name !== 'start');
          expect(told.slice(-1), `seed ${seed}`).toEqual(['end']);
          expect(new Set(told), `seed ${seed}`).toEqual(new Set(['desync', 'end']));
          expect(machine.events('end')).toEqual([{ reason: 'desync' }]);
          for (const { diff } of machine.events('desync')) expect(diff, `seed ${seed}`).toBeDefined();
        }
      }
    },
  );

  it('with interval 0 nobody looks', () => {
    const world = room(2, { desyncInterval: 0 });
    world.play(600, 30_000);
    for (const machine of world.machines) expect(machine.events('desync')).toEqual([]);
    const [a, b] = world.machines as [Machine, Machine];
    expect(a.match.session.checksumAt(598)).not.toBe(b.match.session.checksumAt(598));
  });
});

describe('the event names what differs', () => {
  it.each([0, 0.25])('the first field and index, with both values, on both sides (loss %d)', (loss) => {
    // At interval 1 the frame is the very one that went wrong, so one element alone differs.
    const world = room(2, { desyncInterval: 1 }, loss);
    world.play(500, 60_000);
    const [a, b] = world.machines as [Machine, Machine];
    const [here] = a.events('desync');
    const [there] = b.events('desync');
    expect(here!.frame).toBe(WRONG_AT);
    expect(here!.diff).toMatchObject({ field: 'wide', index: 1 });
    expect(here!.diff!.remote - here!.diff!.local).toBe(0.25);
    expect(there!.diff).toEqual({ field: 'wide', index: 1, local: here!.diff!.remote, remote: here!.diff!.local });
  });
});

describe('no difference', () => {
  it('no event, through a drop and through changes of delay', () => {
    const world = createWorld({
      seed: 9,
      game: sensitiveGame({ numPlayers: 3 }),
      link: { latencyMs: 60, jitterMs: 40, loss: 0.2, reorder: 0.2 },
      options: { desyncInterval: 1, onDrop: 'repeat', dropAfterMs: 2000 },
    });
    const [a, b, c] = [...'abc'].map((name) => world.machine(name)) as [Machine, Machine, Machine];
    world.play(200);
    a.setInputDelay(7);
    world.play(400);
    c.mode = 'off';
    world.until('dropped', () => a.events('drop').length + b.events('drop').length === 2, 10_000);
    world.play(900, 40_000, [a, b]);
    for (const machine of [a, b]) expect(machine.events('desync')).toEqual([]);
  });
});
