import { describe, expect, it } from 'vitest';
import type { Bytes } from '../match/transport.js';
import type { LinkProfile } from './link-profile.js';
import { createSimulatedNetwork } from './simulated-network.js';
import { bytesPerCall } from '../../test/allocated-bytes.js';

// With --expose-gc and a young generation that one measurement fits in (see vitest.config.ts).
const gc = (globalThis as { gc?: () => void }).gc;

/** Bytes allocated per call of `run`. */
const allocatedPerCall = (run: () => void, calls: number): number =>
  bytesPerCall(calls, run, { warmUp: calls * 3, repeats: 12 });

/** Two machines that send each other one packet a tick, of lengths that change, from one buffer. */
function exchange(profile: LinkProfile): { tick: () => void; received: () => number } {
  const net = createSimulatedNetwork({ seed: 5, ...profile });
  const [a, b] = [net.transport('a'), net.transport('b')];
  const payloads: Bytes[] = Array.from({ length: 16 }, (_, i) => new Uint8Array(20 + i * 7));
  let count = 0;
  let received = 0;
  const onMessage = (payload: Bytes): void => void (received += payload[0] === 0 ? 1 : 0);
  a.onMessage(onMessage);
  b.onMessage(onMessage);
  return {
    tick() {
      const payload = payloads[count++ & 15]!;
      a.send(payload);
      b.send(payload, 'a');
      net.advance(16);
    },
    received: () => received,
  };
}

describe.skipIf(gc === undefined)('bytes allocated', () => {
  it('the method sees 16 bytes a call', () => {
    let kept: object = {};
    expect(allocatedPerCall(() => void (kept = { kept: 1 }), 20_000)).toBeGreaterThan(12);
    expect(kept).toBeDefined();
  });

  it.each<[string, LinkProfile]>([
    ['without delay', {}],
    ['with constant delay', { latencyMs: 60 }],
    [
      'with loss, duplicates, a queue and bursts',
      { latencyMs: 60, loss: 0.2, duplicate: 0.1, bytesPerSec: 200_000, burstLoss: { enter: 0.01, exit: 0.2 } },
    ],
    ['with jitter', { latencyMs: 60, jitterMs: 20, reorder: 0.1 }],
  ])('a tick allocates nothing %s', (_, profile) => {
    const { tick, received } = exchange(profile);
    const perTick = allocatedPerCall(tick, 20_000);
    expect(received()).toBeGreaterThan(20_000);
    expect(perTick).toBeLessThan(0.05);
  });
});
