// close(), silence, and what the others make of it.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const TICK = 1000 / 60;
const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);
const others = (world: World, gone: Machine): Machine[] => world.machines.filter((machine) => machine !== gone);

const room = (count: number, seed: number, options = {}, link = {}): World => {
  const world = createWorld({
    seed,
    game: sensitiveGame({ numPlayers: count }),
    link: { latencyMs: 40, ...link },
    options,
  });
  for (const name of 'abcd'.slice(0, count)) world.machine(name);
  world.play(120);
  return world;
};

describe('close()', () => {
  it('is known at the other machine within 50 ms and the lag', () => {
    const world = room(2, 1);
    const [a, b] = world.machines as [Machine, Machine];
    const at = world.now();
    b.match.close();
    expect(b.match.state).toBe('ended');
    expect(b.events('end')).toEqual([{ reason: 'closed' }]);
    world.run(50 + 40);
    expect(a.events('drop')).toMatchObject([{ peer: 'b', handles: b.match.localHandles, reason: 'left' }]);
    expect(a.when('drop')! - at).toBeLessThanOrEqual(90);
    expect(a.events('end')).toEqual([{ reason: 'dropped' }]);
    expect(a.tick()).toBe('ended');
  });

  it.each([3, 4])('among %d machines within that and one round trip more, which agreeing takes', (count) => {
    const world = room(count, count, { onDrop: 'neutral' });
    const gone = world.machines[1]!;
    const at = world.now();
    gone.match.close();
    world.run(50 + 40 + 80 + 2 * TICK);
    for (const machine of others(world, gone)) {
      expect(machine.events('drop')).toMatchObject([{ peer: 'b', reason: 'left' }]);
      expect(machine.when('drop')! - at).toBeLessThan(50 + 40 + 80 + 2 * TICK);
    }
    world.play(400, 30_000, others(world, gone));
  });

  it('flushes what nobody has acknowledged: the cut is the last input that it sampled', () => {
    const world = room(2, 5, { onDrop: 'neutral', inputDelay: 6 });
    const [a, b] = world.machines as [Machine, Machine];
    const last = b.match.session.frame() - 1 + 6;
    b.match.close();
    world.run(500);
    expect(a.events('drop')[0]!.lastFrame).toBe(last);
    world.play(300, 20_000, [a]);
  });

  it('comes through 30 % loss, 60 times, while the one who left still polls', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const world = room(2, seed, {}, { loss: 0.3 });
      const [a, b] = world.machines as [Machine, Machine];
      b.match.close();
      b.mode = 'poll';
      world.until('a knows', () => a.match.state === 'ended', 1000);
      expect(a.events('drop')[0]!.reason).toBe('left');
    }
  });

  it('twice is once, and everything after it is quiet', () => {
    const world = room(2, 7);
    const b = world.machines[1]!;
    b.match.close();
    b.match.close();
    b.match.poll();
    b.match.pause();
    b.match.unpause();
    world.run(1000);
    expect(b.tick()).toBe('ended');
    b.match.close();
    expect(b.events('end')).toEqual([{ reason: 'closed' }]);
    expect(b.match.session.frame()).toBeGreaterThan(100);
    expect(b.match.localHandles).toHaveLength(1);
  });

  it('stops sending after a while', () => {
    const world = room(2, 8);
    const b = world.machines[1]!;
    b.match.close();
    world.run(10_000);
    const before = world.network.link('b', 'a').packets;
    world.run(10_000);
    expect(world.network.link('b', 'a').packets).toBe(before);
  });

  it('leaves the transport open: a rematch over the same ones starts and is another match', () => {
    const world = room(2, 9);
    const first = [...world.machines];
    const seed = first[0]!.events('start')[0]!.seed;
    for (const machine of first) machine.match.close();
    const again = first.map(({ name, options }) =>
      world.machine(`${name}2`, { address: `${name} unused`, options: { transport: options.transport! } }),
    );
    world.play(200, 20_000, again);
    for (const machine of again) {
      expect(names(machine)).toEqual(['start']);
      expect(machine.events('start')[0]!.seed).not.toBe(seed);
    }
  });

  it('before anybody came, and by one after the other', () => {
    const world = createWorld({ seed: 10, game: sensitiveGame() });
    const a = world.machine('a');
    a.match.close();
    expect(a.events('end')).toEqual([{ reason: 'closed' }]);
    expect(a.tick()).toBe('ended');
    const both = room(2, 11);
    for (const machine of both.machines) machine.match.close();
    both.run(1000);
    for (const machine of both.machines) expect(names(machine)).toEqual(['start', 'end']);
  });
});

