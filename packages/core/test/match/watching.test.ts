// Spectators: they see the true match, and nobody who plays notices them.
import { describe, expect, it } from 'vitest';
import { createMatch, type Game, type Match } from '../../src/index.js';
import { ROUGH } from './hard-links.js';
import { createNetwork } from './network.js';
import { createRandom, word } from './random.js';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);

const room = (count: number, seed: number, options = {}, link = {}): { world: World; players: Machine[] } => {
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers: count }),
    link: { latencyMs: 40, ...link },
    options: { onDrop: 'neutral', dropAfterMs: 2000, ...options },
  });
  const players = [...'abcd'.slice(0, count)].map((name) => world.machine(name));
  return { world, players };
};

const watcher = (world: World, name = 'w'): Machine => world.machine(name, { options: { role: 'spectator' } });

/** Ten frames, and what the players hold later than that by a round trip of 80 ms. */
const LEVEL = 18;

/** Frames between the last one that is certain for the players and the one that is shown. */
const behind = (player: Machine, { match }: Machine): number =>
  player.match.session.confirmedFrame() - (match.session.frame() - 1);

describe('a spectator', () => {
  it('that is there before the start gates nothing and sees the match from its beginning', () => {
    const { world, players } = room(2, 1);
    const w = watcher(world);
    world.play(300, 20_000, players);
    world.until('level', () => behind(players[0]!, w) <= LEVEL && w.verified > 200, 10_000);
    expect(w.match.localHandles).toEqual([]);
    expect(w.events('start')).toHaveLength(1);
    expect(w.events('start')[0]).toMatchObject({ localHandles: [], seed: players[0]!.events('start')[0]!.seed });
    for (const player of players) {
      expect(player.events('join')).toMatchObject([{ peer: 'w', role: 'spectator', handles: [], rejoined: false }]);
      expect(player.results.stalled).toBe(0);
    }
    world.run(5000);
    expect(behind(players[0]!, w)).toBeLessThanOrEqual(LEVEL);
    expect(w.match.advance.length).toBeLessThanOrEqual(1);
    expect(() => w.match.advance(5)).toThrow(TypeError);
  });

  it.each([0, 0.3])('that comes in mid-match is level within 5 s, at a loss of %d', (loss) => {
    for (let seed = 1; seed <= 6; seed++) {
      const { world, players } = room(2 + (seed % 3), seed, {}, { ...ROUGH, loss });
      world.play(300, 30_000);
      const w = watcher(world);
      world.until('level', () => w.match.state === 'running' && behind(players[0]!, w) <= LEVEL, 5000);
      expect(w.firstFrame).toBeGreaterThan(250);
      world.run(5000);
      expect(w.verified).toBeGreaterThan(200);
      expect(behind(players[0]!, w)).toBeLessThan(25);
    }
  });

  it('that fell behind runs up to four frames a tick until it is level', () => {
    const { world, players } = room(2, 3);
    const w = watcher(world);
    world.play(200, 20_000, players);
    w.mode = 'poll';
    world.run(4000);
    expect(behind(players[0]!, w)).toBeGreaterThan(200);
    w.mode = 'advance';
    world.run(50);
    const [frame, ticks] = [w.match.session.frame(), w.results.advanced];
    world.run(500);
    const rate = (w.match.session.frame() - frame) / (w.results.advanced - ticks);
    expect(rate).toBeGreaterThan(3.5);
    expect(rate).toBeLessThanOrEqual(4);
    world.run(1500);
    expect(behind(players[0]!, w)).toBeLessThanOrEqual(LEVEL);
  });

  it('that stops acknowledging is dropped, and hurts nobody', () => {
    const { world, players } = room(2, 4);
    const w = watcher(world);
    world.play(200, 20_000, players);
    w.mode = 'off';
    world.run(10_000);
    for (const player of players) {
      expect(player.events('drop')).toMatchObject([{ peer: 'w', handles: [], reason: 'timeout' }]);
      expect(player.results.stalled).toBe(0);
      expect(player.match.state).toBe('running');
    }
    const before = players.map(({ name }) => world.network.link(name, 'w').packets);
    world.run(5000);
    expect(players.map(({ name }) => world.network.link(name, 'w').packets)).toEqual(before);
    world.play(900, 20_000, players);
  });

  it('that closes is gone, and hurts nobody', () => {
    const { world, players } = room(2, 5);
    const w = watcher(world);
    world.play(200, 20_000, players);
    w.match.close();
    expect(w.events('end')).toEqual([{ reason: 'closed' }]);
    world.play(600, 20_000, players);
    for (const player of players) expect(player.results.stalled).toBe(0);
  });

  it('is served by another player when its own is gone', () => {
    for (let seed = 10; seed < 16; seed++) {
      const { world, players } = room(3, seed, {}, { loss: seed % 2 ? 0.15 : 0 });
      world.play(100);
      const w = watcher(world);
      world.until('watching', () => w.verified > 50, 10_000);
      const gone = players[seed % 3]!;
      if (seed > 12) gone.match.close();
      gone.mode = 'off';
      const left = players.filter((player) => player !== gone);
      world.play(500, 30_000, left);
      world.until('level', () => behind(left[0]!, w) <= LEVEL, 10_000);
      expect(w.match.state).toBe('running');
    }
  });

  it.each(['neutral', 'repeat'] as const)(
    'is not shown what its server alone knew, and what the survivors of its server cut away (onDrop %s)',
    (onDrop) => {
      let apart = 0;
      for (let seed = 20; seed < 40; seed++) {
        const { world, players } = room(2 + (seed % 2), seed, { onDrop, inputDelay: seed % 3 });
        world.play(100);
        const w = watcher(world);
        world.until('watching', () => w.verified > 50, 10_000);
        // The last packets of one player, whichever serves it, reach the spectator only.
        const gone = players[seed % players.length]!;
        const left = players.filter((player) => player !== gone);
        for (const other of left) world.network.link(gone.name, other.name).loss = 1;
        world.run((seed % 7) * 20);
        gone.mode = 'off';
        const shown = gone.match.session.confirmedFrame();
        world.play(400, 30_000, left);
        for (const { match } of left) expect(match.state).toBe('running');
        if (left[0]!.events('drop')[0]!.lastFrame < shown) apart++;
        world.until('level', () => behind(left[0]!, w) <= LEVEL, 10_000);
        world.run(1000);
        expect(w.match.session.frame()).toBeGreaterThan(390);
      }
      expect(apart).toBeGreaterThan(5);
    },
  );

  it('that comes while a player is being dropped', () => {
    for (let ms = 1700; ms <= 2400; ms += 50) {
      const { world, players } = room(3, ms, { onDrop: ms % 100 ? 'neutral' : 'repeat' });
      world.play(100);
      const [a, b, c] = players as [Machine, Machine, Machine];
      world.network.link('c', 'a').burst = 3;
      world.run(60);
      c.mode = 'off';
      world.run(ms);
      const w = watcher(world);
      world.play(500, 30_000, [a, b]);
      world.until('level', () => w.match.state === 'running' && behind(a, w) <= LEVEL, 10_000);
      world.run(1000);
      expect(w.verified).toBeGreaterThan(60);
    }
  });

  it('several of them', () => {
    const { world, players } = room(4, 7, {}, { loss: 0.1 });
    world.play(60);
    const all = [...'uvwxyz'].map((name) => watcher(world, name));
    world.play(600, 60_000, players);
    world.until('all level', () => all.every((w) => behind(players[0]!, w) <= LEVEL), 10_000);
    for (const player of players) expect(player.events('join')).toHaveLength(6);
  });

  it('sees the end', () => {
    const game = sensitiveGame({ overAtHits: 12 });
    const world = createWorld({ seed: 8, game, link: { latencyMs: 40, loss: 0.1 } });
    const players = [world.machine('a'), world.machine('b')];
    const w = watcher(world);
    world.until('ended', () => [...players, w].every(({ match }) => match.state === 'ended'), 60_000);
    for (const machine of [...players, w]) expect(machine.events('end')).toEqual([{ reason: 'finished' }]);
    expect(w.truth!.over).toBe(players[0]!.truth!.over);
    expect(w.match.session.checksumAt(w.truth!.over)).toBe(players[0]!.match.session.checksumAt(w.truth!.over));
  });

  it('ends when the match it watches is gone', () => {
    const { world, players } = room(2, 9);
    const w = watcher(world);
    world.play(100, 20_000, players);
    for (const player of players) player.mode = 'off';
    world.run(10_000);
    expect(w.match.state).toBe('ended');
    expect(names(w)).toEqual(['start', 'end']);
  });

  it('alone in a room waits as long as one likes', () => {
    const world = createWorld({ seed: 10, game: sensitiveGame() });
    const w = watcher(world);
    world.run(60_000);
    expect(w.match.state).toBe('connecting');
  });
});

