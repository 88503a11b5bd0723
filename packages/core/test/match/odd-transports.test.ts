// Transports that are worse than they should be.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bytes, PeerId, Transport } from '../../src/index.js';
import { ROUGH } from './hard-links.js';
import { sensitiveGame } from './sensitive-game.js';
import { createWorld, type Machine } from './world.js';

const names = (machine: Machine): string[] => machine.happenings.map(({ name }) => name);

describe('a transport whose send throws', () => {
  const errors = vi.spyOn(console, 'error');
  beforeEach(() => void errors.mockReset().mockImplementation(() => undefined));
  afterEach(() => void errors.mockReset());

  it.each([0.3, 1])('with a probability of %d is no more than a loss', (probability) => {
    const world = createWorld({
      seed: 1,
      game: sensitiveGame(),
      link: { latencyMs: 40 },
      options: { dropAfterMs: 2000 },
    });
    let thrown = 0;
    let failing = false;
    const port = world.network.join('a port');
    const transport: Transport = {
      ...port,
      send(payload, peer) {
        if (failing && world.random() < probability) {
          thrown++;
          throw new Error('from send');
        }
        port.send(payload, peer);
      },
    };
    const a = world.machine('a', { address: 'unused', options: { transport } });
    const b = world.machine('b');
    failing = probability < 1;
    world.play(300, 20_000);
    failing = true;
    world.run(4000);
    expect(thrown).toBeGreaterThan(60);
    if (probability === 1) expect(names(b)).toEqual(['start', 'interrupt', 'drop', 'end']);
    else expect(names(b)).toEqual(['start']);
    a.match.close();
    expect(errors).toHaveBeenCalled();
  });
});

describe('a naive transport that hands everything to everyone, whatever the peer argument says', () => {
  it.each([2, 3, 4])('%d machines', (count) => {
    const world = createWorld({
      seed: count,
      game: sensitiveGame({ numPlayers: count }),
      link: { ...ROUGH, loss: 0.1 },
      options: { onDrop: 'neutral', dropAfterMs: 2000 },
    });
    world.network.naive = true;
    for (const name of 'abcd'.slice(0, count)) world.machine(name);
    world.play(600);
    for (const machine of world.machines) expect(names(machine)).toEqual(['start']);
    const [gone, ...left] = world.machines as [Machine, ...Machine[]];
    gone.mode = 'off';
    world.until('dropped', () => left.every((machine) => machine.events('drop').length === 1), 10_000);
    world.play(900, 30_000, left);
  });

  it('with a machine too many', () => {
    const world = createWorld({ seed: 9, game: sensitiveGame(), link: { latencyMs: 30, loss: 0.2 } });
    world.network.naive = true;
    for (const name of 'abc') world.machine(name);
    world.until(
      'seated or told',
      () => world.machines.every(({ match }) => match.state === 'running' || match.state === 'ended'),
      10_000,
    );
    const playing = world.machines.filter(({ match }) => match.state === 'running');
    expect(playing).toHaveLength(2);
    world.play(200, 20_000, playing);
  });
});

describe('a transport that delivers inside send()', () => {
  it('plays: receiving never simulates', () => {
    const handlers = new Map<PeerId, Set<(payload: Bytes, peer: PeerId) => void>>();
    const instant = (id: PeerId): Transport => {
      const own = new Set<(payload: Bytes, peer: PeerId) => void>();
      handlers.set(id, own);
      return {
        send(payload, peer) {
          for (const [to, set] of handlers)
            if (to !== id && (peer === undefined || to === peer)) for (const handler of set) handler(payload, id);
        },
        onMessage(handler) {
          own.add(handler);
          return () => own.delete(handler);
        },
        close: () => own.clear(),
      };
    };
    const world = createWorld({ seed: 5, game: sensitiveGame({ numPlayers: 3 }) });
    for (const name of 'abc') world.machine(name, { options: { transport: instant(name) } });
    world.play(600);
    for (const machine of world.machines) expect(names(machine)).toEqual(['start']);
  });
});

