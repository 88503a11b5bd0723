// The code in the README, built as it stands and played: in two pages that are both seen, and in two tabs of one window,
// of which one is hidden at any time.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { expectHidden, useRawBrowser } from '../src/raw-browser.js';
import type { RawTab } from '../src/raw-tab.js';
import { startScriptServer } from '../src/script-server.js';

const README = fileURLToPath(new URL('../../../README.md', import.meta.url));
const START = [100, 200];

/** The address of a page that runs the README's block. */
async function servePage(): Promise<string> {
  const blocks = [...readFileSync(README, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
  expect(blocks, 'one block of code to build').toHaveLength(1);
  const server = await startScriptServer({ script: String(blocks[0]), body: '<canvas></canvas>' });
  onTestFinished(() => server.close());
  return server.url;
}

/** For evaluate(): the left edges of the two players, read from the picture: what a person sees. */
function readEdges(): number[] {
  const canvas = document.querySelector('canvas');
  const row = canvas?.getContext('2d')?.getImageData(0, 75, 300, 1).data ?? [];
  const found: number[] = [];
  for (let x = 0; x < 300; x++) if ((row[x * 4 + 3] ?? 0) > 0 && (row[x * 4 - 1] ?? 0) === 0) found.push(x);
  return found;
}

describe('side by side', () => {
  const browser = useBrowser();
  const edges = (page: Page): Promise<number[]> => page.evaluate(readEdges);

  it('the game of the README is a match between two tabs', async () => {
    const url = await servePage();
    const context = await browser.newContext();
    const [a, b] = [await context.newPage(), await context.newPage()];
    await a.goto(url);
    await b.goto(url);
    for (const page of [a, b]) await expect.poll(() => edges(page), { timeout: 15_000 }).toEqual(START);

    // One moves right and the other left, until each has gone some way in the OTHER tab's picture.
    await a.keyboard.down('ArrowRight');
    await b.keyboard.down('ArrowLeft');
    const gone = async (page: Page) =>
      (await edges(page)).reduce((sum, x, player) => sum + Math.abs(x - (START[player] ?? 0)), 0);
    for (const page of [a, b]) await expect.poll(() => gone(page), { timeout: 15_000 }).toBeGreaterThan(20);
    await a.keyboard.up('ArrowRight');
    await b.keyboard.up('ArrowLeft');

    await expect
      .poll(async () => JSON.stringify(await edges(a)) === JSON.stringify(await edges(b)), { timeout: 5_000 })
      .toBe(true);
    const settled = await edges(a);
    expect(settled).not.toEqual(START);
    expect(settled).toHaveLength(2);
  });
});

describe('in two tabs of one window', () => {
  const browser = useRawBrowser();
  const edges = (tab: RawTab): Promise<number[]> => tab.evaluate(readEdges);
  const key = (tab: RawTab, type: 'keydown' | 'keyup', name: string): Promise<boolean> =>
    tab.evaluate((event, pressed) => dispatchEvent(new KeyboardEvent(event, { key: pressed })), type, name);

  /**
   * Holds a key in the tab that is seen until a player has gone `px` in its picture, and returns which. A machine goes
   * no further than its guesses reach without the other; and one whose loop beats once a second would be too slow.
   */
  async function walk(tab: RawTab, name: 'ArrowLeft' | 'ArrowRight', px: number): Promise<number> {
    const from = await edges(tab);
    expect(from).toHaveLength(2);
    let gone: number[] = [];
    await key(tab, 'keydown', name);
    await expect
      .poll(
        async () => {
          gone = (await edges(tab)).map((x, player) => Math.abs(x - (from[player] ?? NaN)));
          return Math.max(...gone);
        },
        { timeout: 8_000, interval: 20 },
      )
      .toBeGreaterThan(px);
    await key(tab, 'keyup', name);
    return gone.indexOf(Math.max(...gone));
  }

  it('the game of the README goes on, whichever of the two is hidden', async () => {
    const url = await servePage();
    const a = await browser.openTab(url);
    const b = await browser.openTab(url);
    await expectHidden(a);
    // It began although one of them has been hidden all the time that they knew of each other.
    await expect.poll(() => edges(b), { timeout: 15_000 }).toEqual(START);
    const left = (await walk(b, 'ArrowRight', 5)) === 0;
    await walk(b, left ? 'ArrowLeft' : 'ArrowRight', 60); // away from the other one
    await expectHidden(a);

    await a.show();
    await expectHidden(b);
    // What the hidden tab has played is what the other has seen.
    await expect.poll(() => edges(a), { timeout: 5_000 }).not.toEqual(START);
    const seen = await edges(a);
    await walk(a, left ? 'ArrowRight' : 'ArrowLeft', 60);
    await expectHidden(b);

    await b.show();
    await expectHidden(a);
    const last = await edges(a);
    expect(last).not.toEqual(seen);
    await expect.poll(() => edges(b), { timeout: 5_000 }).toEqual(last);
  });
});
