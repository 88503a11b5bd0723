// The cabinet's way online, with a provider that an app would hand it. This one leads to a room between tabs, so that
// no network is needed.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

const browser = useBrowser();
const RESOLVE_FROM = fileURLToPath(new URL('../../../apps/pong', import.meta.url));

const GAME = `
import { mount } from '@lite-rollback/arcade';
import { defineGame } from '@lite-rollback/core';
import { createLocalTransport } from '@lite-rollback/local';
const room = (code) => {
  const transport = createLocalTransport({ room: code });
  return { transport, code, close: () => transport.close() };
};
mount({
  game: defineGame({ id: 'count/1', numPlayers: 2, fields: { n: { type: Int32Array, length: 2 } }, simulate({ n }, inputs) { for (let p = 0; p < 2; p++) n[p] += inputs[p] & 1; } }),
  title: 'Count', goal: 'Press.', stage: { width: 100, height: 50 }, draw() {},
  keys: [{ KeyA: 1 }], pad: [{ bits: 1, label: 'Press' }], players: [{ name: 'One' }, { name: 'Two' }],
  online: {
    async host() { return room('CODE-<b>'); },
    async join(code) {
      if (code !== 'CODE-<b>') throw Object.assign(new Error('nobody there'), { code: 'no-such-room' });
      return room(code);
    },
  },
});`;

type Scripted = typeof globalThis & { arcade: { code: string; match: unknown } };
const becomes = (page: Page, state: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.documentElement.dataset['match'] === wanted, state);

async function pages(): Promise<BrowserContext> {
  const built = await build({
    stdin: { contents: GAME, resolveDir: RESOLVE_FROM },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const context = await browser.newContext();
  const body = '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="game.js"></script>';
  await context.route(/\/count\/(\?.*)?$/, (route) => route.fulfill({ contentType: 'text/html', body }));
  await context.route('**/count/game.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: String(built.outputFiles[0]?.text) }),
  );
  return context;
}

it('a host shows code and link, a guest types the code or follows the link, and both play', async () => {
  const context = await pages();
  const host = await context.newPage();
  await host.goto('/count/');
  await host.getByRole('link', { name: /Online/ }).click();
  await host.getByText('CODE-<b>', { exact: true }).waitFor();
  expect(await host.evaluate(() => (globalThis as Scripted).arcade.code)).toBe('CODE-<b>');
  const link = await host.getByLabel('Link to this game').inputValue();
  expect(new URL(link).searchParams.get('join')).toBe('CODE-<b>');

  const guest = await context.newPage();
  await guest.goto('/count/');
  await guest.getByLabel('Code from a friend').fill(' CODE-<b> ');
  await guest.keyboard.press('Enter');
  await Promise.all([becomes(host, 'running'), becomes(guest, 'running')]);
  expect(await guest.evaluate(() => (globalThis as Scripted).arcade.code)).toBe('');

  await guest.close();
  await becomes(host, 'ended');
  await host.getByRole('button', { name: 'Play again' }).click();
  const second = await context.newPage();
  await second.goto(link);
  await Promise.all([becomes(host, 'running'), becomes(second, 'running')]);
});

it('a code that leads nowhere is said in words, with what to do', async () => {
  const context = await pages();
  const guest = await context.newPage();
  await guest.goto('/count/?join=WRONG');
  await guest.getByRole('heading', { name: 'No game under this code' }).waitFor();
  expect(await guest.evaluate(() => (globalThis as Scripted).arcade.match)).toBeNull();
  await guest.getByRole('link', { name: 'Menu' }).click();
  await guest.getByRole('heading', { name: 'Count' }).waitFor();
});
