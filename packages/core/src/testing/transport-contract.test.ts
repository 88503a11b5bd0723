import * as vitest from 'vitest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bytes, PeerId, Transport } from '../match/transport.js';
import type { LinkProfile } from './link-profile.js';
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

type Fault = keyof typeof EXPECTED_RED | 'none';

/** What each fault must turn red; it may turn more. */
const EXPECTED_RED = {
  'a missing method': 'it has the three methods',
  'a maxPayload below what a match sends': 'it has the three methods',
  'plain arrays in place of Uint8Arrays': 'a payload arrives',
  'bytes cut to 7 bits': 'a payload arrives',
  'one direction dead': 'a payload arrives',
  'one name for both': 'a message names its sender',
  'the receiver named as the sender': 'a message names its sender',
  'delivery to itself': 'nothing that it sends arrives at itself',
  'no copy at send': 'what arrives is what the payload was',
  'the whole buffer of a sub-view': 'of a sub-view, its bytes arrive',
  'empty payloads swallowed': 'an empty payload arrives',
  'payloads cut at 1,000 bytes': 'the largest payload arrives whole',
  'one buffer for all that is on its way': 'many payloads from one buffer',
  'one handler at a time': 'every handler gets every message',
  'a thrown error ends the delivery': 'a handler that throws',
  'a thrown error ends the transport': 'a handler that throws',
  'unsubscribing does nothing': 'an unsubscribed handler gets nothing more',
  'unsubscribing twice throws': 'an unsubscribed handler gets nothing more',
  'handlers counted off a list that shrinks': 'a handler may unsubscribe itself',
  'no sending while delivering': 'a handler may send',
  'strangers get everything': 'a message to a stranger',
  'strangers throw': 'a message to a stranger',
  'send after close throws': 'closing twice',
  'send after close works': 'closing twice',
  'closing twice throws': 'closing twice',
  'receives after close': 'a handler may close',
  'selfId is not the name that others see': 'where it knows its own id',
  'peers() lists itself': 'where it knows its peers',
  'peers() keeps who has left': 'where it knows its peers',
  'leaves are told twice': 'where it tells who goes',
  'leaves are never told': 'where it tells who goes',
  'onPeer cannot be unsubscribed': 'where it tells who goes',
} as const;

/** Two transports joined in memory by timers, right but for one fault. */
function faultyPair(fault: Fault): [Transport, Transport] {
  const ids = fault === 'one name for both' ? ['a', 'a'] : ['a', 'b'];
  const sides = [0, 1].map(() => ({
    open: true,
    messages: [] as ((payload: Bytes, peer: PeerId) => void)[],
    presence: [] as ((peer: PeerId, change: 'join' | 'leave') => void)[],
    delivering: false,
    dead: false,
  }));
  const shared = new Uint8Array(70_000);

  function receive(side: number, payload: Bytes, from: PeerId): void {
    const self = sides[side]!;
    if ((!self.open && fault !== 'receives after close') || self.dead) return;
    let handlers = fault === 'handlers counted off a list that shrinks' ? self.messages : [...self.messages];
    if (fault === 'one handler at a time') handlers = handlers.slice(-1);
    self.delivering = true;
    for (const handler of handlers) {
      try {
        handler(payload, fault === 'the receiver named as the sender' ? ids[side]! : from);
      } catch {
        if (fault === 'a thrown error ends the delivery') break;
        if (fault === 'a thrown error ends the transport') self.dead = true;
      }
    }
    self.delivering = false;
  }

  function make(side: number): Transport {
    const self = sides[side]!;
    const otherSide = 1 - side;
    const other = sides[otherSide]!;
    function subscribe<H>(list: H[], handler: H, works: boolean): () => void {
      list.push(handler);
      let done = false;
      return () => {
        if (done && fault === 'unsubscribing twice throws') throw new Error('twice');
        done = true;
        if (works && list.includes(handler)) list.splice(list.indexOf(handler), 1);
      };
    }
    function wire(payload: Bytes): Bytes {
      let sent: Bytes = fault === 'the whole buffer of a sub-view' ? new Uint8Array(payload.buffer) : payload;
      if (fault === 'payloads cut at 1,000 bytes') sent = sent.slice(0, 1000);
      if (fault === 'bytes cut to 7 bits') return sent.map((byte) => byte & 0x7f);
      if (fault === 'no copy at send') return sent;
      if (fault === 'one buffer for all that is on its way') {
        shared.set(sent);
        return shared.subarray(0, sent.length);
      }
      return sent.slice();
    }
    const transport: Transport = {
      send(payload, peer) {
        if (!self.open && fault === 'send after close throws') throw new Error('closed');
        if (!self.open && fault !== 'send after close works') return;
        if (peer !== undefined && !ids.includes(peer)) {
          if (fault === 'strangers throw') throw new Error('stranger');
          if (fault !== 'strangers get everything') return;
        }
        if (fault === 'delivery to itself') setTimeout(receive, 1, side, wire(payload), ids[side]!);
        if (peer === ids[side] && fault !== 'one name for both') return;
        if (fault === 'empty payloads swallowed' && payload.length === 0) return;
        if (fault === 'one direction dead' && side === 1) return;
        if (fault === 'no sending while delivering' && self.delivering) return;
        const sent = wire(payload);
        const plain = Object.assign([...sent], { slice: () => sent }) as unknown as Bytes; // the fault itself
        setTimeout(receive, 1, otherSide, fault === 'plain arrays in place of Uint8Arrays' ? plain : sent, ids[side]!);
      },
      onMessage: (handler) => subscribe(self.messages, handler, fault !== 'unsubscribing does nothing'),
      close() {
        if (!self.open && fault === 'closing twice throws') throw new Error('twice');
        if (!self.open) return;
        self.open = false;
        if (fault === 'leaves are never told') return;
        for (let i = fault === 'leaves are told twice' ? 2 : 1; i > 0; i--) {
          setTimeout(() => other.presence.forEach((handler) => handler(ids[side]!, 'leave')), 1);
        }
      },
      selfId: fault === 'selfId is not the name that others see' ? 'me' : ids[side]!,
      peers: () => [
        ...(other.open || fault === 'peers() keeps who has left' ? [ids[otherSide]!] : []),
        ...(fault === 'peers() lists itself' ? [ids[side]!] : []),
      ],
      onPeer: (handler) => subscribe(self.presence, handler, fault !== 'onPeer cannot be unsubscribed'),
      maxPayload: fault === 'a maxPayload below what a match sends' ? 1100 : 65_000,
    };
    if (fault === 'a missing method') return { ...transport, close: undefined } as unknown as Transport; // the fault itself
    return transport;
  }
  return [make(0), make(1)];
}

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
