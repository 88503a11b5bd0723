// The games online, through their own pages: over the page's signaling server and WebRTC, as two people on two machines
// would play.
import { chromium, type Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { CHROMIUM_FLAGS } from '../src/chromium.js';
import { becomes, channelsOf, codeOf, openMatch, openPerson } from '../src/online-pages.js';
import { playOn, playTogether } from '../src/play-together.js';
import { compareChecksums, pongReport, startPongPlayer, type PongReport } from '../src/pong-player.js';
import { createUdpProxy, routeThroughProxy } from '../src/udp-proxy.js';
import { WEBRTC_FLAGS } from '../src/webrtc-lab.js';

const browser = useBrowser({ args: WEBRTC_FLAGS });

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function expectAlike([a, b]: PongReport[], frames: number): void {
  if (a === undefined || b === undefined) throw new Error('two reports are needed');
  const { common, differing } = compareChecksums(a, b);
  expect(differing).toEqual([]);
  expect(common).toBeGreaterThan(frames);
  // A game that stood still would agree, too.
  expect(new Set(a.checksums.map(([, checksum]) => checksum)).size).toBeGreaterThan(frames * 0.9);
  expect([a.desyncs, b.desyncs]).toEqual([0, 0]);
}
const heading = (page: Page, name: string | RegExp, timeout = 20_000): Promise<void> =>
  page.getByRole('heading', { name }).waitFor({ timeout });

describe('two machines', () => {
  it('a host shows code, link and QR code; a guest types the code; both play and agree, over a channel that never retransmits', async () => {
    const host = await openPerson(browser, '/pong/?host=1');
    const code = await codeOf(host);
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/);
    await host.getByText(code, { exact: true }).waitFor();
    const link = await host.getByLabel('Link to this game').inputValue();
    expect(new URL(link).searchParams.get('join')).toBe(code);
    await host.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    // The meeting point is this machine's own; the page says why the link will not do elsewhere.
    await host.getByText('means this machine only').waitFor();

    const guest = await openPerson(browser, '/pong/');
    await guest.getByLabel('Code from a friend').fill(code.toLowerCase().replaceAll('-', ' '));
    await guest.keyboard.press('Enter');
    await Promise.all([becomes(host, 'running'), becomes(guest, 'running')]);
    for (const page of [host, guest]) await page.evaluate(startPongPlayer);
    const reports = await playTogether([host, guest], 350);
    expectAlike(reports, 350);
    expect(reports.flatMap(({ localHandles }) => localHandles).sort()).toEqual([0, 1]);
    for (const page of [host, guest]) {
      expect(await channelsOf(page)).toContainEqual({ ordered: false, maxRetransmits: 0, state: 'open' });
    }
  });

  it('the fighter is played online, too', async () => {
    const { host, guest } = await openMatch(browser, 'fighter');
    type Arcade = {
      arcade: {
        press(handle: number, bits: number): void;
        match: {
          localHandles: number[];
          session: { confirmedFrame(): number; frame(): number; depth(): number; checksumAt(frame: number): number };
        };
      };
    };
    for (const [page, bits] of [
      [host, 2],
      [guest, 1],
    ] as const) {
      await page.evaluate((held) => {
        const { arcade } = globalThis as never as Arcade;
        for (const handle of arcade.match.localHandles) arcade.press(handle, held);
        const sums = ((globalThis as never as { sums: Record<number, number> }).sums = {});
        setInterval(() => {
          const { session } = arcade.match;
          const last = Math.min(session.confirmedFrame(), session.frame() - 1);
          for (let frame = Math.max(0, session.frame() - session.depth()); frame <= last; frame++)
            (sums as Record<number, number>)[frame] = session.checksumAt(frame);
        }, 20);
      }, bits);
    }
    const sumsOf = (page: Page): Promise<Record<string, number>> =>
      page.evaluate(() => ({ ...(globalThis as never as { sums: Record<string, number> }).sums }));
    let [a, b] = [await sumsOf(host), await sumsOf(guest)];
    const common = (): string[] => Object.keys(b).filter((frame) => frame in a);
    await expect
      .poll(
        async () => {
          [a, b] = [await sumsOf(host), await sumsOf(guest)];
          return common().length;
        },
        { timeout: 30_000, interval: 300 },
      )
      .toBeGreaterThan(150);
    expect(common().filter((frame) => a[frame] !== b[frame])).toEqual([]);
  });

  it('two couches of two play pong with four paddles', async () => {
    const { host, guest } = await openMatch(browser, 'pong/?players=4');
    expect(new URL(await host.evaluate(() => location.href)).searchParams.get('players')).toBe('4');
    for (const page of [host, guest]) await page.evaluate(startPongPlayer);
    const reports = await playTogether([host, guest], 150);
    expectAlike(reports, 150);
    expect(reports.map(({ localHandles }) => localHandles.length)).toEqual([2, 2]);
    // The guest's keys claim the guest's two seats, and no more.
    await guest.bringToFront();
    for (const key of ['w', 'ArrowUp', 't', 'i']) await guest.keyboard.press(key);
    await guest.getByText('to join').waitFor({ state: 'detached' });
  });

  it('over 60 ms and 10 % loss each way: 1,500 frames of pong, rollbacks on both sides, the same states', async () => {
    const proxy = await createUdpProxy({ latencyMs: 60, jitterMs: 20, loss: 0.1 });
    closers.push(() => proxy.close());
    const { host, guest } = await openMatch(browser, 'pong', (context, index) =>
      context.addInitScript(routeThroughProxy, proxy.ports[index === 0 ? 0 : 1]),
    );
    for (const page of [host, guest]) await page.evaluate(startPongPlayer);
    const reports = await playTogether([host, guest], 1_500, 90_000);
    expectAlike(reports, 1_500);
    for (const { returns, goals, rollbacks } of reports) {
      expect(rollbacks).toBeGreaterThan(20);
      expect(returns + goals).toBeGreaterThan(2);
    }
    for (const { dropped } of proxy.counts()) expect(dropped).toBeGreaterThan(100);
  }, 120_000);
});

