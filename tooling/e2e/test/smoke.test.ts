import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

const browser = useBrowser();

const GAMES = ['pong', 'fighter'];

it.each(GAMES)('the landing page answers, logs no error, and leads to %s', async (game) => {
  const page = await browser.openTab('/');
  expect(await page.title()).toContain('lite-rollback');
  await page.getByRole('link', { name: `Play ${game}` }).click();
  await page.waitForURL(`**/${game}/`);
  await page.waitForLoadState('networkidle');
});

it.each(GAMES)('/%s/ answers and logs no error', async (game) => {
  const page = await browser.openTab(`/${game}/`);
  await page.waitForLoadState('networkidle');
  expect(await page.locator('canvas').count(), 'it draws').toBeGreaterThan(0);
});

it.each(GAMES)('config.json stands beside the page of %s', async (game) => {
  const page = await browser.openTab(`/${game}/`);
  const config = await page.evaluate(async () => (await fetch('./config.json')).json() as Promise<unknown>);
  expect(config).toMatchObject({ iceServers: expect.any(Array) });
});

it('the landing page leads to the lesson, which logs no error', async () => {
  const page = await browser.openTab('/');
  await page.getByRole('link', { name: 'How rollback works' }).click();
  await page.waitForURL('**/lesson/');
  await page.waitForLoadState('networkidle');
  expect(await page.locator('.timeline .row').count(), 'it draws').toBeGreaterThan(14);
});