describe('silence', () => {
  it('is an interrupt, then a drop, then the end', () => {
    const world = room(2, 20);
    const [a, b] = world.machines as [Machine, Machine];
    const died = world.now();
    b.mode = 'off';
    world.run(8000);
    expect(names(a)).toEqual(['start', 'interrupt', 'drop', 'end']);
    const [{ peer, silentMs }] = a.events('interrupt') as [{ peer: string; silentMs: number }];
    expect(peer).toBe('b');
    expect(silentMs).toBeGreaterThanOrEqual(750);
    expect(silentMs).toBeLessThan(750 + 2 * TICK);
    expect(a.when('interrupt')! - died).toBeLessThan(750 + 40 + 2 * TICK);
    expect(a.when('drop')! - died).toBeGreaterThan(5000 - TICK);
    expect(a.when('drop')! - died).toBeLessThan(5000 + 40 + 2 * TICK);
    expect(a.events('drop')[0]).toMatchObject({ peer: 'b', reason: 'timeout', handles: b.match.localHandles });
    expect(a.events('end')).toEqual([{ reason: 'dropped' }]);
  });

  it('that heals is an interrupt and a resume', () => {
    const world = room(2, 21, { notifyAfterMs: 300 });
    const [a, b] = world.machines as [Machine, Machine];
    b.mode = 'off';
    world.run(2000);
    b.mode = 'advance';
    world.play(300);
    expect(names(a)).toEqual(['start', 'interrupt', 'resume']);
    expect(a.events('resume')).toEqual([{ peer: 'b' }]);
    // The one who was away had no chance to hear anybody: it does not accuse them of silence.
    expect(names(b)).toEqual(['start']);
  });

  it('shorter than notifyAfterMs is nothing', () => {
    const world = room(2, 22, { notifyAfterMs: 700 });
    world.network.set({ cut: true });
    world.run(600);
    world.network.set({ cut: false });
    world.play(300);
    for (const machine of world.machines) expect(names(machine)).toEqual(['start']);
  });

  it('after dropAfterMs, whatever that is', () => {
    for (const dropAfterMs of [1500, 12_000]) {
      const world = room(2, dropAfterMs, { dropAfterMs });
      const [a, b] = world.machines as [Machine, Machine];
      const died = world.now();
      b.mode = 'off';
      world.run(dropAfterMs - 2 * TICK);
      expect(a.match.state).toBe('running');
      world.run(200);
      expect(a.events('end')).toEqual([{ reason: 'dropped' }]);
      expect(a.when('drop')! - died).toBeLessThan(dropAfterMs + 40 + 2 * TICK);
    }
  });

  it('on both sides ends both', () => {
    const world = room(2, 24);
    world.network.set({ cut: true });
    world.run(6000);
    for (const machine of world.machines) expect(names(machine)).toEqual(['start', 'interrupt', 'drop', 'end']);
  });

  it('of a machine that only polls is none: keep-alives go on', () => {
    const world = room(2, 25);
    const [a, b] = world.machines as [Machine, Machine];
    b.mode = 'poll';
    world.run(20_000);
    expect(names(a)).toEqual(['start']);
    expect(a.results.stalled).toBeGreaterThan(1000);
    b.mode = 'advance';
    world.play(300);
  });
});

describe('what onDrop does with two machines', () => {
  it.each(['neutral', 'repeat'] as const)('%s: the one that remains plays on alone, at full speed', (onDrop) => {
    const world = room(2, 30, { onDrop });
    const [a, b] = world.machines as [Machine, Machine];
    b.mode = 'off';
    world.until('dropped', () => a.events('drop').length === 1, 6000);
    const { stalled } = a.results;
    const frame = a.match.session.frame();
    world.run(5000);
    expect(a.match.session.frame() - frame).toBeGreaterThan(290);
    expect(a.results.stalled - stalled).toBeLessThanOrEqual(1);
    expect(a.match.session.confirmedFrame()).toBeGreaterThanOrEqual(a.match.session.frame() - 1);
    expect(a.match.state).toBe('running');
    expect(a.match.pacing()).toBe(1);
    expect(names(a)).toEqual(['start', 'interrupt', 'drop']);
    // What comes back later is not of this match any more.
    b.mode = 'advance';
    world.run(3000);
    expect(names(a)).toEqual(['start', 'interrupt', 'drop']);
    world.play(a.match.session.frame() + 60, 5000, [a]);
  });
});
