// The code in the README, built as it stands and played in two tabs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

const browser = useBrowser();
const README = fileURLToPath(new URL('../../../README.md', import.meta.url));
const HERE = fileURLToPath(new URL('..', import.meta.url));

async function bundle(): Promise<string> {
  const blocks = [...readFileSync(README, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
  expect(blocks, 'one block of code to build').toHaveLength(1);
  const result = await build({
    stdin: { contents: String(blocks[0]), resolveDir: HERE },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return String(result.outputFiles[0]?.text);
}

/** The left edges of the two players, read from the picture: what a person sees. */
const edges = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const row = canvas?.getContext('2d')?.getImageData(0, 75, 300, 1).data ?? [];
    const found: number[] = [];
    for (let x = 0; x < 300; x++) if ((row[x * 4 + 3] ?? 0) > 0 && (row[x * 4 - 1] ?? 0) === 0) found.push(x);
    return found;
  });

it('the game of the README is a match between two tabs', async () => {
  const script = await bundle();
  const context = await browser.newContext();
  await context.route('**/readme/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><canvas></canvas><script type="module" src="game.js"></script>',
    }),
  );
  await context.route('**/readme/game.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  const [a, b] = [await context.newPage(), await context.newPage()];
  await a.goto('/readme/');
  await b.goto('/readme/');
  for (const page of [a, b]) await expect.poll(() => edges(page), { timeout: 15_000 }).toEqual([100, 200]);

  // One moves right and the other left, until each has gone some way in the OTHER tab's picture.
  await a.keyboard.down('ArrowRight');
  await b.keyboard.down('ArrowLeft');
  const gone = async (page: Page) =>
    (await edges(page)).reduce((sum, x, player) => sum + Math.abs(x - (player === 0 ? 100 : 200)), 0);
  for (const page of [a, b]) await expect.poll(() => gone(page), { timeout: 15_000 }).toBeGreaterThan(20);
  await a.keyboard.up('ArrowRight');
  await b.keyboard.up('ArrowLeft');

  await expect
    .poll(async () => JSON.stringify(await edges(a)) === JSON.stringify(await edges(b)), { timeout: 5_000 })
    .toBe(true);
  const settled = await edges(a);
  expect(settled).not.toEqual([100, 200]);
  expect(settled).toHaveLength(2);
});