describe('a transport that echoes', () => {
  it('what one sends comes back to oneself as well: nothing comes of it', () => {
    const world = createWorld({ seed: 6, game: sensitiveGame(), link: { latencyMs: 30 } });
    const machines = [world.machine('a'), world.machine('b')];
    for (const [from, to] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      world.network.link(from, to).tap = (bytes) => {
        world.network.inject(to, from, bytes);
        return bytes;
      };
    }
    world.play(600);
    for (const machine of machines) expect(names(machine)).toEqual(['start']);
  });
});

describe('a transport whose onMessage returns nothing', () => {
  it('can be closed all the same', () => {
    const world = createWorld({ seed: 8, game: sensitiveGame(), link: { latencyMs: 30 } });
    const port = world.network.join('a port');
    // As a page without TypeScript may write it.
    const transport = {
      ...port,
      onMessage: (handler: Parameters<Transport['onMessage']>[0]) => void port.onMessage(handler),
    } as unknown as Transport;
    const a = world.machine('a', { address: 'unused', options: { transport } });
    const b = world.machine('b');
    world.play(60);
    expect(() => a.match.close()).not.toThrow();
    world.run(1000);
    expect(b.events('drop')).toMatchObject([{ reason: 'left' }]);
  });
});

describe('a transport that is closed under a running match', () => {
  it('is silence', () => {
    const world = createWorld({ seed: 7, game: sensitiveGame(), link: { latencyMs: 30 } });
    const [a, b] = [world.machine('a'), world.machine('b')];
    world.play(100);
    a.options.transport!.close();
    world.run(6000);
    for (const machine of [a, b]) expect(machine.events('end')).toEqual([{ reason: 'dropped' }]);
  });
});

describe('a transport that knows more than it must', () => {
  it('says that a peer has left: it is dropped at once, as closed', () => {
    const world = createWorld({
      seed: 8,
      game: sensitiveGame({ numPlayers: 3 }),
      link: { latencyMs: 30 },
      options: { onDrop: 'neutral' },
    });
    const handlers: ((peer: PeerId, change: 'join' | 'leave') => void)[] = [];
    const [a, b, c] = [...'abc'].map((name) => {
      const port = world.network.join(name);
      const onPeer = (handler: (peer: PeerId, change: 'join' | 'leave') => void): (() => void) => {
        handlers.push(handler);
        return () => void handlers.splice(handlers.indexOf(handler), 1);
      };
      return world.machine(name, {
        address: `unused ${name}`,
        options: { transport: { ...port, selfId: name, onPeer } },
      });
    }) as [Machine, Machine, Machine];
    world.play(100);
    for (const handler of handlers) handler('nobody', 'leave');
    for (const handler of handlers) handler('b', 'join');
    world.run(100);
    expect(names(a)).toEqual(['start']);
    c.mode = 'off';
    for (const handler of handlers.slice(0, 2)) handler('c', 'leave');
    world.run(150);
    for (const machine of [a, b]) expect(machine.events('drop')).toMatchObject([{ peer: 'c', reason: 'closed' }]);
    world.play(300, 20_000, [a, b]);
    a.match.close();
    b.match.close();
    expect(handlers).toHaveLength(1);
  });

  it.each([200, 512])('takes %d bytes at most and throws above: no packet of any kind is larger', (maxPayload) => {
    const game = sensitiveGame({ inputWords: 8 });
    const world = createWorld({ seed: 9, game, link: { latencyMs: 30, loss: 0.1 } });
    let sent = 0;
    let refused = 0;
    const join = (name: string, role: 'player' | 'spectator'): Machine => {
      const port = world.network.join(name);
      const transport: Transport = {
        ...port,
        maxPayload,
        send(payload, peer) {
          sent++;
          if (payload.length > maxPayload) {
            refused++;
            return;
          }
          port.send(payload, peer);
        },
      };
      return world.machine(name, { address: `unused ${name}`, options: { role, transport } });
    };
    const players = [join('a', 'player'), join('b', 'player')];
    world.play(100, 20_000);
    const w = join('w', 'spectator');
    world.play(300, 40_000, players);
    world.until('watching', () => w.verified > 50, 20_000);
    expect(sent).toBeGreaterThan(600);
    expect(refused).toBe(0);
  });
});
