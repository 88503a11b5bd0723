// Machines that cannot play together are told so, with a reason and both values, and only the newcomer's match ends.
import { describe, expect, it } from 'vitest';
import type { Game, MatchOptions } from '../../src/index.js';
import { FIELDS, sensitiveGame, type Fields } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const LATENCY = 40;
const TICK = 1000 / 60;
const base = sensitiveGame();

const other = (changes: object): Game<Fields> => ({ ...base, ...changes }) as Game<Fields>; // Fields that the world never compares.
const reordered = { ...Object.fromEntries(Object.entries(FIELDS).reverse()) };

interface Difference {
  readonly name: string;
  readonly reason: string;
  readonly game?: Game<Fields>;
  readonly options?: Partial<MatchOptions<Fields>>;
  /** Both values. */
  readonly values: readonly (string | RegExp)[];
}

const DIFFERENCES: readonly Difference[] = [
  { name: 'id', reason: 'game', game: other({ id: 'sensitive/2' }), values: ['sensitive/1', 'sensitive/2'] },
  {
    name: 'a field more',
    reason: 'layout',
    game: other({ fields: { ...FIELDS, more: { type: Uint8Array, length: 1 } } }),
    values: [/more/],
  },
  {
    name: 'a field of another length',
    reason: 'layout',
    game: other({ fields: { ...FIELDS, lanes: { type: Uint32Array, length: 5 } } }),
    values: [/lanes/, /4/, /5/],
  },
  {
    name: 'a field of another type',
    reason: 'layout',
    game: other({ fields: { ...FIELDS, lanes: { type: Int32Array, length: 4 } } }),
    values: [/lanes/, /Int32Array/, /Uint32Array/],
  },
  {
    name: 'a field of another name',
    reason: 'layout',
    game: other({
      fields: Object.fromEntries(
        Object.entries(FIELDS).map(([name, spec]) => [name === 'lanes' ? 'lines' : name, spec]),
      ),
    }),
    values: [/lanes/, /lines/],
  },
  { name: 'another order of fields', reason: 'layout', game: other({ fields: reordered }), values: [] },
  { name: 'numPlayers', reason: 'options', game: other({ numPlayers: 3 }), values: [/\b2\b/, /\b3\b/] },
  { name: 'inputWords', reason: 'options', game: other({ inputWords: 5 }), values: [/\b1\b/, /\b5\b/] },
  { name: 'hz', reason: 'options', game: other({ hz: 50 }), values: [/60/, /50/] },
  { name: 'desyncInterval', reason: 'options', options: { desyncInterval: 17 }, values: [/\b30\b/, /\b17\b/] },
  { name: 'onDrop', reason: 'options', options: { onDrop: 'repeat' }, values: [/\bend\b/, /\brepeat\b/] },
  { name: 'dropAfterMs', reason: 'options', options: { dropAfterMs: 4321 }, values: [/\b5000\b/, /\b4321\b/] },
  { name: 'maxPrediction', reason: 'options', options: { maxPrediction: 11 }, values: [/\b8\b/, /\b11\b/] },
];

/** The two sides of a refusal. */
function expectRefused(
  world: World,
  old: Machine,
  newcomer: Machine,
  came: number,
  { reason, values }: Difference,
): void {
  world.run(came + 2 * LATENCY + 2 * TICK + 1 - world.now());
  for (const [here, there] of [
    [old, newcomer],
    [newcomer, old],
  ] as const) {
    const rejects = here.events('reject');
    expect(rejects.map((reject) => [reject.peer, reject.reason])).toEqual([[there.name, reason]]);
    for (const value of values) expect(rejects[0]!.detail).toMatch(value);
    expect(rejects[0]!.detail.length).toBeGreaterThan(8);
  }
  expect(newcomer.events('reject')[0]!.who).toBe('self');
  expect(old.events('reject')[0]!.who).toBe('peer');
  // It stays for a second: somebody who fits may be there, too.
  expect(newcomer.events('end')).toEqual([]);
  world.run(1100);
  expect(newcomer.events('end')).toEqual([{ reason: 'rejected' }]);
  expect(newcomer.match.state).toBe('ended');
  expect(old.match.state).not.toBe('ended');
  expect(old.events('end')).toEqual([]);
}

