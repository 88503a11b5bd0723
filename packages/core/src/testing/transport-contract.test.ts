import * as vitest from 'vitest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bytes, PeerId, Transport } from '../match/transport.js';
import type { LinkProfile } from './link-profile.js';
import { EXPECTED_RED, faultyPair, type Fault } from '../../test/faulty-pair.js';
import { createSimulatedNetwork } from './simulated-network.js';
import { describeTransport } from './transport-contract.js';

/** Two transports of a simulated network whose clock follows the timers. */
function simulatedPair(profile: LinkProfile, minimal: boolean): () => Promise<[Transport, Transport]> {
  let seed = 0;
  return async () => {
    const net = createSimulatedNetwork({ seed: seed++, ...profile });
    const pair: [Transport, Transport] = [net.transport('a', { minimal }), net.transport('b', { minimal })];
    const pump = setInterval(() => {
      try {
        net.advance(5);
      } catch {
        // What the suite's handler throws on purpose.
      }
    }, 5);
    setTimeout(() => clearInterval(pump), 60_000).unref();
    pump.unref();
    return pair;
  };
}

describeTransport(vitest, 'the simulated network', simulatedPair({}, false));
describeTransport(vitest, 'the simulated network with three methods', simulatedPair({ latencyMs: 5 }, true));
describeTransport(
  vitest,
  'the simulated network on a bad day',
  simulatedPair({ latencyMs: 10, jitterMs: 10, loss: 0.3, duplicate: 0.2, reorder: 0.1 }, false),
);

/** Runs the suite over `make` in fake time. @returns the titles that turned red */
async function redTitles(make: () => [Transport, Transport]): Promise<string[]> {
  const checks: [string, () => Promise<void>][] = [];
  describeTransport(
    {
      describe: (_: string, body: () => void) => body(),
      it: (title: string, body: () => Promise<void>) => checks.push([title, body]),
      expect,
    },
    'x',
    async () => make(),
  );
  expect(checks.length).toBeGreaterThan(15);
  const red: string[] = [];
  for (const [title, body] of checks) {
    let settled = false;
    void body()
      .catch(() => red.push(title))
      .finally(() => (settled = true));
    for (let i = 0; i < 100 && !settled; i++) await vi.advanceTimersByTimeAsync(200);
    expect(settled, `'${title}' never ends`).toBe(true);
  }
  return red;
}

describe('the suite itself', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is green on a transport without fault, and with a class whose methods need `this`', async () => {
    expect(await redTitles(() => faultyPair('none'))).toEqual([]);
    class Wrapped implements Transport {
      readonly inner: Transport;
      constructor(inner: Transport) {
        this.inner = inner;
      }
      send(payload: Bytes, peer?: PeerId): void {
        this.inner.send(payload, peer);
      }
      onMessage(handler: (payload: Bytes, peer: PeerId) => void): () => void {
        return this.inner.onMessage(handler);
      }
      peers(): readonly PeerId[] {
        return this.inner.peers!();
      }
      onPeer(handler: (peer: PeerId, change: 'join' | 'leave') => void): () => void {
        return this.inner.onPeer!(handler);
      }
      close(): void {
        this.inner.close();
      }
    }
    const wrapped = (): [Transport, Transport] => {
      const [a, b] = faultyPair('none');
      return [new Wrapped(a), new Wrapped(b)];
    };
    expect(await redTitles(wrapped)).toEqual([]);
  });

  // The keys of the table are its faults.
  for (const [fault, title] of Object.entries(EXPECTED_RED) as [Exclude<Fault, 'none'>, string][]) {
    it(`turns red on: ${fault}`, async () => {
      const red = await redTitles(() => faultyPair(fault));
      expect(
        red.some((seen) => seen.startsWith(title)),
        `red were: ${red.join('; ')}`,
      ).toBe(true);
    });
  }

  it('refuses a runner that lacks something, and names it', () => {
    const make = async (): Promise<[Transport, Transport]> => faultyPair('none');
    expect(() => describeTransport({ describe, expect }, 'x', make)).toThrow(/function it$/);
    expect(() => describeTransport(undefined, 'x', make)).toThrow(/describe, it, expect/);
    expect(() => describeTransport({ describe, it, expect }, 'x', undefined as unknown as typeof make)).toThrow(
      TypeError,
    ); // as from JavaScript
  });
});
