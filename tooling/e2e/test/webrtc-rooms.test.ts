import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';
import { allHearAll, openMachine, type Machine } from '../src/webrtc-machine.js';

const browser = useBrowser({ args: WEBRTC_FLAGS });
const lab = useLab();

const machine = async () => openMachine(lab, await browser.newContext());
const DEFAULT_TIMEOUT_MS = 15_000;
/** ICE takes 5 s and more to notice that the other side is gone. */
const SOONER_THAN_ICE_MS = 4_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a room of two', () => {
  it('connects host and guest, who name each other alike, over channels that really are unordered and never retransmit', async () => {
    const [a, b] = [await machine(), await machine()];
    const host = await a.opened('host');
    expect(host.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/);
    const guest = await b.opened('join', host.code);
    expect(guest.code).toBe(host.code);
    expect(guest.peers).toEqual([host.selfId]);
    await a.hasPeers(1);
    expect((await a.report()).peers).toEqual([guest.selfId]);
    await allHearAll([a, b], [host.selfId, guest.selfId]);
    for (const { page } of [a, b]) {
      expect(await page.evaluate(() => globalThis.lab.dataChannels())).toEqual([
        { ordered: false, maxRetransmits: 0, negotiated: true, id: 1001 },
      ]);
    }
  });

  it('takes a code in lower case, in groups, with letters read for digits', async () => {
    const [a, b] = [await machine(), await machine()];
    const host = await a.opened('host', '0123 4567 89ABC');
    expect(host.code).toBe('0123456789ABC');
    await b.opened('join', 'oi23-4567-89abc');
  });

  it('ends at once on both sides when one closes the room, and the code is free again', async () => {
    const [a, b] = [await machine(), await machine()];
    const { code } = await a.opened('host');
    await b.opened('join', code);
    await a.hasPeers(1);
    await a.page.evaluate(() => globalThis.lab.close('room'));
    await b.page.waitForFunction(() => globalThis.lab.report('room').changes.length === 1, undefined, {
      timeout: SOONER_THAN_ICE_MS,
    });
    expect((await b.report()).changes[0]).toMatch(/^leave lite-rollback-/);
    expect((await b.report()).peers).toEqual([]);
    await a.page.waitForFunction(() => globalThis.lab.openConnections() === 0);
    await a.opened('host', code);
  });

  it.each([
    ['left', (each: Machine) => each.page.goto('about:blank')],
    ['closed', (each: Machine) => each.page.close()],
  ])('tells the other side when a page is %s', async (_, leave) => {
    const [a, b] = [await machine(), await machine()];
    const { code } = await a.opened('host');
    await b.opened('join', code);
    await a.hasPeers(1);
    await leave(b);
    await a.hasPeers(0, SOONER_THAN_ICE_MS);
  });
});

describe('a mesh', () => {
  it.each([3, 4])('of %i machines links every pair once', async (count) => {
    const machines: Machine[] = [];
    for (let index = 0; index < count; index++) machines.push(await machine());
    const [first, ...rest] = machines;
    if (first === undefined) throw new Error('no machine');
    const host = await first.opened('host');
    // All at once: the host lists each newcomer to the others while they are still on their way.
    const guests = await Promise.all(rest.map((each) => each.opened('join', host.code)));
    const ids = [host.selfId, ...guests.map((guest) => guest.selfId)];
    await allHearAll(machines, ids);
    for (const [index, each] of machines.entries()) {
      expect([...(await each.report()).peers].sort()).toEqual(ids.filter((_, other) => other !== index).sort());
      expect(await each.page.evaluate(() => globalThis.lab.openConnections())).toBe(count - 1);
      expect(await each.page.evaluate(() => globalThis.lab.dataChannels().length)).toBe(count - 1);
    }
    // Every connection is closed, not every second one. The others stay in the room, so nobody else closes it.
    await first.page.evaluate(() => globalThis.lab.close('room'));
    await first.page.waitForFunction(() => globalThis.lab.openConnections() === 0);
    for (const each of rest) await each.hasPeers(count - 2, SOONER_THAN_ICE_MS);
  });

  it('goes on between the guests when the host leaves, and takes the host back when it returns', async () => {
    const pages = [await machine(), await machine(), await machine()] as const;
    const [a, b, c] = pages;
    const host = await a.opened('open', 'a room with a name');
    expect(host.code).toBe('a room with a name');
    const [second, third] = [
      await b.opened('open', 'a room with a name'),
      await c.opened('open', 'a room with a name'),
    ];
    await a.page.reload();
    await a.page.waitForFunction(() => 'lab' in globalThis);
    await b.hasPeers(1);
    expect((await b.report()).peers).toEqual([third.selfId]);
    const again = await a.opened('open', 'a room with a name');
    expect(again.selfId).toBe(host.selfId);
    await a.hasPeers(2);
    await allHearAll(pages, [again.selfId, second.selfId, third.selfId]);
  });
});

describe('openRoom', () => {
  it('settles a race: one of two hosts, the other joins', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await machine(), await machine()];
      const room = `race ${round}`;
      const results = await Promise.all([a.opened('open', room), b.opened('open', room)]);
      expect(results.map((result) => result.peers.length).sort()).toEqual([0, 1]);
      await allHearAll(
        [a, b],
        results.map((result) => result.selfId),
      );
    }
  });

  it('settles a race of four', async () => {
    const pages = [await machine(), await machine(), await machine(), await machine()];
    const results = await Promise.all(pages.map((page) => page.opened('open', 'race of four')));
    expect(new Set(results.map((result) => result.selfId)).size).toBe(4);
    await allHearAll(
      pages,
      results.map((result) => result.selfId),
    );
  });
});

