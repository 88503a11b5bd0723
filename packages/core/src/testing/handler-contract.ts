import {
  bytes,
  has,
  inbox,
  sleep,
  until,
  withoutReports,
  SETTLE_MS,
  type Check,
  type TransportTestRunner,
} from './contract-runner.js';

/** What onMessage() promises to the handlers: each gets every message, whatever the others do. */
export function checkHandlers(check: Check, expect: TransportTestRunner['expect']): void {
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

  check('a handler that another one unsubscribes is not called any more, nor for the same message', async (a, b) => {
    let calls = 0;
    const first = inbox(b);
    b.onMessage(() => off());
    const off = b.onMessage(() => calls++);
    await until(
      'the message',
      () => first.length > 0,
      () => a.send(bytes(1)),
    );
    expect(calls).toBe(0);
  });

  check('a handler that is subscribed by another one is called from the next message on', async (a, b) => {
    let current = 0;
    let addedAt = 0;
    let firstCall = 0;
    b.onMessage(() => {
      current++;
      if (addedAt > 0) return;
      addedAt = current;
      b.onMessage(() => (firstCall ||= current));
    });
    await until(
      'the first call of the handler that was added',
      () => firstCall > 0,
      () => a.send(bytes(1)),
    );
    expect(firstCall).toBe(addedAt + 1);
  });

  check('a handler that unsubscribes itself and subscribes again is called once a message', async (a, b) => {
    let messages = 0;
    let calls = 0;
    const again = (): void => {
      calls++;
      off();
      // A transport that calls it without an end would hang the runner.
      if (calls < messages + 100) off = b.onMessage(again);
    };
    b.onMessage(() => messages++);
    let off = b.onMessage(again);
    await until(
      'three messages',
      () => messages >= 3,
      () => a.send(bytes(1)),
    );
    expect(calls).toBe(messages);
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

  check('a handler may close, and no handler is called after that', async (a, b) => {
    let calls = 0;
    b.onMessage(() => {
      calls++;
      b.close();
    });
    b.onMessage(() => calls++);
    await until(
      'the message',
      () => calls > 0,
      () => a.send(bytes(1)),
    );
    a.send(bytes(2));
    await sleep(SETTLE_MS);
    expect(calls).toBe(1);
  });
}
