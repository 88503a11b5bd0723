import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bytes, Transport } from '../match/transport.js';
import { createSimulatedNetwork } from './simulated-network.js';
import type { SimulatedNetwork } from './simulated-network-types.js';

/** What arrives at a transport, as 'bytes from sender at time'. */
function log(net: SimulatedNetwork, transport: Transport): string[] {
  const lines: string[] = [];
  transport.onMessage((payload, peer) => lines.push(`${[...payload].join('.')} from ${peer} at ${net.now()}`));
  return lines;
}
const bytes = (...values: number[]): Bytes => new Uint8Array(values);
function balance(net: SimulatedNetwork): number {
  const { sent, duplicated, delivered, lost, inFlight } = net.stats;
  return sent + duplicated - delivered - lost - inFlight;
}

describe('createSimulatedNetwork', () => {
  it('delivers to all, or to the one named, only in advance(), at the due time', () => {
    const net = createSimulatedNetwork({ latencyMs: 25 });
    const [a, b, c] = [net.transport('a'), net.transport('b'), net.transport('c')];
    const [atA, atB, atC] = [log(net, a), log(net, b), log(net, c)];
    a.send(bytes(1, 2));
    a.send(bytes(3), 'c');
    expect(net.now()).toBe(0);
    expect([...atB, ...atC]).toEqual([]);
    net.advance(24);
    expect([...atB, ...atC]).toEqual([]);
    net.advance(10);
    expect(atB).toEqual(['1.2 from a at 25']);
    expect(atC).toEqual(['1.2 from a at 25', '3 from a at 25']);
    expect(atA).toEqual([]);
    expect(net.now()).toBe(34);
    expect(net.stats).toEqual({ sent: 3, delivered: 3, lost: 0, duplicated: 0, inFlight: 0, bytes: 5 });
    expect(net.linkStats('a', 'c')).toEqual({ sent: 2, delivered: 2, lost: 0, duplicated: 0, inFlight: 0, bytes: 3 });
  });

  it('a link without delay delivers at the next advance(), of 0 ms too', () => {
    const net = createSimulatedNetwork();
    const a = net.transport('a');
    const atB = log(net, net.transport('b'));
    a.send(bytes(1));
    expect(atB).toEqual([]);
    net.advance(0);
    expect(atB).toEqual(['1 from a at 0']);
  });

  it('delivers by due time, then by order of sending', () => {
    const net = createSimulatedNetwork({ latencyMs: 10 });
    const [a, b, c] = [net.transport('a'), net.transport('b'), net.transport('c')];
    net.setLink('a', 'c', { latencyMs: 30 });
    const atC = log(net, c);
    a.send(bytes(1), 'c');
    net.advance(20);
    b.send(bytes(2), 'c');
    b.send(bytes(3), 'c');
    net.advance(100);
    expect(atC).toEqual(['1 from a at 30', '2 from b at 30', '3 from b at 30']);
  });

  it('a handler may send: what is due in the same call is delivered in it, at its own time', () => {
    const net = createSimulatedNetwork({ latencyMs: 10 });
    const [a, b] = [net.transport('a'), net.transport('b')];
    const [atA, atB] = [log(net, a), log(net, b)];
    b.onMessage((payload) => b.send(bytes(payload[0]! + 1)));
    a.send(bytes(1));
    net.advance(19);
    expect([atA, atB]).toEqual([[], ['1 from a at 10']]);
    a.send(bytes(7));
    net.advance(20);
    expect(atA).toEqual(['2 from b at 20', '8 from b at 39']);
  });

  it('copies at send, keeps the length of a sub-view, and hands over a view that is worthless after the call', () => {
    const net = createSimulatedNetwork();
    const [a, b] = [net.transport('a'), net.transport('b')];
    const kept: Bytes[] = [];
    const during: number[][] = [];
    b.onMessage((payload) => {
      kept.push(payload);
      during.push([...payload]);
    });
    const buffer = bytes(9, 9, 1, 2, 3, 9);
    a.send(buffer.subarray(2, 5));
    a.send(bytes());
    buffer.fill(0);
    net.advance(0);
    expect(during).toEqual([[1, 2, 3], []]);
    expect(kept[0]).toHaveLength(3);
    expect([...kept[0]!]).not.toEqual([1, 2, 3]);
    expect(kept[0]!.byteOffset).toBeGreaterThan(0);
  });

  it('takes its largest payload whole and refuses one more byte', () => {
    const net = createSimulatedNetwork();
    const [a, b] = [net.transport('a'), net.transport('b')];
    const max = a.maxPayload!;
    const payload = Uint8Array.from({ length: max }, (_, i) => i % 251);
    let equal = false;
    b.onMessage((got) => (equal = got.length === max && got.every((byte, i) => byte === i % 251)));
    a.send(payload);
    net.advance(0);
    expect(equal).toBe(true);
    expect(() => a.send(new Uint8Array(max + 1))).toThrow(RangeError);
    // Callers in JavaScript pass what they like.
    expect(() => a.send([1] as unknown as Bytes)).toThrow(TypeError);
  });

  it('sets each direction apart, and restores what the network was created with', () => {
    const net = createSimulatedNetwork({ latencyMs: 10 });
    const [a, b] = [net.transport('a'), net.transport('b')];
    const [atA, atB] = [log(net, a), log(net, b)];
    net.setLink('a', 'b', { loss: 1 });
    const both = (): void => {
      a.send(bytes(1));
      b.send(bytes(2));
      net.advance(100);
    };
    both();
    net.setLink('a', 'b', { latencyMs: 40 });
    both();
    net.setLink('a', 'b', {});
    both();
    expect(atB).toEqual(['1 from a at 140', '1 from a at 210']);
    expect(atA).toEqual(['2 from b at 10', '2 from b at 110', '2 from b at 210']);
  });

  it('partition cuts both ways, what is on its way too, and heals', () => {
    const net = createSimulatedNetwork({ latencyMs: 10 });
    const [a, b, c] = [net.transport('a'), net.transport('b'), net.transport('c')];
    const [atA, atB, atC] = [log(net, a), log(net, b), log(net, c)];
    a.send(bytes(1));
    net.partition('b', 'a', true);
    a.send(bytes(2));
    b.send(bytes(3));
    net.advance(50);
    expect([atA, atB]).toEqual([[], []]);
    expect(atC).toHaveLength(3);
    net.partition('a', 'b', false);
    a.send(bytes(4), 'b');
    net.advance(50);
    expect(atB).toEqual(['4 from a at 60']);
    expect(net.stats.lost).toBe(3);
    expect(balance(net)).toBe(0);
  });

  it('rename: the same machine under a new address, with its handlers, links and cuts', () => {
    const net = createSimulatedNetwork({ latencyMs: 10 });
    const [a, b, c] = [net.transport('a'), net.transport('b'), net.transport('c')];
    net.setLink('b', 'a', { latencyMs: 30 });
    net.partition('a', 'c', true);
    const [atA, atB, atC] = [log(net, a), log(net, b), log(net, c)];
    const told: string[] = [];
    b.onPeer!((peer, change) => told.push(`${peer} ${change}`));
    net.advance(0);
    told.length = 0;
    a.send(bytes(1), 'b');
    b.send(bytes(2), 'a');
    net.rename('a', 'a2');
    a.send(bytes(3));
    b.send(bytes(4), 'a');
    b.send(bytes(5), 'a2');
    net.advance(100);
    expect(a.selfId).toBe('a2');
    expect(b.peers!()).toEqual(['a2', 'c']);
    expect(atB).toEqual(['1 from a at 10', '3 from a2 at 10']);
    expect(atA).toEqual(['5 from b at 30']);
    expect(atC).toEqual([]);
    expect(told).toEqual([]);
    expect(net.transport('a2')).toBe(a);
    // The old address is free again, with fresh links.
    const other = log(net, net.transport('a'));
    b.send(bytes(6), 'a');
    net.advance(10);
    expect(other).toEqual(['6 from b at 110']);
    expect(() => net.rename('nobody', 'x')).toThrow(/nobody/);
    expect(() => net.rename('b', 'c')).toThrow(RangeError);
  });

  it('a closed transport neither sends nor receives, and its id may come back as a new one', () => {
    const net = createSimulatedNetwork({ latencyMs: 10 });
    const [a, b] = [net.transport('a'), net.transport('b')];
    expect(net.transport('b')).toBe(b);
    const [atA, atB] = [log(net, a), log(net, b)];
    a.send(bytes(1));
    b.send(bytes(2));
    b.close();
    b.close();
    b.send(bytes(3));
    a.send(bytes(4), 'b');
    const reborn = net.transport('b');
    expect(reborn).not.toBe(b);
    const atReborn = log(net, reborn);
    net.advance(10);
    expect(atB).toEqual([]);
    expect(atA).toEqual(['2 from b at 10']);
    expect(atReborn).toEqual(['1 from a at 10', '4 from a at 10']);
    expect(b.peers!()).toEqual([]);
    expect(a.peers!()).toEqual(['b']);
  });

  it('when a handler closes its transport, the handlers after it hear nothing, nor is it told who comes and goes', () => {
    const net = createSimulatedNetwork();
    const [a, b] = [net.transport('a'), net.transport('b')];
    b.onMessage(() => {
      net.transport('c');
      b.close();
    });
    const atB = log(net, b);
    const told: string[] = [];
    b.onPeer!((peer, change) => told.push(`${peer} ${change}`));
    a.send(bytes(1));
    net.advance(0);
    expect([atB, told]).toEqual([[], []]);
  });

  it('no two links, nor the two directions of one, lose the same packets', () => {
    const net = createSimulatedNetwork({ seed: 3, loss: 0.5 });
    const ids = ['a', 'b', 'c'];
    const arrived = new Map<string, string>();
    for (const id of ids) {
      net.transport(id).onMessage((payload, peer) => {
        const link = `${peer} to ${id}`;
        arrived.set(link, `${arrived.get(link) ?? ''} ${payload[0]}`);
      });
    }
    for (let i = 0; i < 64; i++) for (const id of ids) net.transport(id).send(bytes(i));
    net.advance(0);
    expect(arrived.size).toBe(6);
    expect(new Set(arrived.values()).size).toBe(6);
  });

  it('drops what is for a stranger or for oneself', () => {
    const net = createSimulatedNetwork();
    const a = net.transport('a');
    const atA = log(net, a);
    a.send(bytes(1), 'nobody');
    a.send(bytes(1), 'a');
    a.send(bytes(1));
    net.advance(1);
    expect(atA).toEqual([]);
    expect(net.stats).toMatchObject({ sent: 1, lost: 1, delivered: 0 });
  });

  it('announces who comes and goes, inside advance() only, to those who were there', () => {
    const net = createSimulatedNetwork();
    const a = net.transport('a');
    const told: string[] = [];
    const off = a.onPeer!((peer, change) => told.push(`${peer} ${change}`));
    const b = net.transport('b');
    b.onPeer!((peer, change) => told.push(`to b: ${peer} ${change}`));
    expect(a.peers!()).toEqual(['b']);
    expect(told).toEqual([]);
    net.advance(0);
    expect(told).toEqual(['b join']);
    b.close();
    net.advance(0);
    expect(told).toEqual(['b join', 'b leave']);
    off();
    net.transport('c');
    net.advance(0);
    expect(told).toHaveLength(2);
  });

  it('a transport closed in a handler is announced in the same advance()', () => {
    const net = createSimulatedNetwork();
    const [a, b] = [net.transport('a'), net.transport('b')];
    const told: string[] = [];
    net.advance(0);
    a.onPeer!((peer, change) => told.push(`${peer} ${change}`));
    b.onMessage(() => b.close());
    a.send(bytes(1));
    net.advance(0);
    expect(told).toEqual(['b leave']);
  });

  it('minimal transports have the three methods alone', () => {
    const net = createSimulatedNetwork();
    const a = net.transport('a', { minimal: true });
    const atB = log(net, net.transport('b'));
    expect(Object.keys(a).sort()).toEqual(['close', 'onMessage', 'send']);
    a.send(bytes(1));
    net.advance(0);
    expect(atB).toHaveLength(1);
  });

  describe('with a hostile profile', () => {
    const hostile = {
      latencyMs: 40,
      jitterMs: 30,
      loss: 0.2,
      duplicate: 0.1,
      reorder: 0.1,
      burstLoss: { enter: 0.02, exit: 0.3 },
      bytesPerSec: 20_000,
    };

    function play(seed: number, extra: boolean): string[] {
      const net = createSimulatedNetwork({ seed, ...hostile });
      const [a, b] = [net.transport('a'), net.transport('b')];
      const lines: string[] = [];
      for (const [name, transport] of [
        ['a', a],
        ['b', b],
      ] as const) {
        transport.onMessage((payload, peer) =>
          lines.push(`${name} got ${payload.join('.')} from ${peer} at ${net.now()}`),
        );
      }
      const c = extra ? net.transport('c') : undefined;
      for (let tick = 0; tick < 300; tick++) {
        a.send(bytes(tick & 0xff, tick >> 8), 'b');
        b.send(bytes(tick & 0xff, tick >> 8), 'a');
        c?.send(bytes(1), 'c2');
        c?.send(bytes(1), 'a');
        net.advance(1000 / 60);
        expect(balance(net)).toBe(0);
      }
      net.advance(5000);
      expect(net.stats.inFlight).toBe(0);
      expect(net.stats.lost).toBeGreaterThan(50);
      expect(net.stats.duplicated).toBeGreaterThan(20);
      return lines.filter((line) => !line.includes('from c'));
    }

    it('repeats from its seed, to the bit, and a third machine changes nothing between the first two', () => {
      const first = play(11, false);
      expect(first.length).toBeGreaterThan(300);
      expect(play(11, false)).toEqual(first);
      expect(play(11, true)).toEqual(first);
      expect(play(12, false)).not.toEqual(first);
    });

    it('delivers nothing but what was sent, whole, in whatever order and steps', () => {
      let delivered = 0;
      fc.assert(
        fc.property(
          fc.integer(),
          fc.array(fc.record({ length: fc.nat({ max: 600 }), ms: fc.nat({ max: 40 }) }), {
            minLength: 20,
            maxLength: 60,
          }),
          (seed, steps) => {
            const net = createSimulatedNetwork({ seed, ...hostile });
            const [a, b] = [net.transport('a'), net.transport('b')];
            b.onMessage((payload) => {
              const id = payload.length;
              expect(payload.every((byte, i) => byte === ((id + i) & 0xff))).toBe(true);
              delivered++;
            });
            const scratch = new Uint8Array(600);
            for (const { length, ms } of steps) {
              for (let i = 0; i < length; i++) scratch[i] = length + i;
              a.send(scratch.subarray(0, length));
              scratch.fill(0);
              net.advance(ms);
              expect(balance(net)).toBe(0);
            }
            net.advance(3000);
            expect(net.stats.inFlight).toBe(0);
          },
        ),
        { numRuns: 100 },
      );
      expect(delivered).toBeGreaterThan(500);
    });
  });
});
