// A page whose clock the test turns: a match of a minute is played in a few seconds. For pages that need nobody
// outside: networks and other pages keep their own time.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestBrowser } from './browser.js';

/**
 * Opens the game at `path` in a new tab. Its clock stands still until fastUntil() turns it: what is measured in the page
 * depends on no other load of the machine.
 */
export async function openFast(browser: TestBrowser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.clock.install();
  await page.goto(path);
  await page.waitForFunction(() => 'arcade' in globalThis);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  return page;
}

/** Turns the page's clock until its match is in state `wanted`; fails after `seconds` of the page's time. */
export async function fastUntil(page: Page, wanted: string, seconds: number): Promise<void> {
  const state = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['match']);
  for (let second = 0; second < seconds && (await state()) !== wanted; second++) await page.clock.runFor(1000);
  expect(await state()).toBe(wanted);
}

/** Loads the page again. Its clock runs on by itself from then on. */
export async function reloadFast(page: Page): Promise<void> {
  await page.reload();
  await page.clock.resume();
}
