import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { createUdpProxy, routeThroughProxy, type ProxyProfile, type UdpProxy } from '../src/udp-proxy.js';
import { openLabPage, useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const CLEAN: ProxyProfile = { latencyMs: 0, jitterMs: 0, loss: 0 };
const BAD: ProxyProfile = { latencyMs: 60, jitterMs: 20, loss: 0.1 };

let proxy: UdpProxy | undefined;
afterEach(() => {
  proxy?.close();
  proxy = undefined;
});

describe('the proxy, with plain packets', () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  async function endpoint(): Promise<Socket> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    sockets.push(socket);
    return socket;
  }
  async function connected(profile: ProxyProfile) {
    const opened = (proxy = await createUdpProxy(CLEAN));
    const [a, b] = [await endpoint(), await endpoint()];
    const arrivals: { number: number; afterMs: number }[] = [];
    const sentAt: number[] = [];
    // Each side is known from the first packet it sends, as in ICE.
    b.send('hello', opened.ports[1]);
    await expect.poll(() => opened.counts()[1].received).toBe(1);
    opened.setProfile(profile);
    b.on('message', (packet) => {
      const number = Number(String(packet));
      arrivals.push({ number, afterMs: performance.now() - (sentAt[number] ?? 0) });
    });
    return {
      opened,
      a,
      b,
      arrivals,
      send: (number: number) => {
        sentAt[number] = performance.now();
        a.send(String(number), opened.ports[0]);
      },
    };
  }

  it('loses, delays and reorders as told', async () => {
    const { opened, arrivals, send } = await connected(BAD);
    const count = 1_000;
    for (let number = 0; number < count; number++) {
      send(number);
      if (number % 5 === 4) await sleep(5);
    }
    // The last ones are on their way for as long as the line takes.
    await expect
      .poll(() => {
        const { received, dropped, forwarded } = opened.counts()[0];
        return forwarded + dropped === received && arrivals.length === forwarded;
      })
      .toBe(true);
    const [counts] = opened.counts();
    // What is asked of the proxy is asked per packet it got: the system itself may lose a few.
    expect(counts.received).toBeGreaterThan(count * 0.95);
    expect(counts.dropped / counts.received).toBeGreaterThan(0.06);
    expect(counts.dropped / counts.received).toBeLessThan(0.14);
    expect(arrivals.length).toBe(counts.forwarded);
    expect(counts.reordered).toBeGreaterThan(count / 10);
    expect(
      arrivals.filter(({ number }, index) => arrivals.slice(0, index).some((earlier) => earlier.number > number))
        .length,
    ).toBe(counts.reordered);
    // Timers may be a millisecond early, and on a busy machine late without limit.
    expect(Math.min(...arrivals.map(({ afterMs }) => afterMs))).toBeGreaterThan(38);
    const median = arrivals.map(({ afterMs }) => afterMs).sort((x, y) => x - y)[arrivals.length >> 1];
    expect(median).toBeGreaterThan(55);
  });

  it('does nothing to a clean line', async () => {
    const { opened, arrivals, send } = await connected(CLEAN);
    for (let number = 0; number < 200; number++) {
      send(number);
      await sleep(1);
    }
    await expect.poll(() => arrivals.length).toBe(200);
    expect(opened.counts()[0]).toEqual({ received: 200, dropped: 0, forwarded: 200, reordered: 0 });
    expect(arrivals.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, number) => number));
  });

  it('serves the address that came first, and no second one beside it', async () => {
    const { opened, arrivals, send } = await connected(CLEAN);
    send(0);
    await expect.poll(() => arrivals.length).toBe(1);
    (await endpoint()).send('1', opened.ports[0]);
    await sleep(20);
    send(2);
    await expect.poll(() => arrivals.length).toBeGreaterThan(1);
    expect(arrivals.map(({ number }) => number)).toEqual([0, 2]);
  });
});

describe('two browsers through the proxy', () => {
  const browser = useBrowser({ args: WEBRTC_FLAGS });
  const lab = useLab();

  it('see 60 ms, 10 % loss and reordering, and have no other way to each other', async () => {
    const opened = (proxy = await createUdpProxy(BAD));
    const pages = [];
    for (const port of opened.ports) {
      const context = await browser.newContext();
      await context.addInitScript(routeThroughProxy, port);
      pages.push(await openLabPage(lab, context));
    }
    const [a, b] = pages;
    if (a === undefined || b === undefined) throw new Error('no page');
    const host = await a.evaluate((options) => globalThis.lab.open('room', 'host', undefined, options), lab.options);
    if ('error' in host) throw new Error(host.message);
    const guest = await b.evaluate(([code, options]) => globalThis.lab.open('room', 'join', code, options), [
      host.code,
      lab.options,
    ] as const);
    if ('error' in guest) throw new Error(guest.message);
    await a.waitForFunction(() => globalThis.lab.report('room').peers.length === 1);

    const count = 600;
    const sendAll = async (total: number): Promise<void> => {
      for (let number = 0; number < total; number++) {
        globalThis.lab.send('room', String(number));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await Promise.all(pages.map((page) => page.evaluate(sendAll, count)));

    for (const [index, page] of pages.entries()) {
      const arrived = (): Promise<number> => page.evaluate(() => globalThis.lab.report('room').received.length);
      await expect.poll(arrived, { message: 'of 600 at 10 % loss' }).toBeGreaterThan(count * 0.8);
      const numbers = (await page.evaluate(() => globalThis.lab.report('room').received)).map((text) =>
        Number.parseInt(text, 10),
      );
      expect(numbers.length, 'of 600 at 10 % loss').toBeLessThan(count * 0.97);
      expect(new Set(numbers).size, 'no duplicates').toBe(numbers.length);
      expect(
        numbers.filter((number, at) => number < (numbers[at - 1] ?? -1)).length,
        'steps backwards',
      ).toBeGreaterThan(10);
      const pair = await page.evaluate(() => globalThis.lab.selectedPair());
      expect(pair).toMatchObject({ remoteAddress: '127.0.0.1', remotePort: opened.ports[index] });
      expect(pair.rttMs).toBeGreaterThan(75);
    }
    for (const counts of opened.counts()) expect(counts.dropped).toBeGreaterThan(30);
  });
});
