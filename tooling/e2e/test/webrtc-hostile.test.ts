// Rooms between a network that breaks and people who know the code and mean ill.
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { createHostileDialler, type HostileDialler } from '../src/hostile-dialler.js';
import { createUdpProxy, routeThroughProxy } from '../src/udp-proxy.js';
import { useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';
import { allHearAll, openMachine } from '../src/webrtc-machine.js';

const browser = useBrowser({ args: WEBRTC_FLAGS });
const lab = useLab();
const machine = async () => openMachine(lab, await browser.newContext());

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

describe('a link that breaks while both pages live', () => {
  it('is made anew between every pair of a mesh, and nobody has left', async () => {
    const machines = [await machine(), await machine(), await machine()] as const;
    const [a, b, c] = machines;
    const host = await a.opened('host');
    const ids = [host.selfId, (await b.opened('join', host.code)).selfId, (await c.opened('join', host.code)).selfId];
    for (const broken of machines) {
      await allHearAll(machines, ids);
      const before = await Promise.all(machines.map((each) => each.report()));
      await broken.page.evaluate(() => globalThis.lab.breakConnections());
      // What is heard after the break was sent over the new links.
      for (const [index, { page }] of machines.entries())
        await page.waitForFunction(
          ([others, from]) => {
            const news = globalThis.lab.report('room').received.slice(from + 300);
            return others.every((id) => news.includes(`${id} from ${id}`));
          },
          [ids.filter((_, other) => other !== index), before[index]?.received.length ?? 0] as const,
          { timeout: 20_000 },
        );
    }
    for (const each of machines)
      expect((await each.report()).changes.filter((change) => change.startsWith('leave'))).toEqual([]);
  }, 90_000);

  it('is made anew after an outage that ICE does not survive', async () => {
    const healthy = { latencyMs: 5, jitterMs: 0, loss: 0 };
    const proxy = await createUdpProxy(healthy);
    closers.push(() => proxy.close());
    const [a, b] = await Promise.all(
      proxy.ports.map(async (port) => {
        const context = await browser.newContext();
        await context.addInitScript(routeThroughProxy, port);
        return openMachine(lab, context);
      }),
    );
    if (a === undefined || b === undefined) throw new Error('no machine');
    const host = await a.opened('host');
    const guest = await b.opened('join', host.code);
    await allHearAll([a, b], [host.selfId, guest.selfId]);
    proxy.setProfile({ ...healthy, loss: 1 });
    for (const each of [a, b]) await each.hasPeers(0, 60_000);
    proxy.setProfile(healthy);
    for (const each of [a, b]) await each.hasPeers(1, 40_000);
    expect((await a.report()).changes).toEqual([
      `join ${guest.selfId}`,
      `leave ${guest.selfId}`,
      `join ${guest.selfId}`,
    ]);
    expect((await b.report()).changes.slice(-2)).toEqual([`leave ${host.selfId}`, `join ${host.selfId}`]);
  }, 150_000);
});

describe('one who knows the code', () => {
  async function enemies(count: number, victim: string): Promise<HostileDialler[]> {
    const made = await Promise.all(
      Array.from({ length: count }, (_, index) => createHostileDialler(lab.options, `enemy-${index}`, victim)),
    );
    closers.push(() => made.forEach((enemy) => enemy.close()));
    return made;
  }

  it('does not lock the door with garbage dials', async () => {
    const [a, b] = [await machine(), await machine()];
    const host = await a.opened('host');
    const all = await enemies(8, host.selfId);
    for (const enemy of all) enemy.dial(1);
    // They are dials that the host takes up and waits for, or this would prove nothing.
    await expect
      .poll(() => all.filter(({ heard }) => heard.some((text) => text.includes('answer'))).length, { timeout: 10_000 })
      .toBe(8);
    expect(await a.page.evaluate(() => globalThis.lab.openConnections())).toBe(8);
    const guest = await b.opened('join', host.code);
    expect(guest.peers).toEqual([host.selfId]);
  });

  it('does not lock it by going on with that, forty times a second', async () => {
    const [a, b] = [await machine(), await machine()];
    const host = await a.opened('host');
    const all = await enemies(20, host.selfId);
    const flood = setInterval(() => all.forEach((enemy) => enemy.dial(1)), 500);
    closers.push(() => clearInterval(flood));
    await expect.poll(() => a.page.evaluate(() => globalThis.lab.openConnections()), { timeout: 10_000 }).toBe(8);
    // Each has dialled more than once then.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const guest = await b.opened('join', host.code);
    expect(guest.peers).toEqual([host.selfId]);
    expect(await a.page.evaluate(() => globalThis.lab.openConnections())).toBeLessThanOrEqual(9);
  });

  it('does not harm the host with what is no dial', async () => {
    const [a, b] = [await machine(), await machine()];
    const host = await a.opened('host');
    const [enemy] = await enemies(1, host.selfId);
    if (enemy === undefined) throw new Error('no enemy');
    const signals = [
      { t: 'offer', dial: 'x', sdp: 'm=application nonsense' },
      { t: 'offer', dial: 'x', sdp: 'm=video 9 UDP/TLS/RTP/SAVPF 96\r\n' },
      { t: 'answer', dial: 'x', sdp: 'm=application nonsense' },
      { t: 'candidate', dial: 'x', candidate: { candidate: 'nonsense', sdpMid: '0' } },
      { t: 'end', dial: 'x' },
      { t: 'offer', dial: ['x'], sdp: {} },
    ];
    for (let round = 0; round < 50; round++) {
      for (const signal of signals) enemy.say(JSON.stringify({ v: 2, ...signal }));
      enemy.say('nonsense'.repeat(round * 100));
    }
    const guest = await b.opened('join', host.code);
    expect(guest.peers).toEqual([host.selfId]);
    // The browser's console is clean, too: see useBrowser.
  });
});
