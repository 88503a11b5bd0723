import type { PeerId } from '../match/transport.js';
import {
  bytes,
  has,
  inbox,
  introduce,
  sleep,
  until,
  withoutReports,
  SETTLE_MS,
  type Check,
  type TransportTestRunner,
} from './contract-runner.js';

/** What close(), selfId, peers() and onPeer() promise. */
export function checkPresence(check: Check, expect: TransportTestRunner['expect']): void {
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

  check(
    'where it tells who goes, its handlers may unsubscribe, subscribe and throw as those of messages',
    async (a, b) => {
      await introduce(a, b);
      if (a.onPeer === undefined) return;
      const onPeer = a.onPeer.bind(a);
      await withoutReports(async () => {
        const calls: string[] = [];
        const note = (name: string, change: string): void => {
          if (change === 'leave' && calls.length < 100) calls.push(name);
        };
        const again = (_: PeerId, change: string): void => {
          note('again', change);
          if (change !== 'leave' || calls.length >= 100) return;
          offAgain();
          offAgain = onPeer(again);
          off();
          onPeer((_peer, late) => note('added', late));
          throw new Error('thrown by a handler on purpose');
        };
        let offAgain = onPeer(again);
        const off = onPeer((_peer, change) => note('removed', change));
        onPeer((_peer, change) => note('last', change));
        b.close();
        await until('the leave', () => calls.includes('last'));
        expect(calls).toEqual(['again', 'last']);
      });
    },
  );

  check('where it tells who goes, a handler may close, and no handler is called after that', async (a, b) => {
    await introduce(a, b);
    if (a.onPeer === undefined) return;
    let calls = 0;
    const count = (_: PeerId, change: string): void => {
      if (change !== 'leave') return;
      calls++;
      a.close();
    };
    a.onPeer(count);
    a.onPeer(count);
    b.close();
    await until('the leave', () => calls > 0);
    expect(calls).toBe(1);
  });
}
