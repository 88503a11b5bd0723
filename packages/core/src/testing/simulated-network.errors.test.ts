import { runInNewContext } from 'node:vm';
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

describe('createSimulatedNetwork', () => {
  it('a handler that throws costs no delivery: the clock arrives, then advance() throws it', () => {
    const net = createSimulatedNetwork({ latencyMs: 5 });
    const [a, b] = [net.transport('a'), net.transport('b')];
    const fault = new Error('mine');
    const off = b.onMessage(() => {
      throw fault;
    });
    const atB = log(net, b);
    a.send(bytes(1));
    expect(() => net.advance(20)).toThrow(fault);
    expect(atB).toHaveLength(1);
    expect(net.now()).toBe(20);
    a.send(bytes(2));
    a.send(bytes(3));
    let caught: unknown;
    try {
      net.advance(20);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(AggregateError);
    expect((caught as AggregateError).errors).toEqual([fault, fault]);
    expect(atB).toHaveLength(3);
    off();
    net.advance(20);
    expect(net.now()).toBe(60);
  });

  it('advance() inside a handler is an error, and the network goes on', () => {
    const net = createSimulatedNetwork();
    const [a, b] = [net.transport('a'), net.transport('b')];
    b.onMessage(() => net.advance(1));
    a.send(bytes(1));
    expect(() => net.advance(1)).toThrow(/re-entrant/);
    expect(net.now()).toBe(1);
    expect(() => net.advance(1)).not.toThrow();
  });

  it('handlers that answer each other without delay are an error, not an endless loop', () => {
    const net = createSimulatedNetwork();
    const [a, b] = [net.transport('a'), net.transport('b')];
    a.onMessage((payload) => a.send(payload));
    b.onMessage((payload) => b.send(payload));
    a.send(bytes(1));
    expect(() => net.advance(1)).toThrow(/at 0 ms/);
  });

  it.each([
    [undefined, TypeError],
    ['16', TypeError],
    [NaN, TypeError],
    [-1, RangeError],
    [Infinity, RangeError],
  ])('advance(%o) throws and moves nothing', (ms, type) => {
    const net = createSimulatedNetwork();
    const a = net.transport('a');
    const atB = log(net, net.transport('b'));
    a.send(bytes(1));
    // Callers in JavaScript pass what they like.
    expect(() => net.advance(ms as number)).toThrow(type);
    expect(net.now()).toBe(0);
    expect(atB).toEqual([]);
  });

  it('sends a payload that was made in another frame', () => {
    const net = createSimulatedNetwork();
    const a = net.transport('a');
    const atB = log(net, net.transport('b'));
    a.send(runInNewContext('new Uint8Array([1, 2])'));
    net.advance(1);
    expect(atB).toEqual(['1.2 from a at 0']);
  });

  it('refuses bad ids, seeds and profiles', () => {
    const net = createSimulatedNetwork();
    // Callers in JavaScript pass what they like.
    const bad = 7 as unknown as string;
    expect(() => net.transport(bad)).toThrow(TypeError);
    expect(() => net.transport('')).toThrow(TypeError);
    expect(() => net.setLink(bad, 'b', {})).toThrow(TypeError);
    expect(() => net.setLink('a', 'b', { loss: 2 })).toThrow(RangeError);
    expect(() => net.partition('a', bad, true)).toThrow(TypeError);
    expect(() => net.partition('a', 'b', 1 as unknown as boolean)).toThrow(TypeError);
    expect(() => net.rename('a', bad)).toThrow(TypeError);
    expect(() => createSimulatedNetwork({ seed: 1.5 })).toThrow(TypeError);
    expect(() => createSimulatedNetwork({ loss: -1 })).toThrow(RangeError);
  });
});
