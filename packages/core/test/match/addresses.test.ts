// Transport ids are where a machine is heard, not who it is.
import { describe, expect, it } from 'vitest';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine } from './world.js';

const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);

describe('a page that is reloaded comes back under the same transport id', () => {
  it.each(['end', 'neutral'] as const)(
    'in mid-match without a goodbye: the old link is retired at once, never doubled (onDrop %s)',
    (onDrop) => {
      const world = createWorld({
        seed: 1,
        game: sensitiveGame({ numPlayers: 3 }),
        link: { latencyMs: 40 },
        options: { onDrop },
      });
      const [a, b, c] = [...'abc'].map((name) => world.machine(name)) as [Machine, Machine, Machine];
      world.play(120);
      c.mode = 'off';
      const reloaded = world.now();
      const again = world.machine('c again', { address: 'c', phaseMs: 50 });
      world.run(3000);
      for (const machine of [a, b]) {
        expect(machine.events('drop')).toMatchObject([{ peer: 'c', handles: c.match.localHandles, reason: 'left' }]);
        expect(machine.when('drop')! - reloaded).toBeLessThan(2600);
      }
      if (onDrop === 'end')
        for (const machine of [a, b]) expect(machine.events('end')).toEqual([{ reason: 'dropped' }]);
      else {
        expect(again.events('reject')[0]).toMatchObject({ reason: 'full' });
        expect(again.events('end')).toEqual([{ reason: 'rejected' }]);
        world.play(400, 20_000, [a, b]);
      }
    },
  );

  it('while they are still joining: the new one is seated, the old one forgotten', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const world = createWorld({ seed, game: sensitiveGame(), link: { latencyMs: 40, loss: seed % 2 ? 0.3 : 0 } });
      const a = world.machine('a');
      world.run(300);
      const old = world.machine('b', { phaseMs: 0 });
      world.run(seed * 4);
      old.mode = 'off';
      if (a.match.state === 'running') continue;
      const again = world.machine('b again', { address: 'b' });
      world.until('seated', () => again.match.state !== 'connecting' && again.match.state !== 'syncing', 15_000);
      // Had the old one been agreed on a moment before, the new one is told so.
      if (again.match.state === 'ended') expect(again.events('reject')[0]).toMatchObject({ reason: 'full' });
      else world.play(60, 10_000, [a, again]);
    }
  });

  it('after the match ended: a rematch under the same ids', () => {
    const world = createWorld({ seed: 3, game: sensitiveGame(), link: { latencyMs: 40 } });
    const [a, b] = [...'ab'].map((name) => world.machine(name)) as [Machine, Machine];
    world.play(100);
    a.match.close();
    b.match.close();
    const again = [world.machine('a2', { address: 'a' }), world.machine('b2', { address: 'b' })];
    world.play(100, 10_000, again);
  });
});

describe('the same machine under a new address', () => {
  it('in a match of two, again and again', () => {
    const world = createWorld({ seed: 10, game: sensitiveGame(), link: { latencyMs: 40, loss: 0.1 } });
    const [a, b] = [...'ab'].map((name) => world.machine(name)) as [Machine, Machine];
    let address = 'b';
    for (let turn = 0; turn < 8; turn++) {
      world.play(100 * (turn + 1));
      world.network.rename(address, `b${turn}`);
      address = `b${turn}`;
    }
    world.play(1000);
    expect(a.match.stats(address)!.rttMs).toBeGreaterThan(50);
    expect(a.match.stats('b')).toBeUndefined();
    for (const machine of [a, b]) {
      expect(names(machine)).toEqual(['start']);
      expect(machine.results.stalled).toBeLessThan(30);
    }
  });

  it('with three machines, each of them in turn', () => {
    const world = createWorld({ seed: 11, game: sensitiveGame({ numPlayers: 3 }), link: { latencyMs: 40 } });
    const machines = [...'abc'].map((name) => world.machine(name));
    [...'abc'].forEach((name, i) => {
      world.play(100 * (i + 1));
      world.network.rename(name, `new ${name}`);
    });
    world.play(600);
    for (const machine of machines) expect(names(machine)).toEqual(['start']);
  });

  it('is not who sends an old packet from elsewhere', () => {
    const world = createWorld({ seed: 12, game: sensitiveGame(), link: { latencyMs: 40 } });
    const [a] = [...'ab'].map((name) => world.machine(name)) as [Machine];
    let old: Uint8Array | undefined;
    world.network.link('b', 'a').tap = (bytes) => {
      if (world.now() > 1500) old ??= bytes;
      return bytes;
    };
    world.play(200);
    world.network.join('elsewhere');
    for (let turn = 0; turn < 100; turn++) {
      world.network.inject('elsewhere', 'a', old!);
      world.run(16);
    }
    expect(world.network.link('a', 'elsewhere').packets).toBeLessThan(5);
    expect(names(a)).toEqual(['start']);
  });
});
