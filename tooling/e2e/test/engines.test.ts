// The golden tables of games and functions in pages of Chromium and Firefox. The engines that run as programs are in
// tooling/engines.
import { bundleModule } from '@lite-rollback/engines/bundle';
import { differences } from '@lite-rollback/engines/golden';
import puppeteer from 'puppeteer-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { findSystemProgram } from '../src/system-program.js';

const INSTALL = 600_000;
const computed = () =>
  JSON.parse((globalThis as typeof globalThis & { computed: string }).computed) as Parameters<typeof differences>[0];

const chromium = useBrowser();
let content: string;
beforeAll(async () => {
  content = await bundleModule('in-page');
});

it('V8 in a page of Chromium agrees', async () => {
  const page = await chromium.openTab('/');
  await page.addScriptTag({ type: 'module', content });
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
    await page.goto(inject('origin'));
    await page.addScriptTag({ type: 'module', content });
    await page.waitForFunction(() => 'computed' in globalThis);
    expect(differences(await page.evaluate(computed))).toEqual([]);
  } finally {
    await firefox.close();
  }
});
