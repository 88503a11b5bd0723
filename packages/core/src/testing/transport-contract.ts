import { typed } from '../base/errors.js';
import { assertTransport, type Bytes, type PeerId, type Transport } from '../match/transport.js';
import { assertRunner, has, inbox, introduce, sameBytes, sleep, until, withoutReports } from './contract-runner.js';

/** What a match may send: every transport must carry it. */
const MATCH_PAYLOAD = 1200;
/** For what must not arrive: several times what a message takes between two tabs (95 % within 5.5 ms, measured). */
const SETTLE_MS = 60;

/**
 * The suite that every transport passes: what Transport promises, run against two that are joined.
 *
 * The transport may lose, repeat and reorder packets. Messages are sent until they arrive, so it takes as long as the
 * link is bad; every wait ends within 4 s.
 *
 * @param runner an object with `describe`, `it` and `expect` (toBe, toEqual): vitest's own module, or a few lines in a
 * page
 * @param make two joined transports, new for each test. Both are closed after it
 * @throws TypeError naming what the runner lacks
 */
export function describeTransport(runner: unknown, name: string, make: () => Promise<[Transport, Transport]>): void {
  assertRunner(runner);
  const { describe, it, expect } = runner;
  typed('make', make, 'function');

  function check(title: string, body: (a: Transport, b: Transport) => Promise<void>): void {
    it(title, async () => {
      const [a, b] = await make();
      try {
        await body(a, b);
      } finally {
        a.close();
        b.close();
      }
    });
  }

  describe(`${name} keeps the transport contract`, () => {
    check('it has the three methods, and what it has beyond them is of its kind', async (a) => {
      assertTransport(a);
      if (a.selfId !== undefined) expect(typeof a.selfId === 'string' && a.selfId !== '').toBe(true);
      if (a.peers !== undefined) expect(Array.isArray(a.peers())).toBe(true);
      if (a.onPeer !== undefined) expect(typeof a.onPeer(() => {})).toBe('function');
      if (a.maxPayload !== undefined)
        expect(Number.isInteger(a.maxPayload) && a.maxPayload >= MATCH_PAYLOAD).toBe(true);
    });

    check('a payload arrives at the other side as a Uint8Array of the same bytes, both ways', async (a, b) => {
      let kind = '';
      b.onMessage((received) => (kind = Object.prototype.toString.call(received)));
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const arrived = inbox(to);
        const payload = Uint8Array.from({ length: 256 }, (_, i) => i);
        await until(
          'a payload',
          () => has(arrived, payload),
          () => from.send(payload),
        );
        expect(arrived.every((message) => sameBytes(message.payload, payload))).toBe(true);
      }
      expect(kind).toBe('[object Uint8Array]');
    });

    check('a message names its sender, and that name reaches it', async (a, b) => {
      const { idOfA, idOfB } = await introduce(a, b);
      expect(idOfA === idOfB).toBe(false);
      const atA = inbox(a);
      const atB = inbox(b);
      await until(
        'a message to b by its name',
        () => has(atB, bytes(1)),
        () => a.send(bytes(1), idOfB),
      );
      await until(
        'a message to a by its name',
        () => has(atA, bytes(2)),
        () => b.send(bytes(2), idOfA),
      );
      expect(atB.every((message) => message.peer === idOfA)).toBe(true);
      expect(atA.every((message) => message.peer === idOfB)).toBe(true);
    });

    check('nothing that it sends arrives at itself', async (a, b) => {
      const { idOfA } = await introduce(a, b);
      const atA = inbox(a);
      const atB = inbox(b);
      a.send(bytes(1), idOfA);
      await until(
        'the message at the other side',
        () => has(atB, bytes(2)),
        () => a.send(bytes(2)),
      );
      await sleep(SETTLE_MS);
      expect(has(atA, bytes(1)) || has(atA, bytes(2))).toBe(false);
    });

    check('what arrives is what the payload was when it was sent', async (a, b) => {
      const atB = inbox(b);
      const payload = bytes(1, 2, 3);
      await until(
        'the payload',
        () => atB.length > 0,
        () => {
          payload.set([1, 2, 3]);
          a.send(payload);
          payload.fill(9);
        },
      );
      await sleep(SETTLE_MS);
      expect(atB.every((message) => sameBytes(message.payload, bytes(1, 2, 3)))).toBe(true);
    });

    check('of a sub-view, its bytes arrive and no others', async (a, b) => {
      const atB = inbox(b);
      const whole = bytes(9, 9, 1, 2, 3, 9);
      await until(
        'the payload',
        () => atB.length > 0,
        () => a.send(whole.subarray(2, 5)),
      );
      expect(atB.every((message) => sameBytes(message.payload, bytes(1, 2, 3)))).toBe(true);
    });

    check('an empty payload arrives, empty', async (a, b) => {
      const atB = inbox(b);
      await until(
        'the payload',
        () => atB.length > 0,
        () => a.send(bytes()),
      );
      expect(atB.every((message) => message.payload.length === 0)).toBe(true);
    });

    check('the largest payload arrives whole', async (a, b) => {
      const atB = inbox(b);
      const payload = Uint8Array.from({ length: a.maxPayload ?? MATCH_PAYLOAD }, (_, i) => (i * 7 + (i >> 8)) & 0xff);
      await until(
        'the payload',
        () => atB.length > 0,
        () => a.send(payload),
      );
      expect(atB.every((message) => sameBytes(message.payload, payload))).toBe(true);
    });

    check('many payloads from one buffer do not mix', async (a, b) => {
      const arrived = new Set<number>();
      let spoilt = 0;
      b.onMessage((payload) => {
        const number = payload[0] ?? -1;
        if (payload.length === 1 + (number % 50) && payload.every((byte) => byte === number)) arrived.add(number);
        else spoilt++;
      });
      const buffer = new Uint8Array(50);
      await until(
        '200 payloads',
        () => arrived.size === 200,
        () => {
          for (let number = 0; number < 200; number++) {
            if (!arrived.has(number)) a.send(buffer.fill(number).subarray(0, 1 + (number % 50)));
          }
        },
      );
      expect(spoilt).toBe(0);
    });

    check('every handler gets every message', async (a, b) => {
      const first = inbox(b);
      const second = inbox(b);
      await until(
        'the message',
        () => has(first, bytes(1)),
        () => a.send(bytes(1)),
      );
      expect(second.length).toBe(first.length);
    });

    check('a handler that throws starves neither the other handlers nor the next message', async (a, b) => {
      await withoutReports(async () => {
        let thrown = 0;
        b.onMessage(() => {
          thrown++;
          throw new Error('thrown by a handler on purpose');
        });
        const atB = inbox(b);
        await until(
          'the message',
          () => has(atB, bytes(1)),
          () => a.send(bytes(1)),
        );
        await until(
          'the next message',
          () => has(atB, bytes(2)),
          () => a.send(bytes(2)),
        );
        expect(thrown).toBe(atB.length);
      });
    });

    check('an unsubscribed handler gets nothing more, and unsubscribing again does nothing', async (a, b) => {
      let calls = 0;
      const off = b.onMessage(() => calls++);
      const atB = inbox(b);
      await until(
        'the message',
        () => has(atB, bytes(1)),
        () => a.send(bytes(1)),
      );
      off();
      off();
      const before = calls;
      await until(
        'the message after it',
        () => has(atB, bytes(2)),
        () => a.send(bytes(2)),
      );
      expect([before > 0, calls]).toEqual([true, before]);
    });

    check('a handler may unsubscribe itself, and the next one misses nothing', async (a, b) => {
      let own = 0;
      let next = 0;
      let last = 0;
      const off = b.onMessage(() => {
        own++;
        off();
      });
      b.onMessage(() => next++);
      b.onMessage(() => last++);
      const atB = inbox(b);
      await until(
        'the message',
        () => has(atB, bytes(1)),
        () => a.send(bytes(1)),
      );
      await until(
        'the next message',
        () => has(atB, bytes(2)),
        () => a.send(bytes(2)),
      );
      expect([own, next]).toEqual([1, last]);
    });

    check('a handler may send', async (a, b) => {
      const atA = inbox(a);
      b.onMessage((payload, peer) => b.send(bytes(payload[0]! + 100), peer));
      await until(
        'the answer',
        () => has(atA, bytes(101)),
        () => a.send(bytes(1)),
      );
    });

    check('a message to a stranger is dropped', async (a, b) => {
      const atB = inbox(b);
      a.send(bytes(1), 'nobody is called this');
      await until(
        'the message after it',
        () => has(atB, bytes(2)),
        () => a.send(bytes(2)),
      );
      await sleep(SETTLE_MS);
      expect(has(atB, bytes(1))).toBe(false);
    });

    check('closing twice is closing once; then it neither sends nor receives, and throws nothing', async (a, b) => {
      const { idOfA, idOfB } = await introduce(a, b);
      const atA = inbox(a);
      await sleep(SETTLE_MS);
      const atB = inbox(b);
      b.close();
      b.close();
      b.send(bytes(1));
      b.send(bytes(1), idOfA);
      const late = inbox(b);
      a.send(bytes(2));
      a.send(bytes(2), idOfB);
      await sleep(SETTLE_MS);
      expect([has(atA, bytes(1)), atB.length, late.length]).toEqual([false, 0, 0]);
    });

    check('a handler may close', async (a, b) => {
      let calls = 0;
      b.onMessage(() => {
        calls++;
        b.close();
      });
      await until(
        'the message',
        () => calls > 0,
        () => a.send(bytes(1)),
      );
      a.send(bytes(2));
      await sleep(SETTLE_MS);
      expect(calls).toBe(1);
    });

    check('where it knows its own id, that is what others see', async (a, b) => {
      const { idOfA, idOfB } = await introduce(a, b);
      if (a.selfId !== undefined) expect(a.selfId).toBe(idOfA);
      if (b.selfId !== undefined) expect(b.selfId).toBe(idOfB);
    });

    check('where it knows its peers, it lists the other side while that is open, and never itself', async (a, b) => {
      const { idOfA, idOfB } = await introduce(a, b);
      if (a.peers === undefined) return;
      const listed = (peer: PeerId): boolean => a.peers?.().includes(peer) === true;
      await until('the peer in the list', () => listed(idOfB));
      expect(listed(idOfA)).toBe(false);
      b.close();
      await until('the peer off the list', () => !listed(idOfB));
    });

    check('where it tells who goes, it tells once, and not who has unsubscribed', async (a, b) => {
      const { idOfB } = await introduce(a, b);
      if (a.onPeer === undefined) return;
      let unsubscribed = 0;
      const told: string[] = [];
      a.onPeer(() => unsubscribed++)();
      a.onPeer((peer, change) => {
        if (change === 'leave') told.push(peer);
      });
      b.close();
      await until('the leave', () => told.length > 0);
      await sleep(SETTLE_MS);
      expect(told).toEqual([idOfB]);
      expect(unsubscribed).toBe(0);
    });
  });
}

function bytes(...values: number[]): Bytes {
  return new Uint8Array(values);
}