describe('a room that cannot be opened', () => {
  it('is no-such-room when nobody hosts it, as the server says', async () => {
    const result = await (await machine()).open('join', '0000000000000');
    expect(result).toMatchObject({ error: 'no-such-room' });
    expect(result.tookMs).toBeLessThan(DEFAULT_TIMEOUT_MS);
  });

  it('is no-such-room when nobody hosts it and the time-out comes before the server can say so', async () => {
    const result = await (await machine()).open('join', '0000000000000', { timeoutMs: 1_000 });
    expect(result).toMatchObject({ error: 'no-such-room' });
    // Sooner than the server's own answer, which takes 5 s.
    expect(result.tookMs).toBeLessThan(4_500);
  });

  it('is unavailable when it is full, and the machines in it stay', async () => {
    const [a, b, c] = [await machine(), await machine(), await machine()];
    const host = await a.opened('host', undefined, { maxPeers: 2 });
    await b.opened('join', host.code);
    const result = await c.open('join', host.code);
    expect(result).toMatchObject({ error: 'unavailable', message: 'This room is full.' });
    expect(result.tookMs).toBeLessThan(DEFAULT_TIMEOUT_MS);
    await c.page.waitForFunction(() => globalThis.lab.openConnections() === 0);
    expect((await a.report()).peers.length).toBe(1);
    expect((await b.report()).peers).toEqual([host.selfId]);
    // openRoom meets the same room from the other side.
    expect(await c.open('open', host.code)).toMatchObject({ error: 'unavailable', message: 'This room is full.' });
  });

  it('is unavailable when another machine hosts that code', async () => {
    const [a, b] = [await machine(), await machine()];
    const host = await a.opened('host');
    expect(await b.open('host', host.code)).toMatchObject({
      error: 'unavailable',
      message: 'This room already has a host.',
    });
  });

  it('is timeout when the host’s page is frozen', async () => {
    const [a, b] = [await machine(), await machine()];
    const host = await a.opened('host');
    const session = await a.page.context().newCDPSession(a.page);
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    const hung = a.page.evaluate(() => 0);
    await sleep(200);
    expect(await b.open('join', host.code, { timeoutMs: 8_000 })).toMatchObject({ error: 'timeout' });
    await session.send('Debugger.resume');
    await hung;
  });

  it('is ice when the machines find no path', async () => {
    const [a, b] = [await machine(), await machine()];
    const host = await a.opened('host');
    // Only relayed candidates are allowed, and there is no relay.
    const result = await b.open('join', host.code, { iceTransportPolicy: 'relay', timeoutMs: 3_000 });
    expect(result).toMatchObject({ error: 'ice' });
    expect(result.tookMs).toBeLessThan(DEFAULT_TIMEOUT_MS);
    expect((await a.report()).peers).toEqual([]);
  });

  it('is aborted by the signal, before and during', async () => {
    const { page } = await machine();
    for (const abortAfterMs of [500, 0]) {
      const result = await page.evaluate(
        ([options, after]) => globalThis.lab.open('room', 'join', '0000000000000', options, after),
        [lab.options, abortAfterMs] as const,
      );
      expect(result).toMatchObject({ error: 'aborted' });
      expect(result.tookMs).toBeLessThan(4_500);
    }
    await page.waitForFunction(() => globalThis.lab.openConnections() === 0);
  });

  it('is signaling when the server is down', async () => {
    const { page } = await machine();
    const options = { ...lab.options, port: 9 };
    for (const how of ['host', 'join', 'open'] as const) {
      const result = await page.evaluate(
        ([kind, to]) => globalThis.lab.open('room', kind, '0000000000000', { ...to, timeoutMs: 5_000 }),
        [how, options] as const,
      );
      expect(result).toMatchObject({ error: 'signaling' });
      expect(result.tookMs).toBeLessThan(DEFAULT_TIMEOUT_MS);
    }
    expect(browser.takeErrors().length).toBeGreaterThan(0);
  });

  it('is browser where there is no WebRTC', async () => {
    const a = await machine();
    await a.page.evaluate(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
    expect(await a.open('open', 'x')).toMatchObject({ error: 'browser' });
  });

  it('is the caller’s mistake where an option is wrong', async () => {
    const a = await machine();
    expect(await a.open('host', undefined, { maxPeers: 1 })).toMatchObject({
      error: 'RangeError: maxPeers must be an integer in [2, 16], got 1.',
    });
    expect(await a.open('open', '')).toMatchObject({ error: 'RangeError: room must hold 1 to 64 characters, got 0.' });
    expect(await a.open('join', 'x', { timeoutMs: 0 })).toMatchObject({
      error: 'RangeError: timeoutMs must be in [1, 600000], got 0.',
    });
  });
});

describe('signaling lost in mid-match', () => {
  it('leaves the links alone, and lets others join once it is back', async () => {
    const [a, b, c] = [await machine(), await machine(), await machine()];
    const host = await a.opened('host');
    const guest = await b.opened('join', host.code);
    await lab.stopServer();
    await sleep(500);
    await allHearAll([a, b], [host.selfId, guest.selfId]);
    expect((await a.report()).changes).toEqual([`join ${guest.selfId}`]);
    await lab.startServer();
    const third = await c.opened('join', host.code, { timeoutMs: 15_000 });
    expect([...third.peers].sort()).toEqual([host.selfId, guest.selfId].sort());
    // The browser logs each connection attempt that the stopped server refused.
    browser.takeErrors();
  });
});
