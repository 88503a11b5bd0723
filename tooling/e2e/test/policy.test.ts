// What `start` tells a browser that pages may do: every page works within it, and nothing else gets out of it.
import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

const browser = useBrowser();

type Intruded = typeof globalThis & { seen: Set<string> };

it.each([
  '/',
  '/docs/',
  '/lesson/',
  '/pong/',
  '/pong/?mode=hotseat',
  '/pong/?mode=lag:6:10',
  '/fighter/',
  '/fighter/?mode=fight',
  '/fighter/?mode=boxes',
  '/fighter/?mode=synctest',
])('%s asks for nothing that the policy forbids', async (path) => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(
        `forbidden: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      ),
    );
  });
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  // A page that nothing reached would break no rule either.
  expect(await page.evaluate(() => document.fonts.status)).toBe('loaded');
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('main') ?? document.body).fontFamily),
  ).toContain('Barlow Condensed');
  expect(browser.takeErrors()).toEqual([]);
});

it('script that got into a page gets nothing run, loaded or sent', async () => {
  const page = await browser.openTab('/');
  await page.evaluate(async () => {
    const seen = ((globalThis as Intruded).seen = new Set<string>());
    document.addEventListener('securitypolicyviolation', (event) => seen.add(event.effectiveDirective));
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="https://example.org/a.png"><b style="color:red"></b><iframe src="https://example.org/"></iframe>',
    );
    const script = document.createElement('script');
    script.textContent = 'globalThis.gotIn = true';
    document.body.append(script);
    await fetch('https://example.org/').catch(() => {});
  });
  // Each is told of when its time comes: a picture's when it would be loaded.
  await expect
    .poll(() => page.evaluate(() => [...(globalThis as Intruded).seen].sort()))
    .toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-elem', 'style-src-attr']);
  expect(await page.evaluate(() => 'gotIn' in globalThis)).toBe(false);
  expect(browser.takeErrors().length).toBeGreaterThan(3);
});

it('an address where nothing is has a page that says where to go', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  expect((await page.goto('/fighter/nothing/here'))?.status()).toBe(404);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/guess was wrong/i);
  // Its style is in the page, and was let through.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(244, 235, 220)',
  );
  await page.getByRole('link', { name: 'Fighter' }).click();
  await page.waitForURL(`${browser.origin}/fighter/`);
  // The browser itself logs the status of the page that it was sent to.
  expect(browser.takeErrors().filter((error) => !error.includes('status of 404'))).toEqual([]);
});
