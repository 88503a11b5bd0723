// The code in the package's README, run as it stands.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { redirectPublicSignaling } from '../src/public-signaling.js';
import { useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';

const browser = useBrowser({ args: WEBRTC_FLAGS });
const lab = useLab();
const HERE = fileURLToPath(new URL('..', import.meta.url));

function blocks(name: 'local' | 'webrtc', language: string): string[] {
  const readme = readFileSync(fileURLToPath(new URL(`../../../packages/${name}/README.md`, import.meta.url)), 'utf8');
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map((match) => String(match[1]));
}

/** The file with each `-` line replaced by the `+` line after it. */
function patched(file: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  for (let at = 0; at < lines.length; at += 2) {
    const [old = '', fresh = ''] = [lines[at], lines[at + 1]];
    expect([old[0], fresh[0]]).toEqual(['-', '+']);
    expect(file.split(`${old.slice(1)}\n`), old).toHaveLength(2);
    file = file.replace(`${old.slice(1)}\n`, () => `${fresh.slice(1)}\n`);
  }
  return file;
}

async function servePage(context: BrowserContext, source: string): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: HERE },
    bundle: true,
    format: 'esm',
    write: false,
  });
  await context.route('**/readme/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><script type="module" src="game.js"></script>',
    }),
  );
  await context.route('**/readme/game.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: String(outputFiles[0]?.text) }),
  );
}

it('the two-tab match of @lite-rollback/local is played between two browsers after the change of the README', async () => {
  const [file] = blocks('local', 'js');
  const [diff] = blocks('webrtc', 'diff');
  expect(String(diff).trimEnd().split('\n'), 'the import and one line').toHaveLength(4);
  const source = patched(String(file), String(diff));
  const pages: Page[] = [];
  for (let index = 0; index < 2; index++) {
    const context = await browser.newContext();
    await redirectPublicSignaling(context, lab.options);
    await servePage(context, source);
    const page = await context.newPage();
    pages.push(page);
    await page.goto('/readme/');
  }
  const [a, b] = pages;
  if (a === undefined || b === undefined) throw new Error('no page');
  for (const page of pages) await expect.poll(() => page.title(), { timeout: 20_000 }).toBe('running 0 : 0');
  await a.keyboard.down(' ');
  const scores = async (page: Page) => (await page.title()).replace('running ', '').split(' : ').map(Number);
  for (const page of pages)
    await expect.poll(async () => Math.max(...(await scores(page))), { timeout: 15_000 }).toBeGreaterThan(20);
  await a.keyboard.up(' ');
  await expect
    .poll(async () => JSON.stringify([await scores(a)]) === JSON.stringify([await scores(b)]), { timeout: 5_000 })
    .toBe(true);
  expect(Math.min(...(await scores(a)))).toBe(0);
});

it('the page without a bundler finds its other copy, over an import map alone', async () => {
  const [page, ...others] = blocks('webrtc', 'html');
  expect(others).toEqual([]);
  // A folder with that page and an installed node_modules, on a server that only hands out files.
  const installed = fileURLToPath(new URL('../node_modules/', import.meta.url));
  const open = async (): Promise<Page> => {
    const context = await browser.newContext();
    await redirectPublicSignaling(context, lab.options);
    await context.route('**/one-page/', (route) => route.fulfill({ contentType: 'text/html', body: String(page) }));
    await context.route('**/one-page/node_modules/**', (route) =>
      route.fulfill({ path: installed + new URL(route.request().url()).pathname.split('/node_modules/')[1] }),
    );
    const opened = await context.newPage();
    await opened.goto('/one-page/');
    return opened;
  };
  const a = await open();
  await expect.poll(() => a.title(), { timeout: 15_000 }).toBe('alone');
  const b = await open();
  for (const each of [a, b]) await expect.poll(() => each.title(), { timeout: 20_000 }).toBe('together');
});

it('the block about channels of one’s own runs', async () => {
  const [source, ...others] = blocks('webrtc', 'js');
  expect(others).toEqual([]);
  const context = await browser.newContext();
  await servePage(context, String(source));
  const page = await context.newPage();
  await page.goto('/readme/');
  await expect.poll(() => page.title(), { timeout: 15_000 }).toBe('1,2,3 from ann');
});
