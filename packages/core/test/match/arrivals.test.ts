// Rooms with any number of machines that come, leave, die and come again at random times: whoever starts, starts whole.
// ARRIVALS=from-to runs other seeds.
import { describe, expect, it } from 'vitest';
import { between, createRandom } from './random.js';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine } from './world.js';

const [FROM, TO] = (process.env['ARRIVALS'] ?? '1-70').split('-').map(Number) as [number, number];

interface Tally {
  matches: number;
  full: number;
  waiting: number;
  broken: number;
}

function play(seed: number): Tally {
  const random = createRandom(seed);
  const numPlayers = between(random, 2, 4);
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers }),
    link: {
      latencyMs: between(random, 0, 150),
      jitterMs: between(random, 0, 60),
      loss: random() * 0.45,
      duplicate: random() * 0.2,
      reorder: random() * 0.2,
    },
    options: { syncTimeoutMs: 6000, dropAfterMs: 3000 },
  });
  world.network.naive = random() < 0.1;
  const count = between(random, 2, 6);
  const hosted = random() < 0.3;
  const troubled = random() < 0.4;
  for (let i = 0; i < count; i++) {
    const localPlayers = random() < 0.75 ? 1 : between(random, 1, numPlayers);
    world.machine('abcdef'[i]!, {
      phaseMs: random() * (random() < 0.5 ? 100 : 3000),
      options: {
        localPlayers,
        host: hosted && (i === 0 || random() < 0.15),
        inputDelay: between(random, 0, 5),
        role: random() < 0.1 ? 'spectator' : 'player',
      },
    });
  }
  if (troubled) {
    for (let turn = 0; turn < 3; turn++) {
      world.run(random() * 800);
      const machine = world.machines[between(random, 0, world.machines.length - 1)]!;
      if (machine.match.state === 'running' || machine.mode === 'off') continue;
      if (random() < 0.4) machine.match.close();
      machine.mode = 'off';
      if (random() < 0.6)
        world.machine(`${machine.name}+`, {
          address: machine.name.replace(/\+/g, ''),
          options: { localPlayers: machine.options.localPlayers ?? 1, role: machine.options.role ?? 'player' },
        });
    }
  }
  world.run(14_000);
  const tally: Tally = { matches: 0, full: 0, waiting: 0, broken: 0 };
  const matches = new Map<number, Machine[]>();
  for (const machine of world.machines) {
    const [start] = machine.events('start');
    if (start) matches.set(start.seed, [...(matches.get(start.seed) ?? []), machine]);
    else if (machine.mode === 'off') continue;
    else if (machine.match.state === 'ended') {
      const [end] = machine.events('end');
      const reasons = machine.events('reject').map(({ reason }) => reason);
      if (end!.reason === 'rejected') expect(reasons, `seed ${seed}, ${machine.name}`).toContain('full');
      // One that would watch a match whose machines die before it has anything to show.
      else if (end!.reason === 'dropped') expect([troubled, machine.options.role]).toEqual([true, 'spectator']);
      else expect(['timeout', 'closed'], `seed ${seed}, ${machine.name}`).toContain(end!.reason);
      tally.full++;
    } else {
      // Alone, or waiting for somebody who fits, but not past syncTimeoutMs.
      expect(['connecting', 'syncing'], `seed ${seed}, ${machine.name}`).toContain(machine.match.state);
      tally.waiting++;
    }
  }
  for (const group of matches.values()) {
    const players = group.filter(({ match }) => match.localHandles.length > 0);
    const handles = players.flatMap(({ match }) => match.localHandles).sort((a, b) => a - b);
    expect(new Set(handles).size, `seed ${seed}`).toBe(handles.length);
    // A machine may die after it backed the roster and before it heard of the start; without such deaths all are there,
    // and nobody is lost.
    if (!troubled) {
      expect(handles, `seed ${seed}`).toEqual(Array.from({ length: numPlayers }, (_, i) => i));
      for (const { match, name, happenings } of players) {
        expect(match.state, `seed ${seed}, ${name}`).toBe('running');
        expect(match.session.confirmedFrame(), `seed ${seed}, ${name}`).toBeGreaterThan(100);
        expect(
          happenings.map((each) => each.name).filter((each) => each === 'drop'),
          `seed ${seed}, ${name}`,
        ).toEqual([]);
      }
      tally.matches++;
    } else tally.broken++;
  }
  return tally;
}

describe('arrivals at random', () => {
  it(`seeds ${FROM} to ${TO}`, { timeout: 3_600_000 }, () => {
    const sum: Tally = { matches: 0, full: 0, waiting: 0, broken: 0 };
    for (let seed = FROM; seed <= TO; seed++) {
      try {
        const tally = play(seed);
        for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += tally[name]; // the keys of a Tally
      } catch (error) {
        throw new Error(`arrivals of seed ${seed}: ${String(error)}`, { cause: error });
      }
    }
    const worlds = TO - FROM + 1;
    expect(sum.matches).toBeGreaterThan(worlds / 3);
    expect(sum.full).toBeGreaterThan(worlds / 4);
    expect(sum.waiting).toBeGreaterThan(worlds / 20);
    expect(sum.broken).toBeGreaterThan(worlds / 10);
  });
});
