// A machine that was dropped comes back with its ticket, into the same handles.
import { describe, expect, it } from 'vitest';
import type { MatchOptions } from '../../src/index.js';
import { sensitiveGame, type Fields } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);

const room = (
  players: readonly number[],
  seed: number,
  options: Partial<MatchOptions<Fields>> = {},
  loss = 0,
): { world: World; machines: Machine[] } => {
  const numPlayers = players.reduce((sum, count) => sum + count);
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers }),
    link: { latencyMs: 40, loss },
    options: { onDrop: 'neutral', dropAfterMs: 2000, ...options },
  });
  const machines = players.map((localPlayers, i) => world.machine('abcd'[i]!, { options: { localPlayers } }));
  world.play(120);
  return { world, machines };
};

const ticketOf = (machine: Machine): string => machine.events('start')[0]!.ticket;

/** The page of `gone` is loaded again: the same address, the ticket, a new match. */
const reload = (world: World, gone: Machine, turn = ''): Machine => {
  gone.mode = 'off';
  const { localPlayers = 1 } = gone.options;
  return world.machine(`${gone.name}${turn}*`, {
    address: gone.name.replace(/\*/g, ''),
    options: { ticket: ticketOf(gone), localPlayers },
  });
};

/** It is back in its handles, and everybody plays on as one. */
function expectBack(world: World, back: Machine, gone: Machine, others: readonly Machine[]): void {
  world.until(
    'back',
    () =>
      back.match.state === 'running' &&
      others.every((machine) => machine.events('join').some(({ rejoined }) => rejoined)),
    20_000,
  );
  expect(back.match.localHandles).toEqual(gone.match.localHandles);
  expect(back.events('start')[0]).toMatchObject({
    localHandles: gone.match.localHandles,
    seed: gone.events('start')[0]!.seed,
  });
  expect(ticketOf(back)).toBe(ticketOf(gone));
  for (const machine of others) {
    expect(machine.events('join').at(-1)).toMatchObject({
      role: 'player',
      handles: gone.match.localHandles,
      rejoined: true,
    });
    expect(machine.events('join').at(-1)!.frame).toBe(others[0]!.events('join').at(-1)!.frame);
  }
  const frame = Math.max(...[back, ...others].map(({ match }) => match.session.frame()));
  world.play(frame + 300, 30_000, [back, ...others]);
  for (const machine of [back, ...others]) {
    expect(machine.match.session.checksumAt(frame + 290)).toBe(others[0]!.match.session.checksumAt(frame + 290));
    expect(machine.events('desync')).toEqual([]);
  }
}

