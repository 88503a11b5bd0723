// Everything that the other files do one at a time, at once and at random: links fail and heal, machines die, leave,
// freeze, pause, change their delay, their address and their clock. What must hold is what always must: nobody throws,
// each confirmed frame is the truth of who confirmed it, machines that are in one match stand in one state, and nothing
// waits for ever. CHAOS=from-to runs other seeds.
import { describe, expect, it } from 'vitest';
import { between, createRandom } from './random.js';
import { sensitiveGame } from './sensitive-game.js';
import { buttons, createWorld, wild, type Machine, type World } from './world.js';

const [FROM, TO] = (process.env['CHAOS'] ?? '1-40').split('-').map(Number) as [number, number];

interface Tally {
  deaths: number;
  reloads: number;
  watched: number;
  frames: number;
  ends: number;
  drops: number;
  stalls: number;
}

function play(seed: number): Tally {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const count = between(random, 2, 4);
  const players = Array.from({ length: count }, () => between(random, 1, 2));
  const inputWords = pick([1, 1, 1, 4]);
  const game = sensitiveGame({
    numPlayers: players.reduce((sum, each) => sum + each),
    inputWords,
    ...(random() < 0.2 && { overAtFrames: between(random, 60, 900) }),
  });
  const onDrop = pick(['neutral', 'repeat', 'neutral', 'repeat', 'end'] as const);
  const world = createWorld({
    seed,
    game,
    link: {
      latencyMs: between(random, 0, 120),
      jitterMs: between(random, 0, 60),
      loss: random() * 0.3,
      duplicate: random() * 0.1,
      reorder: random() * 0.1,
    },
    options: {
      onDrop,
      dropAfterMs: pick([1500, 2500]),
      maxPrediction: pick([0, 1, 4, 8, 8, 8, 30]),
      desyncInterval: pick([0, 1, 30]),
      pauseTimeoutMs: 6000,
      roomTimeoutMs: 20_000,
    },
  });
  players.forEach((localPlayers, i) => {
    const jumps = between(random, 2000, 9000);
    const shift = pick([-10_000, 3_600_000, NaN]);
    const jumpy = random() < 0.15;
    world.machine('abcd'[i]!, {
      options: { localPlayers, inputDelay: between(random, 0, 6) },
      speed: 1 + (random() - 0.5) * 0.03,
      hands: random() < 0.5 ? wild : buttons(),
      ...(jumpy && {
        clock: (ms: number) => (ms < jumps || (Number.isNaN(shift) && ms > jumps + 1000) ? ms : ms + shift),
      }),
    });
  });
  const tally: Tally = { deaths: 0, reloads: 0, watched: 0, frames: 0, ends: 0, drops: 0, stalls: 0 };
  // Halves of a partition that each let one and the same player back in would need two truths: either links fail, or
  // pages are reloaded.
  const reloads = random() < 0.5;
  const healing: { at: number; heal: () => void }[] = [];
  const later = (heal: () => void, withinMs = 2000): void =>
    void healing.push({ at: world.now() + random() * withinMs, heal });
  const dead = new Set<Machine>();

  /**
   * Somebody is on the way in. A returner that is not level yet may not hold what others were shown: then nobody dies
   * here.
   */
  const isComing = (): boolean =>
    coming > 0 ||
    world.machines.some(({ mode, match }) => mode !== 'off' && ['connecting', 'syncing'].includes(match.state));
  let coming = 0;

  const trouble = (world: World): void => {
    const machine = pick(world.machines);
    const other = pick(world.machines);
    const kind = random();
    if (machine === other || machine.mode === 'off' || machine.options.role === 'spectator') return;
    const link = world.network.link(machine.name, other.name);
    if (reloads && kind < 0.42) {
      const [start] = machine.events('start');
      if (kind < 0.1 && world.machines.length < 10)
        world.machine(`w${world.machines.length}`, { options: { role: 'spectator' } });
      else if (start && kind < 0.3 && machine.match.state !== 'ended' && world.machines.length < 10 && !isComing()) {
        if (random() < 0.5) machine.match.close();
        machine.mode = 'off';
        dead.add(machine);
        tally.reloads++;
        const { transport: _closed, ...options } = { ...machine.options, ticket: start.ticket };
        coming++;
        later(() => {
          coming--;
          world.machine(`${machine.name}*`, { address: machine.name.replace(/\*/g, ''), options });
        });
      }
    } else if (kind < 0.15) link.burst = between(random, 1, 60);
    else if (kind < 0.3) {
      link.cut = true;
      later(() => (link.cut = false));
    } else if (kind < 0.36) {
      world.network.set({ cut: true }, machine.name, other.name);
      if (random() < 0.7) later(() => world.network.set({ cut: false }, machine.name, other.name));
    } else if (kind < 0.42) {
      world.network.set({ cut: true });
      later(() => world.network.set({ cut: false }));
    } else if (kind < 0.56 && isComing()) return;
    else if (kind < 0.5) {
      machine.mode = 'off';
      dead.add(machine);
      tally.deaths++;
    } else if (kind < 0.56) {
      machine.match.close();
      if (random() < 0.5) machine.mode = 'poll';
      tally.deaths++;
    } else if (kind < 0.7) {
      machine.mode = pick(['off', 'poll']);
      // With spectators about nobody is away for so long that it would go on alone, as a match of its own with cuts of
      // its own.
      later(() => dead.has(machine) || (machine.mode = 'advance'), reloads ? 800 : 2000);
    } else if (kind < 0.8) {
      machine.match.pause(pick(['hidden', 'user']));
      later(() => machine.match.unpause());
    } else if (kind < 0.95) machine.setInputDelay(between(random, 0, 15));
    else link.loss = random() * 0.6;
  };

  for (let turn = 0; turn < 40; turn++) {
    world.run(random() * 400);
    if (random() < 0.6) trouble(world);
    for (let i = healing.length - 1; i >= 0; i--) if (healing[i]!.at < world.now()) healing.splice(i, 1)[0]!.heal();
  }
  for (const { heal } of healing) heal();
  for (const { match } of world.machines) match.unpause();
  // Nothing waits for ever: after a while each is at an end, alone in an empty room, or plays.
  world.run(30_000);
  const before = world.machines.map(({ match }) => match.session.frame());
  world.run(3000);
  const running: Machine[] = [];
  world.machines.forEach((machine, i) => {
    const { match } = machine;
    tally.frames += machine.verified;
    if (machine.options.role === 'spectator') tally.watched += machine.verified;
    tally.stalls += machine.results.stalled;
    tally.drops += machine.events('drop').length;
    expect(machine.events('desync'), `seed ${seed}, ${machine.name}`).toEqual([]);
    if (match.state === 'ended') {
      tally.ends++;
      expect(machine.events('end'), `seed ${seed}, ${machine.name}`).toHaveLength(1);
    } else if (machine.mode === 'advance' && match.state !== 'connecting') {
      expect(
        match.session.frame(),
        `seed ${seed}: machine ${machine.name}, ${match.state}, stands still`,
      ).toBeGreaterThan(before[i]! + 5);
      running.push(machine);
    }
  });
  // Machines that dropped the same ones are in one match.
  const view = (machine: Machine): string =>
    machine
      .events('drop')
      .map(({ handles, lastFrame }) => `${handles.join()} after ${lastFrame}`)
      .sort()
      .join('; ');
  for (const machine of running) {
    for (const other of running) {
      // One that came later has not been told of earlier drops.
      if (
        machine.firstFrame + other.firstFrame > 0 ||
        view(machine) !== view(other) ||
        machine.events('start')[0]!.seed !== other.events('start')[0]!.seed
      )
        continue;
      const frame = Math.min(
        ...[machine, other].map(({ match }) => Math.min(match.session.frame() - 1, match.session.confirmedFrame())),
      );
      if ([machine, other].every(({ match }) => frame >= match.session.frame() - match.session.depth())) {
        expect(machine.match.session.checksumAt(frame), `seed ${seed}`).toBe(other.match.session.checksumAt(frame));
      }
    }
  }
  return tally;
}

describe('chaos', () => {
  it(`seeds ${FROM} to ${TO}`, { timeout: 3_600_000 }, () => {
    const sum: Tally = { deaths: 0, reloads: 0, watched: 0, frames: 0, ends: 0, drops: 0, stalls: 0 };
    for (let seed = FROM; seed <= TO; seed++) {
      try {
        const tally = play(seed);
        for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += tally[name]; // the keys of a Tally
      } catch (error) {
        throw new Error(`chaos of seed ${seed}: ${String(error)}`, { cause: error });
      }
    }
    const matches = TO - FROM + 1;
    expect(sum.frames).toBeGreaterThan(500 * matches);
    expect(sum.deaths).toBeGreaterThan(matches / 2);
    expect(sum.reloads).toBeGreaterThan(matches / 3);
    expect(sum.watched).toBeGreaterThan(50 * matches);
    expect(sum.drops).toBeGreaterThan(matches / 2);
    expect(sum.stalls).toBeGreaterThan(20 * matches);
    expect(sum.ends).toBeGreaterThan(matches / 2);
  });
});
