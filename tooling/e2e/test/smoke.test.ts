import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

const browser = useBrowser();

it('the landing page answers, logs no error, and leads to Pong', async () => {
  const page = await browser.openTab('/');
  expect(await page.title()).toContain('lite-rollback');
  await page.getByRole('link', { name: /pong/i }).first().click();
  await page.waitForURL(/\/pong\//);
  await page.waitForLoadState('networkidle');
});

it('/pong/ answers and logs no error', async () => {
  const page = await browser.openTab('/pong/');
  await page.waitForLoadState('networkidle');
  expect(await page.locator('canvas').count(), 'it draws').toBeGreaterThan(0);
});

it('config.json stands beside the page', async () => {
  const page = await browser.openTab('/pong/');
  const config = await page.evaluate(async () => (await fetch('./config.json')).json() as Promise<unknown>);
  expect(config).toMatchObject({ iceServers: expect.any(Array) });
});
