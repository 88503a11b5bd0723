import { assertTransport } from '../match/transport.js';
import {
  bytes,
  has,
  inbox,
  introduce,
  sameBytes,
  sleep,
  until,
  SETTLE_MS,
  type Check,
  type TransportTestRunner,
} from './contract-runner.js';

/** What a match may send: every transport must carry it. */
const MATCH_PAYLOAD = 1200;

/** What send() promises: which bytes arrive, where, and under which name. */
export function checkDelivery(check: Check, expect: TransportTestRunner['expect']): void {
  check('it has the three methods, and what it has beyond them is of its kind', async (a) => {
    assertTransport(a);
    if (a.selfId !== undefined) expect(typeof a.selfId === 'string' && a.selfId !== '').toBe(true);
    if (a.peers !== undefined) expect(Array.isArray(a.peers())).toBe(true);
    if (a.onPeer !== undefined) expect(typeof a.onPeer(() => {})).toBe('function');
    if (a.maxPayload !== undefined) expect(Number.isInteger(a.maxPayload) && a.maxPayload >= MATCH_PAYLOAD).toBe(true);
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
}