describe('a newcomer of another kind is refused within one round trip and a tick', () => {
  const meet = (difference: Difference, nodes: readonly number[], host: boolean): void => {
    const world = createWorld({ seed: 3, game: base, link: { latencyMs: LATENCY } });
    const old = world.machine('old', { options: { random: () => nodes[0]!, host } });
    world.run(3000);
    const came = world.now();
    const newcomer = world.machine('new', {
      phaseMs: 0,
      verified: false,
      options: { random: () => nodes[1]!, ...difference.options },
      ...(difference.game && { game: difference.game }),
    });
    expectRefused(world, old, newcomer, came, difference);
    // The room is as it was, and one who fits is welcome.
    world.run(3000);
    expect(newcomer.events('reject')).toHaveLength(1);
    expect(old.events('reject')).toHaveLength(1);
    const fitting = world.machine('fit');
    world.play(60, 10_000, [old, fitting]);
  };

  it.each(DIFFERENCES)('$name', (difference) => meet(difference, [5, 900], false));
  it.each(DIFFERENCES)('$name, also when it has the lower node id', (difference) => meet(difference, [900, 5], false));
  it('also when the one who was there is the host and has the higher node id', () =>
    meet(DIFFERENCES[0]!, [900, 5], true));
});

describe('at 30 % loss', () => {
  it('both are told all the same, and only the newcomer ends, 60 times', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const world = createWorld({ seed, game: base, link: { latencyMs: LATENCY, loss: 0.3, duplicate: 0.1 } });
      const old = world.machine('old');
      world.run(2500);
      const newcomer = world.machine('new', {
        verified: false,
        game: DIFFERENCES[seed % DIFFERENCES.length]!.game ?? other({ id: 'x' }),
      });
      world.until('refused', () => newcomer.match.state === 'ended', 5000);
      world.run(2000);
      expect(newcomer.events('reject'), `seed ${seed}`).toHaveLength(1);
      expect(old.events('reject'), `seed ${seed}`).toHaveLength(1);
      expect(old.match.state, `seed ${seed}`).toBe('connecting');
    }
  });
});

describe('two who come at the same time and do not fit', () => {
  it('both are told, and exactly one of them ends', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const world = createWorld({ seed, game: base, link: { latencyMs: LATENCY, loss: seed % 2 ? 0.3 : 0 } });
      const a = world.machine('a');
      const b = world.machine('b', { verified: false, game: other({ id: 'sensitive/2' }) });
      world.until('one ended', () => a.match.state === 'ended' || b.match.state === 'ended', 5000);
      world.run(2000);
      expect(
        [a, b].filter(({ match }) => match.state === 'ended'),
        `seed ${seed}`,
      ).toHaveLength(1);
      for (const machine of [a, b])
        expect(
          machine.events('reject').map(({ reason }) => reason),
          `seed ${seed}`,
        ).toEqual(['game']);
    }
  });
});

describe('while a match runs', () => {
  it('one of another game is told that, and the match goes on', () => {
    const world = createWorld({ seed: 4, game: base, link: { latencyMs: LATENCY } });
    const players = [world.machine('a'), world.machine('b')];
    world.play(100);
    const came = world.now();
    const newcomer = world.machine('c', { phaseMs: 0, verified: false, game: other({ id: 'sensitive/2' }) });
    world.run(came + 2 * LATENCY + 2 * TICK + 1 - world.now());
    expect(newcomer.events('reject')[0]).toMatchObject({ reason: 'game', who: 'self' });
    world.run(1100);
    expect(newcomer.events('end')).toEqual([{ reason: 'rejected' }]);
    world.play(300, 20_000, players);
    for (const machine of players) {
      expect(machine.events('reject').map(({ peer, reason }) => [peer, reason])).toEqual([['c', 'game']]);
    }
  });
});
