// The game in the cabinet's README, built as it stands and played in two tabs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

const browser = useBrowser();
const README = fileURLToPath(new URL('../../../packages/arcade/README.md', import.meta.url));
/** A workspace package that has the three packages of the README among its dependencies. */
const RESOLVE_FROM = fileURLToPath(new URL('../../../apps/pong', import.meta.url));

type Scripted = typeof globalThis & {
  arcade: {
    match: { state: string; localHandles: number[]; session: { fields: { knot: Int32Array }; frame(): number } } | null;
  };
};
const knot = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Scripted).arcade.match?.session.fields.knot[0] ?? NaN);
const becomes = (page: Page, state: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.documentElement.dataset['match'] === wanted, state);

it('the game of the cabinet’s README is played to its end between two tabs', async () => {
  const blocks = [...readFileSync(README, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
  expect(blocks, 'one block of code to build').toHaveLength(1);
  const built = await build({
    stdin: { contents: String(blocks[0]), resolveDir: RESOLVE_FROM },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const context = await browser.newContext();
  const body = '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="game.js"></script>';
  await context.route('**/rope/?*', (route) => route.fulfill({ contentType: 'text/html', body }));
  await context.route('**/rope/game.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: String(built.outputFiles[0]?.text) }),
  );
  const [a, b] = [await context.newPage(), await context.newPage()];
  for (const page of [a, b]) await page.goto('/rope/?room=readme');
  await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
  const [mine] = await a.evaluate(() => (globalThis as Scripted).arcade.match?.localHandles ?? []);
  await a.bringToFront();
  /** Waits until two more frames have been played, or the match is over. */
  const twoFrames = async (): Promise<void> => {
    const from = await a.evaluate(() => (globalThis as Scripted).arcade.match?.session.frame() ?? NaN);
    await a.waitForFunction((frame) => {
      const { match } = (globalThis as Scripted).arcade;
      return match?.state === 'ended' || (match?.session.frame() ?? NaN) >= frame + 2;
    }, from);
  };
  /** Held for two frames and let go for two, so that each press is a tug of its own. */
  const tug = async (key: string, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) {
      await a.keyboard.down(key);
      await twoFrames();
      await a.keyboard.up(key);
      await twoFrames();
    }
  };
  await tug('j', 3);
  for (const page of [a, b]) await expect.poll(() => knot(page).then(Math.abs)).toBe(12);
  expect(Math.sign(await knot(b))).toBe(mine === 0 ? -1 : 1);
  await tug('f', 12);
  await Promise.all([becomes(a, 'ended'), becomes(b, 'ended')]);
  await a.getByRole('heading', { name: 'You win' }).waitFor();
  await b.getByRole('heading', { name: 'You lose' }).waitFor();
});