describe('what a spectator is told', () => {
  it('pauses, and that they are over: its state follows', () => {
    const { world, players } = room(3, 40);
    const w = watcher(world);
    world.until('level', () => w.match.state === 'running' && w.verified > 60, 10_000);
    for (const [reason, player] of [
      ['user', players[1]!],
      ['hidden', players[2]!],
    ] as const) {
      player.match.pause(reason);
      world.until('paused', () => w.match.state === 'paused', 1000);
      expect(w.events('pause').at(-1)).toEqual({ by: player.name, reason });
      world.run(1000);
      const frame = w.match.session.frame();
      expect(w.tick()).toBe('paused');
      world.run(1000);
      expect(w.match.session.frame()).toBe(frame);
      player.match.unpause();
      world.until('running', () => w.match.state === 'running', 1000);
      expect(w.events('unpause').at(-1)).toEqual({ by: player.name });
      world.run(500);
      expect(w.match.session.frame()).toBeGreaterThan(frame);
    }
  });

  it('drops, with the same last frame, and that a return is waited for', () => {
    const { world, players } = room(3, 41, { rejoinGraceMs: 2000 });
    const w = watcher(world);
    world.until('level', () => w.match.state === 'running' && w.verified > 60, 10_000);
    const [a, , c] = players;
    c!.mode = 'off';
    world.until('told', () => w.events('drop').length === 1, 10_000);
    expect(w.events('drop')).toEqual(a!.events('drop'));
    world.until('waiting', () => w.match.state === 'paused', 1000);
    expect(w.events('pause')).toEqual([{ by: 'c', reason: 'rejoin' }]);
    world.until('over', () => w.match.state === 'running', 4000);
    expect(names(w)).toEqual(['start', 'drop', 'pause', 'unpause']);
    const { frame } = w.match.session;
    const before = frame();
    world.run(2000);
    expect(frame()).toBeGreaterThan(before + 90);
  });
});

