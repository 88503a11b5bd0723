// The golden tables of games and functions in pages of Chromium and Firefox. The engines that run as programs are in
// tooling/engines.
import { bundleModule } from '@lite-rollback/engines/bundle';
import { differences } from '@lite-rollback/engines/golden';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { type ScriptServer, startScriptServer } from '../src/script-server.js';
import { findSystemProgram } from '../src/system-program.js';

const INSTALL = 300_000;
const computed = () =>
  JSON.parse((globalThis as typeof globalThis & { computed: string }).computed) as Parameters<typeof differences>[0];

const chromium = useBrowser();
let server: ScriptServer;
beforeAll(async () => {
  server = await startScriptServer({ script: await bundleModule('in-page') });
});
afterAll(() => server.close());

it('V8 in a page of Chromium agrees', async () => {
  const page = await chromium.openTab(server.url);
  await page.waitForFunction(() => 'computed' in globalThis);
  expect(differences(await page.evaluate(computed))).toEqual([]);
});

it('SpiderMonkey in a page of Firefox agrees', { timeout: INSTALL }, async ({ skip }) => {
  const executablePath = findSystemProgram('firefox-esr', 'firefox-esr') ?? findSystemProgram('firefox', 'firefox-esr');
  if (executablePath === undefined) return skip('Firefox is not installed and cannot be installed here');
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'dom.ipc.processCount': 1 },
  });
  try {
    const page = await firefox.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => 'computed' in globalThis);
    expect(differences(await page.evaluate(computed))).toEqual([]);
  } finally {
    await firefox.close();
  }
});
