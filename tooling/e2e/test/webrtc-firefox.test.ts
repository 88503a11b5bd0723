import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { expectAgreement } from '../src/match-agreement.js';
import { findSystemProgram } from '../src/system-program.js';
import { openLabPage, useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';
import { openMachine, type Machine } from '../src/webrtc-machine.js';
import type { OpenResult } from '../src/webrtc-page.js';

const NOT_HERE = 'Firefox is not installed and cannot be installed here';

describe('Firefox and Chromium', () => {
  const chromium = useBrowser({ args: WEBRTC_FLAGS });
  const lab = useLab();
  const contract = useLab('webrtc-contract-page');
  const match = useLab('webrtc-match-page');
  let firefox: Browser | undefined;
  beforeAll(async () => {
    const executablePath =
      findSystemProgram('firefox-esr', 'firefox-esr') ?? findSystemProgram('firefox', 'firefox-esr');
    if (executablePath === undefined) return;
    firefox = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      // Host candidates as addresses, and one process fewer to start on a small machine.
      extraPrefsFirefox: { 'media.peerconnection.ice.obfuscate_host_addresses': false, 'dom.ipc.processCount': 1 },
    });
  }, 300_000);
  afterAll(() => firefox?.close());

  async function firefoxPage(browser: Browser): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(lab.url);
    await page.waitForFunction(() => 'lab' in globalThis);
    return page;
  }
  const open = (page: Page, how: 'host' | 'join', code?: string): Promise<OpenResult> =>
    page.evaluate((kind, room, options) => globalThis.lab.open('room', kind, room, options), how, code, {
      ...lab.options,
    });
  const channels = () => globalThis.lab.dataChannels().map(({ ordered, maxRetransmits }) => [ordered, maxRetransmits]);

  async function hearEachOther(page: Page, machine: Machine): Promise<void> {
    await page.evaluate(() => globalThis.lab.repeat('room', 'from Firefox'));
    await machine.page.evaluate(() => globalThis.lab.repeat('room', 'from Chromium'));
    await page.waitForFunction(() =>
      globalThis.lab.report('room').received.some((text) => text.startsWith('from Chromium')),
    );
    await machine.page.waitForFunction(() =>
      globalThis.lab.report('room').received.some((text) => text.startsWith('from Firefox')),
    );
    expect(await page.evaluate(channels)).toEqual([[false, 0]]);
    expect(await machine.page.evaluate(channels)).toEqual([[false, 0]]);
  }

  it('meet when Firefox hosts, and Firefox is told when Chromium’s page is left', async ({ skip }) => {
    if (firefox === undefined) return skip(NOT_HERE);
    const page = await firefoxPage(firefox);
    const host = await open(page, 'host');
    if ('error' in host) throw new Error(host.message);
    const machine = await openMachine(lab, await chromium.newContext());
    await machine.opened('join', host.code);
    await hearEachOther(page, machine);
    await machine.page.goto('about:blank');
    await page.waitForFunction(() => globalThis.lab.report('room').peers.length === 0);
    await page.close();
  });

  it('meet when Chromium hosts, and Chromium is told when Firefox’s page is left', async ({ skip }) => {
    if (firefox === undefined) return skip(NOT_HERE);
    const machine = await openMachine(lab, await chromium.newContext());
    const host = await machine.opened('host');
    const page = await firefoxPage(firefox);
    const guest = await open(page, 'join', host.code);
    if ('error' in guest) throw new Error(guest.message);
    await hearEachOther(page, machine);
    await page.goto('about:blank');
    await machine.hasPeers(0);
    await page.close();
  });

  it('play 600 frames of pong and agree on every one', async ({ skip }) => {
    if (firefox === undefined) return skip(NOT_HERE);
    const chromiumPage = await openLabPage(match, await chromium.newContext());
    const code = await chromiumPage.evaluate(
      (options) => globalThis.matchLab.start(undefined, 2, options),
      match.options,
    );
    const page = await firefox.newPage();
    await page.goto(match.url);
    await page.waitForFunction(() => 'matchLab' in globalThis);
    await page.evaluate((room, options) => globalThis.matchLab.start(room, 2, options), code, { ...match.options });
    await page.waitForFunction(() => globalThis.matchLab.report().confirmed >= 600, { timeout: 40_000, polling: 200 });
    await chromiumPage.waitForFunction(() => globalThis.matchLab.report().confirmed >= 600, undefined, {
      polling: 200,
    });
    expectAgreement(
      [
        await page.evaluate(() => globalThis.matchLab.report()),
        await chromiumPage.evaluate(() => globalThis.matchLab.report()),
      ],
      600,
    );
    await page.close();
  });

  it('agree on the transport’s contract: Firefox passes core’s suite too', async ({ skip }) => {
    if (firefox === undefined) return skip(NOT_HERE);
    const page = await firefox.newPage();
    await page.goto(contract.url);
    await page.waitForFunction(() => 'contract' in globalThis);
    const result = await page.evaluate(() => globalThis.contract.channels());
    expect(result.failed).toEqual([]);
    expect(result.passed.length).toBeGreaterThan(15);
    await page.close();
  });
});
