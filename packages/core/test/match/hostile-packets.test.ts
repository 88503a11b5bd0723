// Bytes from a peer, or from whoever can reach the transport, never throw and never change a match: they are counted
// and dropped.
import { describe, expect, it } from 'vitest';
import type { Bytes } from '../../src/index.js';
import { ROUGH } from './hard-links.js';
import { createTape, mutate, type Mutation } from './mutate.js';
import { createRandom, between } from './random.js';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine, type World } from './world.js';

const dropped = ({ match }: Machine): number => match.counters.droppedPackets;

/** A running match, and what its machines said to each other. */
function record(seed: number, link = {}): { world: World; a: Machine; b: Machine; packets: Bytes[] } {
  const world = createWorld({ seed, game: sensitiveGame(), link: { latencyMs: 30, ...link } });
  const a = world.machine('a');
  const b = world.machine('b');
  const tape = createTape(400);
  world.network.link('a', 'b').tap = tape.tap;
  world.network.link('b', 'a').tap = tape.tap;
  world.play(230);
  return { world, a, b, packets: tape.packets };
}

describe('damaged packets', () => {
  it('20,000 of them, from the peer and from strangers: every one is counted, none throws, the match stays bit-exact', () => {
    const { world, a, b, packets } = record(1);
    expect(packets).toHaveLength(400);
    const random = createRandom(20_000);
    const seen: Partial<Record<Mutation, number>> = {};
    const before = [dropped(a), dropped(b)];
    let injected = 0;
    for (; injected < 20_000; injected += 40) {
      for (let i = 0; i < 20; i++) {
        world.network.inject(random() < 0.5 ? 'b' : 'stranger', 'a', mutate(random, packets, seen));
        world.network.inject(random() < 0.5 ? 'a' : 'stranger', 'b', mutate(random, packets, seen));
      }
      world.run(16);
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(1000);
    expect(dropped(a) - before[0]!).toBe(injected / 2);
    expect(dropped(b) - before[1]!).toBe(injected / 2);
    world.play(a.match.session.frame() + 60);
    for (const { happenings, match, results } of [a, b]) {
      expect(happenings.map(({ name }) => name)).toEqual(['start']);
      expect(match.session.frame()).toBeGreaterThan(500);
      expect(results.stalled).toBeLessThan(20);
    }
  });

  it('while machines are still joining', () => {
    const { packets } = record(2);
    for (let seed = 1; seed <= 20; seed++) {
      const world = createWorld({ seed, game: sensitiveGame(), link: { ...ROUGH, loss: 0.2 } });
      const machines = [world.machine('a'), world.machine('b')];
      const random = createRandom(seed);
      for (let turn = 0; turn < 60; turn++) {
        for (const { name } of machines)
          for (let i = 0; i < 3; i++) world.network.inject('b', name, mutate(random, packets.slice(0, 40)));
        world.run(16);
      }
      world.play(60, 20_000);
      for (const machine of machines) {
        expect(dropped(machine)).toBeGreaterThanOrEqual(180);
        expect(machine.happenings.map(({ name }) => name)).toEqual(['start']);
      }
    }
  });

  it('more of them between two ticks than an inbox holds: the match goes on', () => {
    const { world, a, b, packets } = record(3);
    const random = createRandom(3);
    for (let turn = 0; turn < 20; turn++) {
      for (let i = 0; i < 2000; i++) world.network.inject('stranger', 'a', mutate(random, packets));
      world.run(100);
    }
    world.play(a.match.session.frame() + 100, 20_000, [a, b]);
    expect(dropped(a)).toBeGreaterThanOrEqual(40_000);
    expect(a.events('end')).toEqual([]);
  });

  it('of no bytes and of a megabyte', () => {
    const { world, a } = record(4);
    const before = dropped(a);
    for (const length of [0, 1, 2, 3, 4, 5, 1199, 1200, 1201, 65_535])
      world.network.inject('b', 'a', new Uint8Array(length));
    world.run(100);
    expect(dropped(a) - before).toBe(10);
  });
});

describe('whole packets that do not belong here', () => {
  it('from an earlier match between the same machines over the same transports: counted and ignored', () => {
    const { world, a, b, packets } = record(5);
    a.match.close();
    world.until('b knows', () => b.match.state === 'ended');
    const again = [a, b].map(({ options }, i) =>
      world.machine('ab'[i]! + '2', { options: { transport: options.transport! }, address: `unused ${i}` }),
    );
    world.run(3000);
    world.play(100, 20_000, again);
    const [a2, b2] = again as [Machine, Machine];
    const before = [dropped(a2), dropped(b2)];
    packets.forEach((packet) => {
      world.network.inject('b', 'a', packet);
      world.network.inject('a', 'b', packet);
      world.run(2);
    });
    world.play(a2.match.session.frame() + 100, 20_000, again);
    // Hellos and rosters of the first match mean nothing either.
    for (const [i, machine] of again.entries()) {
      expect(dropped(machine) - before[i]!).toBeGreaterThan(packets.length / 2);
      expect(machine.events('end')).toEqual([]);
      expect(machine.events('drop')).toEqual([]);
    }
  });

  it('of this match, but long ago, twice, in any order: nothing happens', () => {
    const { world, a, b, packets } = record(6);
    const random = createRandom(6);
    for (let turn = 0; turn < 500; turn++) {
      for (let i = 0; i < 4; i++) {
        // Most of them go where they were bound for, the others do not.
        world.network.inject('b', 'a', packets[between(random, 0, packets.length - 1)]!);
        world.network.inject('a', 'b', packets[between(random, 0, packets.length - 1)]!);
      }
      world.run(16);
    }
    world.play(a.match.session.frame() + 60, 20_000);
    for (const { happenings, results } of [a, b]) {
      expect(happenings.map(({ name }) => name)).toEqual(['start']);
      expect(results.stalled).toBeLessThan(20);
    }
  });

  it('of this match from a stranger address move no traffic there', () => {
    const { world, a, packets } = record(7);
    world.network.join('thief');
    for (const packet of packets) world.network.inject('thief', 'a', packet);
    world.run(2000);
    expect(world.network.link('a', 'thief').packets).toBeLessThan(30);
    expect(a.happenings.map(({ name }) => name)).toEqual(['start']);
    world.play(a.match.session.frame() + 60, 20_000);
  });

  it('of another match at the same place, from all its phases', () => {
    const other = record(8);
    const { world, a, b } = record(9);
    for (const packet of other.packets) {
      world.network.inject('stranger', 'a', packet);
      world.network.inject('b', 'b', packet);
      world.run(5);
    }
    world.play(a.match.session.frame() + 60, 20_000);
    for (const machine of [a, b])
      expect(machine.happenings.filter(({ name }) => name !== 'reject').map(({ name }) => name)).toEqual(['start']);
  });
});
