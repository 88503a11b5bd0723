// @lite-rollback/local in real tabs: what Node's BroadcastChannel and a made-up window cannot show.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { useRawBrowser } from '../src/raw-browser.js';
import type { RawTab } from '../src/raw-tab.js';
import { useLab } from '../src/webrtc-lab.js';

/** Leaving is told by an event of the page, not by a time-out of seconds. */
const TOLD = { timeout: 3_000 };

describe('local, in tabs', () => {
  const browser = useBrowser();
  const lab = useLab('local-page');

  async function openTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(lab.url);
    await page.waitForFunction(() => 'localLab' in globalThis);
    return page;
  }
  const enter = (page: Page, selfId: string) => page.evaluate((id) => globalThis.localLab.enter('room', id), selfId);
  /** All but the page's own pageshow. */
  const eventsOf = (page: Page) => page.evaluate(() => globalThis.localLab.events.filter((event) => event !== 'shown'));

  it('passes core’s transport suite', async () => {
    const page = await openTab(await browser.newContext());
    const result = await page.evaluate(() => globalThis.localLab.contract());
    expect(result.failed).toEqual([]);
    expect(result.passed.length).toBeGreaterThan(15);
  });

  it('tabs find each other, and a tab that is closed has left', async () => {
    const context = await browser.newContext();
    const [a, b] = [await openTab(context), await openTab(context)];
    await enter(a, 'a');
    await enter(b, 'b');
    await expect.poll(() => eventsOf(a), TOLD).toEqual(['b join']);
    await expect.poll(() => eventsOf(b), TOLD).toEqual(['a join']);
    await b.evaluate(() => globalThis.localLab.send(1, 2, 255));
    await expect.poll(() => eventsOf(a), TOLD).toEqual(['b join', '1.2.255 from b']);
    await b.close();
    await expect.poll(() => eventsOf(a), TOLD).toEqual(['b join', '1.2.255 from b', 'b leave']);
    expect(await a.evaluate(() => globalThis.localLab.peers())).toEqual([]);
  });

  it('a tab that reloads leaves, after what it says in its own pagehide listener, and enters anew', async () => {
    const context = await browser.newContext();
    const [a, b] = [await openTab(context), await openTab(context)];
    await enter(a, 'a');
    await enter(b, 'b');
    await expect.poll(() => eventsOf(a), TOLD).toEqual(['b join']);
    await b.evaluate(() => globalThis.localLab.sayOnPagehide(7));
    await b.reload();
    await expect.poll(() => eventsOf(a), TOLD).toEqual(['b join', '7 from b', 'b leave']);
    await b.waitForFunction(() => 'localLab' in globalThis);
    await enter(b, 'b');
    await expect.poll(() => eventsOf(a), TOLD).toEqual(['b join', '7 from b', 'b leave', 'b join']);
  });

  it('a worker is a machine of the room like any other', async () => {
    const page = await openTab(await browser.newContext());
    await enter(page, 'page');
    await page.evaluate(() => void globalThis.localLab.startWorker('room', 'worker'));
    await expect.poll(() => eventsOf(page), TOLD).toEqual(['worker join']);
    await page.evaluate(() => globalThis.localLab.send(41));
    await expect.poll(() => eventsOf(page), TOLD).toEqual(['worker join', '42 from worker']);
  });

  it('the match of its README is played between two tabs', async () => {
    const readme = readFileSync(fileURLToPath(new URL('../../../packages/local/README.md', import.meta.url)), 'utf8');
    const blocks = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => String(match[1]));
    expect(blocks).toHaveLength(1);
    const here = fileURLToPath(new URL('..', import.meta.url));
    const { outputFiles } = await build({
      stdin: { contents: String(blocks[0]), resolveDir: here },
      bundle: true,
      format: 'esm',
      write: false,
    });
    const context = await browser.newContext();
    await context.route('**/taps/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><link rel="icon" href="data:,"><script type="module" src="game.js"></script>',
      }),
    );
    await context.route('**/taps/game.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: String(outputFiles[0]?.text) }),
    );
    const [a, b] = [await context.newPage(), await context.newPage()];
    await a.goto('/taps/');
    await b.goto('/taps/');
    for (const page of [a, b]) await expect.poll(() => page.title(), { timeout: 15_000 }).toBe('running 0 : 0');
    await a.keyboard.down(' ');
    const scores = async (page: Page) => (await page.title()).replace('running ', '').split(' : ').map(Number);
    for (const page of [a, b])
      await expect.poll(async () => Math.max(...(await scores(page))), { timeout: 15_000 }).toBeGreaterThan(20);
    await a.keyboard.up(' ');
    await expect
      .poll(async () => JSON.stringify([await scores(a)]) === JSON.stringify([await scores(b)]), { timeout: 5_000 })
      .toBe(true);
    expect(Math.min(...(await scores(a)))).toBe(0);
  });
});

describe('local, in tabs that can be hidden and go back', () => {
  const browser = useRawBrowser();
  const lab = useLab('local-page');

  /** Tab `a` is behind tab `b`. */
  async function meet(): Promise<{ a: RawTab; b: RawTab; heard(...wanted: string[]): Promise<unknown> }> {
    const [a, b] = [await browser.openTab('/'), await browser.openTab('/')];
    for (const tab of [a, b]) {
      await tab.evaluate((url) => void (location.href = url), lab.url);
      await tab.waitFor(() => 'localLab' in globalThis);
    }
    await a.evaluate(() => globalThis.localLab.enter('room', 'a'));
    await b.evaluate(() => globalThis.localLab.enter('room', 'b'));
    const heard = (...wanted: string[]) =>
      a.waitFor(
        (all) => globalThis.localLab.events.filter((event) => event !== 'shown').join() === all,
        [wanted.join()],
      );
    await heard('b join');
    return { a, b, heard };
  }

  it.each([false, true])('a tab that is closed leaves after its own goodbye (hidden first: %s)', async (hidden) => {
    const { a, b, heard } = await meet();
    await b.evaluate(() => globalThis.localLab.sayOnPagehide(7));
    if (hidden) await a.show();
    await b.waitFor((wanted) => document.hidden === wanted, [hidden]);
    await b.close();
    await heard('b join', '7 from b', 'b leave');
  });

  it('a tab leaves the room when it goes away, and is back in it when the back/forward cache gives it back', async () => {
    const { a, b, heard } = await meet();
    await b.evaluate(() => void (location.href = '?elsewhere'));
    await heard('b join', 'b leave');
    // Sent while it is away: a page with an open channel would be thrown out of the cache by this.
    await a.evaluate(() => globalThis.localLab.send(1));
    await b.waitFor(() => location.search === '?elsewhere' && document.readyState === 'complete');
    await b.evaluate(() => history.back());
    await heard('b join', 'b leave', 'b join');

    await b.waitFor(() => globalThis.localLab.events.includes('restored'));
    await a.evaluate(() => globalThis.localLab.send(2));
    await b.evaluate(() => globalThis.localLab.send(3));
    await heard('b join', 'b leave', 'b join', '3 from b');
    await b.waitFor(() => globalThis.localLab.events.includes('2 from a'));
    expect(await b.evaluate(() => globalThis.localLab.events)).toEqual([
      'shown',
      'a join',
      'a leave',
      'restored',
      'a join',
      '2 from a',
    ]);
  });
});
