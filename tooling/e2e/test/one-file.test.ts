// The one-file example: as it stands in the cabinet's README, served by a server that only hands out files, played in
// two tabs.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

const browser = useBrowser();
const FOLDER = fileURLToPath(new URL('../../../examples/one-file/', import.meta.url));
const README = fileURLToPath(new URL('../../../packages/arcade/README.md', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

let server: Server;
let origin = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const file = join(FOLDER, pathname === '/' ? 'index.html' : pathname);
    if (!file.startsWith(FOLDER) || statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      return void response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => void server.close());

type Scripted = typeof globalThis & {
  arcade: {
    match: {
      localHandles: number[];
      session: { fields: { x: Int32Array; y: Int32Array; apple: Int32Array; score: Int32Array } };
    };
    press(handle: number, bits: number): void;
    release(handle: number, bits: number): void;
  };
};
const becomes = (page: Page, state: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.documentElement.dataset['match'] === wanted, state);

it('is at most 80 lines, and stands in the README letter by letter', () => {
  const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  expect(html.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  const blocks = [...readFileSync(README, 'utf8').matchAll(/^```html\n(.*?)^```$/gms)].map((match) => match[1]);
  expect(blocks).toEqual([html]);
});

it('is played to its end between two tabs', async () => {
  const context = await browser.newContext();
  const [a, b] = [await context.newPage(), await context.newPage()];
  await a.goto(`${origin}/`);
  const title = a.getByRole('heading', { name: 'Orchard' });
  await expect
    .poll(() => title.evaluate(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth <= clientWidth), {
      message: 'no letter of the title is cut',
    })
    .toBe(true);
  // Nobody plays behind the menu: it shows where the game begins, with Blue in its place.
  const stage = a.locator('.arcade-stage canvas');
  const blueAt = (page: HTMLElement | SVGElement): number[] => {
    const canvas = page as HTMLCanvasElement; // the locator's element
    return [...(canvas.getContext('2d')?.getImageData((canvas.width * 280) / 320, canvas.height / 2, 1, 1).data ?? [])];
  };
  await expect.poll(() => stage.evaluate(blueAt)).toEqual([0x1f, 0x4f, 0xd1, 255]);
  for (const page of [a, b]) await page.goto(`${origin}/?room=one-file`);
  await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
  // One goes for every apple; the other stands still.
  await a.evaluate(() => {
    setInterval(() => {
      const { arcade } = globalThis as Scripted;
      const [me] = arcade.match.localHandles;
      if (me === undefined) return;
      const { apple, x, y } = arcade.match.session.fields;
      const along = (apple[0] ?? 0) - (x[me] ?? 0);
      const down = (apple[1] ?? 0) - (y[me] ?? 0);
      const bits = (along < -4 ? 1 : along > 4 ? 2 : 0) | (down < -4 ? 4 : down > 4 ? 8 : 0);
      arcade.release(me, 15 & ~bits);
      arcade.press(me, bits);
    }, 16);
  });
  await Promise.all([becomes(a, 'ended'), becomes(b, 'ended')]);
  await a.getByRole('heading', { name: 'You win' }).waitFor();
  await b.getByRole('heading', { name: 'You lose' }).waitFor();
  const scores = await Promise.all(
    [a, b].map((page) => page.evaluate(() => [...(globalThis as Scripted).arcade.match.session.fields.score])),
  );
  expect(scores[0]).toEqual(scores[1]);
  expect(Math.max(...(scores[0] ?? []))).toBe(10);
});
