// Pages of the games that play online, each in a browser context of its own: two people, not two tabs.
import type { BrowserContext, Page } from 'playwright-core';
import type { TestBrowser } from './browser.js';

type Scripted = typeof globalThis & { arcade: { code: string }; madeChannels: RTCDataChannel[] };

/** What a page's data channels were really made with, and whether anything went over them. */
export interface ChannelFacts {
  ordered: boolean;
  maxRetransmits: number | null;
  state: string;
}

/** Runs before a page's scripts: keeps every channel that it makes. */
function keepChannels(): void {
  const page = globalThis as Scripted;
  page.madeChannels = [];
  const { createDataChannel } = RTCPeerConnection.prototype;
  RTCPeerConnection.prototype.createDataChannel = function (...args) {
    const channel = createDataChannel.apply(this, args);
    page.madeChannels.push(channel);
    return channel;
  };
}

/** A page at `path` in a new context; `prepare` may change the context first. */
export async function openPerson(
  browser: TestBrowser,
  path: string,
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript(keepChannels);
  await prepare?.(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** The code that a hosting page shows, once it does. */
export async function codeOf(page: Page): Promise<string> {
  const handle = await page.waitForFunction(() => (globalThis as Scripted).arcade.code);
  return String(await handle.jsonValue());
}

export const becomes = (page: Page, state: string, timeout = 20_000): Promise<unknown> =>
  page.waitForFunction((wanted) => document.documentElement.dataset['match'] === wanted, state, { timeout });

export const channelsOf = (page: Page): Promise<ChannelFacts[]> =>
  page.evaluate(() =>
    (globalThis as Scripted).madeChannels.map(({ ordered, maxRetransmits, readyState }) => ({
      ordered,
      maxRetransmits,
      state: readyState,
    })),
  );

/** Two people in a running match of `game`, 'pong' or 'pong/?players=4'; the first one hosts. */
export async function openMatch(
  browser: TestBrowser,
  game: string,
  prepare?: (context: BrowserContext, index: number) => Promise<unknown>,
): Promise<{ host: Page; guest: Page; code: string }> {
  const page = game.includes('?') ? `/${game}&` : `/${game}/?`;
  const host = await openPerson(browser, `${page}host=1`, (context) => prepare?.(context, 0) ?? Promise.resolve());
  const code = await codeOf(host);
  const guest = await openPerson(
    browser,
    `${page}join=${encodeURIComponent(code)}`,
    (context) => prepare?.(context, 1) ?? Promise.resolve(),
  );
  await Promise.all([becomes(host, 'running', 40_000), becomes(guest, 'running', 40_000)]);
  return { host, guest, code };
}
