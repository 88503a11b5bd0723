// The packages as they would be published, installed into a blank Vite app outside the workspace, built there and
// played.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { createPackedApp, type PackedApp } from '../src/packed-app.js';
import { redirectPublicSignaling } from '../src/public-signaling.js';
import { useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGES = ['core', 'local', 'webrtc', 'arcade'];

/** The text of the fenced block behind a marker comment, or the first one of that language. */
function blockOf(path: string, language: string, marker = ''): string {
  const readme = readFileSync(join(ROOT, path), 'utf8');
  const from = readme.indexOf(marker);
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(readme.slice(from))?.[1];
  if (from < 0 || block === undefined) throw new Error(`no block of ${language} in ${path}`);
  return block;
}

/** The script with each line that the diff takes out replaced by the one behind it. */
function changed(script: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  for (let at = 0; at < lines.length; at += 2) {
    const [old = '', fresh = ''] = [lines[at], lines[at + 1]];
    expect([old[0], fresh[0]]).toEqual(['-', '+']);
    expect(script.split(`${old.slice(1)}\n`), `once in the script: ${old}`).toHaveLength(2);
    script = script.replace(`${old.slice(1)}\n`, () => `${fresh.slice(1)}\n`);
  }
  return script;
}

const browser = useBrowser({ args: WEBRTC_FLAGS });
const lab = useLab();
let made: PackedApp | undefined;
/** The app, inside a test. */
const app = (): PackedApp => {
  if (made === undefined) throw new Error('the app was not made');
  return made;
};
beforeAll(async () => {
  made = await createPackedApp(PACKAGES);
}, 240_000);
afterAll(() => made?.close());

const lines = async (page: Page): Promise<string[]> => (await page.evaluate(() => document.body.innerText)).split('\n');

/** Two pages of the race, in which one holds a key: each shows both, and they end alike. */
async function race(a: Page, b: Page): Promise<void> {
  for (const page of [a, b]) await expect.poll(() => lines(page), { timeout: 20_000 }).toEqual(['running', 'o', 'o']);
  await a.keyboard.down('x');
  for (const page of [a, b])
    await expect
      .poll(async () => Math.max(...(await lines(page)).slice(1).map((lane) => lane.length)), { timeout: 15_000 })
      .toBeGreaterThan(10);
  await a.keyboard.up('x');
  await expect
    .poll(async () => JSON.stringify([await lines(a)]) === JSON.stringify([await lines(b)]), { timeout: 5_000 })
    .toBe(true);
  const [state, ...lanes] = await lines(a);
  expect(state).toBe('running');
  expect(
    lanes.filter((lane) => lane === 'o'),
    'the other one stands where it stood',
  ).toHaveLength(1);
}

it('what is installed is the tarballs, with one core', () => {
  for (const name of PACKAGES) {
    const folder = app().folderOf(`@lite-rollback/${name}`);
    expect(folder, 'no link into the workspace').toBe(join(app().dir, 'node_modules/@lite-rollback', name));
    const installed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    const source = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(installed.version).toBe(source.version);
  }
});

const script = (): string => blockOf('packages/core/README.md', 'js', '<!-- two-tab -->');

it('the two-tab match of core’s README, 20 lines at most, is built and played', async () => {
  expect(script().trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  await app().build(script());
  const url = await app().serve();
  const context = await browser.newContext();
  const [a, b] = [await context.newPage(), await context.newPage()];
  for (const page of [a, b]) await page.goto(url);
  await race(a, b);
});

it('with the import and one line changed the same file is played over WebRTC, between two browsers', async () => {
  const diff = blockOf('packages/core/README.md', 'diff', '<!-- over-webrtc -->');
  expect(diff.trimEnd().split('\n'), 'the import and one line').toHaveLength(4);
  await app().build(changed(script(), diff));
  const url = await app().serve();
  const pages: Page[] = [];
  for (let index = 0; index < 2; index++) {
    const context = await browser.newContext();
    await redirectPublicSignaling(context, lab.options);
    const page = await context.newPage();
    pages.push(page);
    await page.goto(url);
  }
  const [a, b] = pages;
  if (a === undefined || b === undefined) throw new Error('no page');
  await race(a, b);
});

it('the game of the cabinet’s README is built from the tarballs too, and opens', async () => {
  await app().build(blockOf('packages/arcade/README.md', 'js'));
  const page = await (await browser.newContext()).newPage();
  await page.goto(await app().serve());
  await page.getByRole('heading', { name: 'Rope' }).waitFor();
});
