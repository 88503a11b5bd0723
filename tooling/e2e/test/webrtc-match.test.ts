// Whole matches of pong between browsers: over a bad line, over a relay, without the server, with a player who is
// killed.
import { chromium, type Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { CHROMIUM_FLAGS } from '../src/chromium.js';
import { expectAgreement } from '../src/match-agreement.js';
import { findSystemProgram } from '../src/system-program.js';
import { startTurnServer } from '../src/turn-server.js';
import { createUdpProxy, routeThroughProxy } from '../src/udp-proxy.js';
import { openLabPage, useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';
import type { MatchReport } from '../src/webrtc-match-page.js';

const browser = useBrowser({ args: WEBRTC_FLAGS });
const lab = useLab('webrtc-match-page');

const start = (
  page: Page,
  code: string | undefined,
  players: 2 | 4 = 2,
  extra: { iceServers?: RTCIceServer[]; iceTransportPolicy?: 'relay' } = {},
): Promise<string> =>
  page.evaluate(([room, count, options]) => globalThis.matchLab.start(room, count, options), [
    code,
    players,
    { ...lab.options, ...extra },
  ] as const);
const report = (page: Page): Promise<MatchReport> => page.evaluate(() => globalThis.matchLab.report());
const confirms = (page: Page, frame: number, timeout = 50_000): Promise<unknown> =>
  page.waitForFunction((wanted) => globalThis.matchLab.report().confirmed >= wanted, frame, { timeout, polling: 200 });

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

describe('a match of pong', () => {
  it('over 60 ms and 10 % loss each way: 1,500 frames, rollbacks on both sides, the same state on both', async () => {
    const proxy = await createUdpProxy({ latencyMs: 60, jitterMs: 20, loss: 0.1 });
    closers.push(() => proxy.close());
    const pages: Page[] = [];
    for (const port of proxy.ports) {
      const context = await browser.newContext();
      await context.addInitScript(routeThroughProxy, port);
      pages.push(await openLabPage(lab, context));
    }
    const [a, b] = pages;
    if (a === undefined || b === undefined) throw new Error('no page');
    const code = await start(a, undefined);
    await start(b, code);
    for (const page of pages) await confirms(page, 1_500, 90_000);
    const reports = [await report(a), await report(b)];
    expectAgreement(reports, 1_500);
    for (const each of reports) {
      expect(each.rollbacks).toBeGreaterThan(20);
      expect(each.maxRollbackDepth).toBeGreaterThan(1);
      expect(each.state).toBe('running');
    }
    for (const counts of proxy.counts()) expect(counts.dropped).toBeGreaterThan(100);
  }, 120_000);

  it('of four machines agrees on every one of them', async () => {
    const pages: Page[] = [];
    for (let index = 0; index < 4; index++) pages.push(await openLabPage(lab, await browser.newContext()));
    const [first, ...rest] = pages;
    if (first === undefined) throw new Error('no page');
    const code = await start(first, undefined, 4);
    await Promise.all(rest.map((page) => start(page, code, 4)));
    for (const page of pages) await confirms(page, 400);
    const reports = await Promise.all(pages.map(report));
    expectAgreement(reports, 400);
    expect(reports.flatMap(({ localHandles }) => localHandles).sort()).toEqual([0, 1, 2, 3]);
  }, 90_000);

  it('goes on when the signaling server is lost', async () => {
    const [a, b] = [
      await openLabPage(lab, await browser.newContext()),
      await openLabPage(lab, await browser.newContext()),
    ];
    await start(b, await start(a, undefined));
    await confirms(a, 60);
    await lab.stopServer();
    const { confirmed } = await report(a);
    await confirms(a, confirmed + 300);
    await confirms(b, confirmed + 300);
    await lab.startServer();
    const reports = [await report(a), await report(b)];
    expectAgreement(reports, confirmed + 300);
    for (const each of reports) expect(each.events).toEqual([]);
    browser.takeErrors();
  });

  it('goes on when the link breaks and both pages live: it is made anew, and nobody is dropped', async () => {
    const [host, guest] = [
      await openLabPage(lab, await browser.newContext()),
      await openLabPage(lab, await browser.newContext()),
    ];
    await start(guest, await start(host, undefined));
    for (let round = 0; round < 3; round++) {
      const { confirmed } = await report(host);
      await confirms(host, confirmed + 60);
      await host.evaluate(() => globalThis.matchLab.breakConnections());
      await confirms(guest, (await report(guest)).confirmed + 120);
    }
    const reports = [await report(host), await report(guest)];
    expectAgreement(reports, 300);
    for (const each of reports) {
      expect(each.state).toBe('running');
      expect(each.events.filter((event) => event !== 'interrupt')).toEqual([]);
    }
  });

  it('tells the player who is left that the other’s browser was killed, and ends', async () => {
    const server = await chromium.launchServer({
      executablePath: inject('chromium'),
      args: [...CHROMIUM_FLAGS, ...WEBRTC_FLAGS],
    });
    closers.push(() => server.kill());
    const victim = await chromium.connect(server.wsEndpoint());
    const [a, b] = [
      await openLabPage(lab, await browser.newContext()),
      await openLabPage(lab, await victim.newContext()),
    ];
    await start(b, await start(a, undefined));
    await confirms(a, 60);
    await server.kill();
    // dropAfterMs is 5 s by default; ICE would take 16.
    await a.waitForFunction(() => globalThis.matchLab.report().state === 'ended', undefined, { timeout: 12_000 });
    expect((await report(a)).events).toEqual(['interrupt', 'drop timeout', 'end dropped']);
  });

  it('is played through a TURN server by machines that are allowed no other path', async ({ skip }) => {
    const program = findSystemProgram('turnserver', 'coturn');
    if (program === undefined) return skip('coturn is not installed and cannot be installed here');
    const turn = await startTurnServer(program);
    closers.push(() => turn.close());
    const relayed = { iceServers: turn.iceServers, iceTransportPolicy: 'relay' } as const;
    const [a, b] = [
      await openLabPage(lab, await browser.newContext()),
      await openLabPage(lab, await browser.newContext()),
    ];
    await start(b, await start(a, undefined, 2, relayed), 2, relayed);
    for (const page of [a, b]) await confirms(page, 600);
    expectAgreement([await report(a), await report(b)], 600);
  }, 300_000);
});