describe('by ticket, after it was dropped', () => {
  it.each(['neutral', 'repeat'] as const)('of three machines (onDrop %s)', (onDrop) => {
    for (let seed = 1; seed <= 6; seed++) {
      const { world, machines } = room([1, 1, 1], seed, { onDrop }, seed > 3 ? 0.2 : 0);
      const gone = machines[seed % 3]!;
      const others = machines.filter((machine) => machine !== gone);
      gone.mode = 'off';
      world.until('dropped', () => others.every((machine) => machine.events('drop').length === 1), 10_000);
      world.run(1000);
      expectBack(world, reload(world, gone), gone, others);
    }
  });

  it.each([[[1, 1]], [[2, 1, 1]], [[1, 3]], [[1, 1, 1, 1]]])('machines with %j players', (players) => {
    const { world, machines } = room(players, players.length, { onDrop: 'repeat' }, 0.1);
    const gone = machines.at(-1)!;
    const others = machines.slice(0, -1);
    gone.match.close();
    world.until('dropped', () => others.every((machine) => machine.events('drop').length === 1), 10_000);
    world.run(300);
    expectBack(world, reload(world, gone), gone, others);
  });

  it('again and again, each machine in turn', () => {
    const { world, machines } = room([1, 1, 1], 7);
    for (let turn = 0; turn < 5; turn++) {
      const i = turn % 3;
      const gone = machines[i]!;
      const others = machines.filter((machine) => machine !== gone);
      for (const machine of machines)
        machine.happenings.splice(
          0,
          machine.happenings.length,
          ...machine.happenings.filter(({ name }) => name === 'start'),
        );
      gone.match.close();
      world.until('dropped', () => others.every((machine) => machine.events('drop').length === 1), 10_000);
      const back = reload(world, gone, String(turn));
      world.until('back', () => back.match.state === 'running', 20_000);
      world.run(200);
      // The line is clean; what the other counted before the reload is no loss of it.
      for (const machine of others)
        expect(machine.match.stats(machine.events('join').at(-1)!.peer)!.lossRatio).toBeLessThan(0.1);
      for (const peer of back.events('start')[0]!.peers) expect(back.match.stats(peer)!.lossRatio).toBeLessThan(0.1);
      expectBack(world, back, gone, others);
      machines[i] = back;
    }
  });

  it('with the node id that it had, as from a `random` that begins alike each time', () => {
    let turn = 0;
    const random = (): number => 1_000 + turn++;
    for (const onDrop of ['neutral', 'repeat'] as const) {
      turn = 0;
      const world = createWorld({
        seed: 4,
        game: sensitiveGame(),
        link: { latencyMs: 40 },
        options: { onDrop, dropAfterMs: 2000 },
      });
      const a = world.machine('a');
      const b = world.machine('b', { options: { random } });
      world.play(120);
      b.mode = 'off';
      turn = 0;
      const back = world.machine('b*', { address: 'b', options: { random, ticket: ticketOf(b) } });
      expectBack(world, back, b, [a]);
    }
  });

  it('while everybody stalls', () => {
    const { world, machines } = room([1, 1, 1], 8);
    const [a, b, c] = machines as [Machine, Machine, Machine];
    c.mode = 'off';
    world.until('dropped', () => [a, b].every((machine) => machine.events('drop').length === 1), 10_000);
    const back = reload(world, c);
    world.network.set({ cut: true }, 'a', 'b');
    world.run(1200);
    expect(a.match.session.frame() - a.match.session.confirmedFrame() - 1).toBe(8);
    world.network.set({ cut: false }, 'a', 'b');
    expectBack(world, back, c, [a, b]);
  });

  it('while another one dies', () => {
    for (let ms = 0; ms < 2400; ms += 200) {
      const { world, machines } = room([1, 1, 1, 1], 900 + ms);
      const [a, b, c, d] = machines as [Machine, Machine, Machine, Machine];
      d.match.close();
      world.run(ms);
      c.mode = 'off';
      world.run(ms / 3);
      const back = reload(world, d);
      world.until('c dropped', () => [a, b].every((machine) => machine.events('drop').length === 2), 10_000);
      expectBack(world, back, d, [a, b]);
    }
  });

  it('with rejoining machines of another game, another room, or a made-up ticket: refused', () => {
    const { world, machines } = room([1, 1, 1], 9);
    const [a, b, c] = machines as [Machine, Machine, Machine];
    c.match.close();
    world.run(500);
    const other = room([1, 1], 99).machines[0]!;
    const tickets = [ticketOf(other), 'nonsense', '0.0', ticketOf(c).replace(/\..*/, '.zzzz')];
    tickets.forEach((ticket, i) => {
      const stranger = world.machine(`stranger ${i}`, { options: { ticket }, verified: false });
      world.until('refused', () => stranger.match.state === 'ended', 5000);
      expect(stranger.events('end')).toEqual([{ reason: 'rejected' }]);
      expect(stranger.events('reject')[0]).toMatchObject({ reason: 'full' });
    });
    world.play(400, 20_000, [a, b]);
    expectBack(world, reload(world, c), c, [a, b]);
  });
});

describe('with rejoinGraceMs', () => {
  it.each(['end', 'neutral'] as const)(
    'the others wait, paused, and go on with the one that is back (onDrop %s)',
    (onDrop) => {
      for (let seed = 1; seed <= 4; seed++) {
        const { world, machines } = room([1, 1], 20 + seed, { rejoinGraceMs: 8000, onDrop }, seed > 2 ? 0.2 : 0);
        const [a, b] = machines as [Machine, Machine];
        b.match.close();
        world.until('dropped', () => a.events('drop').length === 1, 5000);
        world.run(1000);
        expect(a.match.state).toBe('paused');
        const frame = a.match.session.frame();
        world.run(1000);
        expect(a.match.session.frame()).toBe(frame);
        expectBack(world, reload(world, b), b, [a]);
      }
    },
  );

  it('a reload too quick to be missed looks the same', () => {
    for (let ms = 0; ms <= 600; ms += 60) {
      const { world, machines } = room([1, 1, 1], 30 + ms, { rejoinGraceMs: 5000 });
      const [a, b, c] = machines as [Machine, Machine, Machine];
      if (ms % 120) c.match.close();
      c.mode = 'off';
      world.run(ms);
      expectBack(world, reload(world, c), c, [a, b]);
    }
  });

  it('when it does not come, onDrop applies', () => {
    const end = room([1, 1], 40, { rejoinGraceMs: 3000, onDrop: 'end' });
    end.machines[1]!.mode = 'off';
    end.world.run(2000 + 2500);
    expect(end.machines[0]!.match.state).toBe('paused');
    end.world.run(1500);
    expect(end.machines[0]!.events('end')).toEqual([{ reason: 'dropped' }]);

    const neutral = room([1, 1, 1], 41, { rejoinGraceMs: 3000 });
    const [a, b, c] = neutral.machines as [Machine, Machine, Machine];
    c.mode = 'off';
    neutral.world.run(2000 + 2500);
    expect([a.match.state, b.match.state]).toEqual(['paused', 'paused']);
    neutral.world.play(400, 20_000, [a, b]);
    for (const machine of [a, b]) expect(names(machine)).toEqual(['start', 'interrupt', 'drop', 'pause', 'unpause']);
    for (const machine of [a, b]) expect(machine.events('pause')).toEqual([{ by: 'c', reason: 'rejoin' }]);
  });
});
