// Every screen of the cabinet, the landing page and the lesson: audited by axe-core at a phone's and a desktop's width.
// The screens that only differ in their words are seen in the colours of one game.
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { audit } from '../src/audit.js';
import { useBrowser } from '../src/browser.js';
import { becomes } from '../src/online-pages.js';

const browser = useBrowser();

let faults: string[] = [];
let screens = 0;
afterEach(() => {
  faults = [];
  screens = 0;
});
async function check(page: Page, name: string): Promise<void> {
  const found = await audit(page, name);
  expect(found.passed, `${name}: rules that applied`).toBeGreaterThan(5);
  faults.push(...found.faults);
  screens += 1;
}
function expectNoFaults(count: number): void {
  expect(faults).toEqual([]);
  expect(screens).toBe(count);
}

type Scripted = typeof globalThis & {
  arcade: { match: { close(): void; session: { frame(): number; fields: Record<string, Int32Array> } } };
};
const heading = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { name }).waitFor();

/**
 * Walks through all that Tab reaches on the screen, and back to where it began: in the order in which it is read, each
 * with a ring around it.
 */
async function expectReadingOrder(page: Page): Promise<void> {
  const here = () =>
    page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { height, left, top } = focused.getBoundingClientRect();
      const scrolled = top + (focused.closest('.arcade-screen')?.scrollTop ?? NaN);
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      return {
        name: focused.getAttribute('aria-label') ?? focused.textContent,
        left,
        top: scrolled,
        bottom: scrolled + height,
        ring: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth),
      };
    });
  const count = await page.locator('.arcade-screen :is(a[href], button, input)').count();
  expect(count).toBeGreaterThan(6);
  const steps = [await here()];
  for (let i = 1; i < count; i++) {
    await page.keyboard.press('Tab');
    steps.push(await here());
  }
  expect(new Set(steps.map(({ name }) => name)).size).toBe(count);
  for (const { name, ring } of steps) expect(ring, `the ring around “${name}”`).toBeGreaterThanOrEqual(2);
  for (const [i, { bottom, left, name, top }] of steps.entries()) {
    const before = steps[i - 1];
    if (before !== undefined)
      expect(
        top >= before.bottom - 8 || (left > before.left && bottom > before.top),
        `“${name}” after “${before.name}”`,
      ).toBe(true);
  }
}

it.each(['pong', 'fighter'])('%s at one machine: menu, playing, paused, controls, ended, replay', async (game) => {
  const page = await browser.openTab(`/${game}/`);
  await expectReadingOrder(page);
  await check(page, 'menu');
  await page.getByRole('link', { name: 'Replay' }).click();
  await heading(page, 'Watch a replay');
  await check(page, 'replay: choosing');
  await page
    .getByLabel(/Choose a file/)
    .setInputFiles({ name: 'wrong.replay', mimeType: '', buffer: Buffer.from('no replay') });
  await page.getByRole('alert').waitFor();
  await check(page, 'replay: refused');

  await page.goto(`/${game}/?mode=hotseat`);
  await becomes(page, 'running');
  await check(page, 'playing');
  await page.evaluate(() => window.dispatchEvent(new Event('touchstart')));
  await check(page, 'playing, with touch pads');
  await page.keyboard.press('Escape');
  await heading(page, 'Paused');
  await check(page, 'paused');
  await page.getByRole('button', { name: 'Controls' }).click();
  await check(page, 'controls');
  await page
    .getByRole('button', { name: /Press to change/ })
    .first()
    .click();
  await check(page, 'controls: waiting for a key');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await becomes(page, 'running');
  await page.keyboard.press('w'); // the match waits for its first player
  // One point from the end: what a game without others may be told from outside.
  await page.evaluate(() => {
    const { score, phase, fight } = (globalThis as Scripted).arcade.match.session.fields;
    score?.set([7, 3]);
    phase?.set([3]);
    if (fight !== undefined) fight[1] = 3;
    if (fight !== undefined) fight[24] = 3;
  });
  await becomes(page, 'ended');
  await heading(page, /wins/);
  await check(page, 'ended');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save replay' }).click();
  const file = await (await downloading).path();
  await page.goto(`/${game}/?mode=replay`);
  await page.getByLabel(/Choose a file/).setInputFiles(file);
  await page.getByRole('slider').waitFor();
  await check(page, 'replay: playing');
  expectNoFaults(10);
});