describe('what goes wrong is said in words, with what to do next', () => {
  it('nobody hosts the code', async () => {
    const guest = await openPerson(browser, '/pong/?join=0000-0000-00000');
    await heading(guest, 'No game under this code');
    await guest.getByText('Nobody is hosting 0000-0000-00000').waitFor();
    for (const name of ['Host a game', 'Menu']) await guest.getByRole('link', { name }).waitFor();
    await expect.poll(() => guest.evaluate(() => document.activeElement?.textContent)).toBe('Try again');
  });

  it('a third player comes: full, and offered to watch, and watches', async () => {
    const { code, guest, host } = await openMatch(browser, 'pong');
    const third = await openPerson(browser, `/pong/?join=${code}`);
    await heading(third, 'This game is full');
    await third.getByRole('link', { name: 'Watch it' }).click();
    await becomes(third, 'running');
    await third.getByText('You are watching. Only the players can pause.').waitFor();
    expect(await third.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    await third.locator('.arcade-bar').getByRole('link', { name: 'Menu' }).waitFor();
    for (const page of [host, guest, third]) await page.evaluate(startPongPlayer);
    const [a, b, c] = await playTogether([host, guest, third], 100);
    if (a === undefined || b === undefined || c === undefined) throw new Error('no report');
    expect(c.localHandles).toEqual([]);
    expectAlike([a, b], 100);
    expectAlike([a, c], 100);
    // Whoever watches may come and go.
    await third.close();
    await playOn([host, guest], 60);
  });

  it('the signaling server does not answer', async () => {
    for (const path of ['/pong/?host=1', '/fighter/?join=0000-0000-00000']) {
      const page = await openPerson(browser, path, (context) =>
        context.routeWebSocket(/\/signal\//, (socket) => void socket.close()),
      );
      await heading(page, 'The meeting point does not answer');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    }
    browser.takeErrors();
  });

  it('a player’s browser is killed: the other is told when dropAfterMs is over, and sees it', async () => {
    const server = await chromium.launchServer({
      executablePath: inject('chromium'),
      args: [...CHROMIUM_FLAGS, ...WEBRTC_FLAGS],
    });
    closers.push(() => server.kill());
    const host = await openPerson(browser, '/pong/?host=1');
    const victims = await chromium.connect(server.wsEndpoint());
    const victim = await (await victims.newContext({ baseURL: browser.origin })).newPage();
    await victim.goto(`/pong/?join=${await codeOf(host)}`);
    await Promise.all([becomes(host, 'running'), becomes(victim, 'running')]);
    await host.evaluate(startPongPlayer);
    await server.kill();
    await host.getByText('Nothing heard from').waitFor({ timeout: 4_000 });
    // dropAfterMs is 5 s by default; ICE would take 16.
    await becomes(host, 'ended', 8_000);
    await heading(host, 'The other player is gone', 2_000);
    expect(await host.evaluate(pongReport)).toMatchObject({ drop: 'timeout' });
  });
});

describe('a page that is reloaded', () => {
  it('of a host that still waits opens the same game again', async () => {
    const host = await openPerson(browser, '/pong/?host=1');
    const code = await codeOf(host);
    await host.reload();
    expect(await codeOf(host)).toBe(code);
    const guest = await openPerson(browser, `/pong/?join=${code}`);
    await Promise.all([becomes(host, 'running'), becomes(guest, 'running')]);
  });

  it.each(['host', 'guest'] as const)(
    'of the %s in mid-match comes back to the same seat, and the other waits for it',
    async (who) => {
      const { guest, host } = await openMatch(browser, 'pong');
      const [leaver, stayer] = who === 'host' ? [host, guest] : [guest, host];
      await stayer.evaluate(startPongPlayer);
      await playOn([stayer], 60);
      const handles = await leaver.evaluate(
        () => (globalThis as never as { arcade: { match: { localHandles: number[] } } }).arcade.match.localHandles,
      );
      const reloaded = leaver.reload();
      await heading(stayer, 'One moment', 5_000);
      await reloaded;
      await Promise.all([becomes(leaver, 'running'), becomes(stayer, 'running')]);
      await leaver.evaluate(startPongPlayer);
      const reports = await playTogether([leaver, stayer], 60);
      expect(reports[0]?.localHandles).toEqual(handles);
      expectAlike(reports, 60);
      expect(reports[1]?.end).toBeUndefined();
    },
  );
});