describe('more spectators than a player serves', () => {
  it('the first eight are served, and each later one is told at once', () => {
    const { world, players } = room(2, 42);
    world.play(60);
    const all: Machine[] = [];
    for (let i = 1; i <= 12; i++) {
      const came = world.now();
      const w = watcher(world, `w${i}`);
      all.push(w);
      world.run(900);
      if (i > 8) {
        expect(w.events('reject').length).toBeGreaterThan(0);
        for (const reject of w.events('reject')) {
          expect(reject).toMatchObject({ who: 'self', reason: 'full' });
          expect(players.map(({ name }) => name)).toContain(reject.peer);
        }
        expect(w.when('reject')! - came).toBeLessThan(500);
      }
    }
    world.run(3000);
    for (const w of all.slice(0, 8)) {
      expect([w.match.state, behind(players[0]!, w) <= LEVEL]).toEqual(['running', true]);
    }
    for (const w of all.slice(8)) expect(w.events('end')).toEqual([{ reason: 'rejected' }]);
  });

  // Players turn away every hello of a spectator while eight watch, those of the eight as well.
  it('and the eight are not told that there is no seat for them', () => {
    const { world, players } = room(2, 43);
    world.play(60);
    const all = Array.from({ length: 8 }, (_, i) => watcher(world, `w${i}`));
    world.play(players[0]!.match.session.frame() + 300, 30_000, players);
    for (const w of all) expect([w.match.state, w.events('reject')]).toEqual(['running', []]);
  });
});