it('pong with others: hosting, waiting, playing, paused, apart, left, and what goes wrong', async () => {
  const page = await browser.openTab('/pong/?host=1');
  await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  await page.getByText('Let others watch').click();
  await check(page, 'hosting');
  await page.routeWebSocket(/\/signal\//, (socket) => void socket.close());
  await page.goto('/pong/?join=0000-0000-00000');
  await heading(page, 'The meeting point does not answer');
  await check(page, 'a failure');
  browser.takeErrors();

  await page.goto('/pong/?room=audit');
  await heading(page, 'Waiting for the second tab');
  await check(page, 'waiting for a tab');
  const other = await browser.openTab('/pong/?room=audit');
  await Promise.all([page, other].map((tab) => becomes(tab, 'running')));
  await check(page, 'playing with figures');
  await other.bringToFront();
  await other.keyboard.press('Escape');
  await page.getByText(/^Paused by/).waitFor();
  await check(page, 'paused by the other');
  await other.getByRole('button', { name: 'Go on' }).click();
  await becomes(page, 'running');
  await page.evaluate(() => {
    (globalThis as Scripted).arcade.match.session.fields['score']?.set([0, 5]);
  });
  await heading(page, 'The two games came apart');
  await check(page, 'apart');
  await Promise.all([page, other].map((tab) => tab.goto('/pong/?room=audit-again')));
  await Promise.all([page, other].map((tab) => becomes(tab, 'running')));
  // A reload that ends at an empty page.
  await other.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await other.reload();
  await page.getByRole('button', { name: 'Stop waiting' }).waitFor();
  await check(page, 'waiting for one who may come back');
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await heading(page, 'The other player left');
  await check(page, 'the other left');
  expectNoFaults(8);
});

it('the fighter’s sync test and its hosting page, and both games in mode lag', async () => {
  const page = await browser.openTab('/fighter/?mode=synctest');
  await page.waitForFunction(() => document.documentElement.dataset['synctest'] === 'ok', undefined, {
    timeout: 40_000,
  });
  await check(page, 'sync test');
  for (const game of ['pong', 'fighter']) {
    await page.goto(`/${game}/?mode=lag:6:10`);
    await becomes(page, 'running', 30_000);
    await check(page, `${game} in mode lag`);
  }
  await page.goto('/fighter/?host=1');
  await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  await check(page, 'fighter, hosting');
  expectNoFaults(4);
});

it('the landing page and the lesson, and with less motion', async () => {
  const page = await browser.openTab('/');
  await page.locator('#fight[data-running="yes"]').waitFor();
  await check(page, 'landing page');
  await page.goto('/lesson/');
  await page.getByRole('button').first().waitFor();
  await check(page, 'lesson');
  const picture = (): Promise<string> => page.evaluate(() => document.querySelector('canvas')?.toDataURL() ?? '');
  await page.goto('/pong/');
  const moving = await picture();
  await expect.poll(async () => (await picture()) !== moving).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/pong/');
  // Once it is drawn: the same a moment later.
  const isDrawn = (): Promise<boolean> =>
    page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels?.some((value) => value !== 0) === true;
    });
  await expect.poll(isDrawn).toBe(true);
  const still = await picture();
  await page.waitForTimeout(500);
  expect(await picture()).toBe(still);
  await page.goto('/');
  await page.getByRole('button', { name: 'Start the fight' }).waitFor();
  await check(page, 'landing page, still');
  expectNoFaults(3);
});
