// Two tabs of one browser play pong against each other, as the landing page and the README promise.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { playOn, playTogether } from '../src/play-together.js';
import { compareChecksums, pongReport, startPongPlayer } from '../src/pong-player.js';

const matchState = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['match']);
const becomes = (page: Page, state: string, timeout = 20_000): Promise<unknown> =>
  page.waitForFunction((wanted) => document.documentElement.dataset['match'] === wanted, state, { timeout });

describe('two tabs', () => {
  const browser = useBrowser();
  const openPair = async (room: string): Promise<[Page, Page]> => {
    const a = await browser.openTab(`/pong/?room=${room}`);
    expect(await matchState(a)).toBe('connecting');
    const b = await browser.openTab(`/pong/?room=${room}`);
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
    return [a, b];
  };

  it('play more than 600 frames with returns and goals, and agree on every confirmed frame', async () => {
    const [a, b] = await openPair('e2e-play');
    for (const page of [a, b]) await page.evaluate(startPongPlayer);
    const wellPlayed = async (page: Page): Promise<boolean> => {
      const { returns, goals } = await page.evaluate(pongReport);
      return returns >= 3 && goals >= 1;
    };
    await expect
      .poll(async () => (await wellPlayed(a)) && (await wellPlayed(b)), { timeout: 50_000, interval: 500 })
      .toBe(true);
    const [left, right] = await playTogether([a, b], 600);
    if (left === undefined || right === undefined) throw new Error('two reports are needed');
    expect([...left.localHandles, ...right.localHandles].sort()).toEqual([0, 1]);
    const { common, differing } = compareChecksums(left, right);
    expect(common).toBeGreaterThan(600);
    expect(differing).toEqual([]);
    // A game that stood still would have agreed, too.
    expect(new Set(left.checksums.map(([, checksum]) => checksum)).size).toBeGreaterThan(600);
    expect([left.desyncs, right.desyncs]).toEqual([0, 0]);
    expect([left.dataset, left.state]).toEqual(['running', 'running']);
  });

  it('closing one ends the match on the other at once, not by time-out, and the page says what to do', async () => {
    const [a, b] = await openPair('e2e-close');
    await b.evaluate(startPongPlayer);
    await a.close();
    await becomes(b, 'ended', 1000);
    expect(await b.evaluate(pongReport)).toMatchObject({ state: 'ended', drop: 'left' });
    await b.getByRole('heading', { name: 'The other player left' }).waitFor();
    await expect.poll(() => b.evaluate(() => document.activeElement?.textContent)).toBe('Play again');
  });

  it('Menu is a goodbye, too, in a browser that does not say what a page is left for', async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      // As Firefox: no pageswap event, and no handler for it.
      for (const owner of [window, Window.prototype]) Reflect.deleteProperty(owner, 'onpageswap');
      window.addEventListener('pageswap', (event) => event.stopImmediatePropagation(), true);
    });
    const [a, b] = [await context.newPage(), await context.newPage()];
    for (const page of [a, b]) await page.goto('/pong/?room=e2e-menu');
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
    expect(await a.evaluate(() => 'onpageswap' in window)).toBe(false);
    await b.evaluate(startPongPlayer);
    await a.keyboard.press('Escape');
    await a.getByRole('link', { name: 'Menu' }).click();
    await becomes(b, 'ended', 2000);
    expect(await b.evaluate(pongReport)).toMatchObject({ drop: 'left' });
  });

  it('a reload comes back to the same seat of the same match, and the other waits for it', async () => {
    const [a, b] = await openPair('e2e-reload');
    await b.evaluate(startPongPlayer);
    const [before] = await playOn([b], 60);
    const reloaded = a.reload();
    await b.getByRole('heading', { name: 'One moment' }).waitFor();
    await reloaded;
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
    await a.evaluate(startPongPlayer);
    const [left, right] = await playTogether([a, b], 60, 15_000);
    if (left === undefined || right === undefined) throw new Error('two reports are needed');
    expect([...left.localHandles, ...(before?.localHandles ?? [])].sort()).toEqual([0, 1]);
    const { common, differing } = compareChecksums(left, right);
    expect(common).toBeGreaterThan(60);
    expect(differing).toEqual([]);
  });

  it('who is awaited need not be: the other can end it, and play again with whoever comes', async () => {
    const [a, b] = await openPair('e2e-stop');
    await a.goto('about:blank');
    await b.getByRole('heading', { name: 'The other player left' }).waitFor();
    await b.getByRole('button', { name: 'Play again' }).click();
    expect(await matchState(b)).toBe('connecting');
    await a.goto('/pong/?room=e2e-stop');
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
    // A reload that ends at an empty page.
    await a.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
    );
    await a.reload();
    await b.getByRole('button', { name: 'Stop waiting' }).click();
    await becomes(b, 'ended');
    await b.getByRole('heading', { name: 'The other player left' }).waitFor();
  });

  it('one who wants to play again says so to the other', async () => {
    const [a, b] = await openPair('e2e-again');
    await b.bringToFront();
    // Both are told to end at once: the game's own end takes too long here, and how it ended does not matter.
    for (const page of [a, b])
      await page.evaluate(() => (globalThis as never as { arcade: { match: { close(): void } } }).arcade.match.close());
    await Promise.all([becomes(a, 'ended'), becomes(b, 'ended')]);
    await a.getByRole('button', { name: 'Play again' }).click();
    await b.getByText('wants to play again').waitFor();
    expect(await matchState(b)).toBe('ended');
    await b.getByRole('button', { name: 'Play again' }).click();
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
  });

  it('a desync ends the match on both, and names the field, the index and both values', async () => {
    const [a, b] = await openPair('e2e-desync');
    await a.evaluate(() => {
      const { fields } = (globalThis as never as { arcade: { match: { session: { fields: { score: Int32Array } } } } })
        .arcade.match.session;
      fields.score[1] = 5; // from outside simulate: what a fault in a game does
    });
    await Promise.all([becomes(a, 'ended'), becomes(b, 'ended')]);
    for (const [page, here, there] of [
      [a, 5, 0],
      [b, 0, 5],
    ] as const) {
      await page.getByRole('heading', { name: 'The two games came apart' }).waitFor();
      expect(await page.getByLabel('What differs').inputValue()).toContain(`score[1] is ${here} here, ${there} there`);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Try again');
      expect(await page.getByText('wants to play again').count()).toBe(0);
    }
  });

  it('a third tab is told that the room is full', async () => {
    const [a, b] = await openPair('e2e-full');
    const c = await browser.openTab('/pong/?room=e2e-full');
    await becomes(c, 'ended');
    await c.getByRole('heading', { name: 'This game is full' }).waitFor();
    expect([await matchState(a), await matchState(b)]).toEqual(['running', 'running']);
  });

  it('rooms do not mix, and a name that is HTML stays text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const a = await browser.openTab(`/pong/?room=${encodeURIComponent(name)}`);
    const b = await browser.openTab('/pong/?room=other');
    await a.waitForTimeout(1500);
    expect([await matchState(a), await matchState(b)]).toEqual(['connecting', 'connecting']);
    expect(await a.locator('img').count()).toBe(0);
    const link = await a.getByLabel('Link to this game').inputValue();
    expect(new URL(link).searchParams.get('room')).toBe(name);
  });

  it('the menu opens the second tab by itself', async () => {
    const a = await browser.openTab('/pong/');
    expect(await matchState(a)).toBe('connecting');
    expect(await a.evaluate(() => (globalThis as never as { arcade: { match: unknown } }).arcade.match)).toBeNull();
    const opened = a.context().waitForEvent('page');
    await a.getByRole('button', { name: /Two tabs/ }).click();
    const b = await opened;
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
    expect(new URL(a.url()).search).toBe(new URL(b.url()).search);
    expect(new URL(a.url()).searchParams.get('room')).toMatch(/^[a-z]+-[a-z]+-\d\d$/);
  });

  it('a pause holds both, and says so on the other screen', async () => {
    const [a, b] = await openPair('e2e-pause');
    // In whatever font: the words under the graph keep away from its scale.
    for (const face of ['', 'serif', 'monospace']) {
      const room = await b.evaluate((family) => {
        document.querySelector<HTMLElement>('.arcade')?.style.setProperty('--face', family);
        const [zero, words] = [
          document.querySelector('.arcade-axis :last-child'),
          document.querySelector('dl:has(.arcade-graph) dt'),
        ].map((part) => part?.getBoundingClientRect());
        return (words?.top ?? NaN) - (zero?.bottom ?? NaN);
      }, face);
      expect(room, face).toBeGreaterThanOrEqual(4);
    }
    await a.bringToFront();
    await a.keyboard.press('Escape');
    await becomes(b, 'paused');
    await b.getByText(/Paused by (Red|Blue)/).waitFor();
    await a.getByRole('button', { name: 'Go on' }).click();
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
  });

  it('four paddles: two players at each tab', async () => {
    const a = await browser.openTab('/pong/?players=4&room=e2e-four');
    const b = await browser.openTab('/pong/?players=4&room=e2e-four');
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
    for (const page of [a, b]) await page.evaluate(startPongPlayer);
    const touched = async (): Promise<number> => {
      const { returns, goals } = await a.evaluate(pongReport);
      return returns + goals;
    };
    await expect.poll(touched, { timeout: 20_000 }).toBeGreaterThan(0);
    const [left, right] = await playTogether([a, b], 300, 30_000);
    if (left === undefined || right === undefined) throw new Error('two reports are needed');
    expect([...left.localHandles, ...right.localHandles].sort()).toEqual([0, 1, 2, 3]);
    const { common, differing } = compareChecksums(left, right);
    expect(common).toBeGreaterThan(300);
    expect(differing).toEqual([]);
  });
});