describe('a state of many chunks', () => {
  const FIELDS = { cells: { type: Uint32Array, length: 12_000 } } as const;
  const game: Game<typeof FIELDS> = {
    id: 'cells/1',
    fields: FIELDS,
    numPlayers: 2,
    init: ({ cells }, seed) => void cells.forEach((_, i) => (cells[i] = Math.imul(seed + i, 0x9e3779b1))),
    simulate({ cells }, inputs, frame) {
      for (let i = 0; i < 16; i++) cells[(frame * 16 + i) % cells.length]! += inputs[i & 1]! + i;
    },
  };

  it.each([
    [0, 1200],
    [0.2, 1200],
    [0, 400],
  ])('48 KB reach a spectator whole at a loss of %d, in packets of at most %d bytes', (loss, maxPayload) => {
    const network = createNetwork(1, { latencyMs: 30, loss });
    const random = createRandom(5);
    const make = (name: string, role: 'player' | 'spectator'): Match<typeof FIELDS> =>
      createMatch({
        game,
        role,
        transport: { ...network.join(name), maxPayload },
        now: network.now,
        random: () => word(random),
      });
    const [a, b] = [make('a', 'player'), make('b', 'player')];
    const turn = (...matches: Match<typeof FIELDS>[]): void => {
      network.advance(network.now() + 1000 / 60);
      for (const match of matches)
        match.advance(...(match.localHandles.length || match.state !== 'running' ? [word(random)] : []));
    };
    for (let i = 0; i < 400; i++) turn(a, b);
    const w = make('w', 'spectator');
    const step = (): void => {
      turn(a, b);
      w.advance();
    };
    for (let i = 0; i < 1200 && w.state !== 'running'; i++) step();
    expect(w.state).toBe('running');
    for (let i = 0; i < 600; i++) step();
    const frame = w.session.frame() - 1;
    expect(frame).toBeGreaterThan(600);
    expect(w.session.checksumAt(frame)).toBe(a.session.checksumAt(frame));
    expect(Math.max(network.link('a', 'w').largest, network.link('b', 'w').largest)).toBeLessThanOrEqual(maxPayload);
    expect(a.counters.stalls).toBeLessThan(60);
  });

  const twoMegabytes = (loss: number): void => {
    const BIG = { cells: { type: Uint32Array, length: 500_000 } } as const;
    const network = createNetwork(2, { latencyMs: 50, loss });
    const random = createRandom(6);
    const make = (name: string, role: 'player' | 'spectator'): Match<typeof BIG> =>
      createMatch({
        game: {
          id: 'big/1',
          fields: BIG,
          numPlayers: 2,
          simulate({ cells }, inputs, frame) {
            cells[(frame * 4099) % cells.length] = inputs[0]! ^ inputs[1]!;
          },
        },
        role,
        transport: network.join(name),
        now: network.now,
        random: () => word(random),
        maxPrediction: 6,
      });
    const [a, b] = [make('a', 'player'), make('b', 'player')];
    const turn = (): void => {
      network.advance(network.now() + 1000 / 60);
      for (const match of [a, b]) match.advance(word(random));
    };
    for (let i = 0; i < 200; i++) turn();
    const w = make('w', 'spectator');
    const isLevel = (): boolean => w.state === 'running' && a.session.confirmedFrame() - w.session.frame() < 20;
    const sums = new Map<number, number>();
    const came = network.now();
    while (!isLevel() && network.now() - came < 20_000) {
      turn();
      w.advance();
      const frame = Math.min(a.session.confirmedFrame(), a.session.frame() - 1);
      sums.set(frame, a.session.checksumAt(frame));
    }
    expect(isLevel()).toBe(true);
    const frame = w.session.frame() - 1;
    expect(sums.get(frame)).toBe(w.session.checksumAt(frame));
  };

  it('2 MB reach a spectator at a round trip of 100 ms, and it is level within 20 s', () => twoMegabytes(0));

  it('the same at a loss of 10 %', () => twoMegabytes(0.1));
});
