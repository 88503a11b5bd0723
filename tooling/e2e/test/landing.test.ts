// The landing page may be sent to anybody.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { measureShifts, smallWords, watchDrawnWords, widerThanWindow } from '../src/page-quality.js';

/** What of globalThis.landing this file uses: matches that can be hurried on. */
type Sped = typeof globalThis & {
  landing: Readonly<Record<'fight' | 'race', { world: { advance(ms: number): void } }>>;
};

describe('without JavaScript', () => {
  const browser = useBrowser({ context: { javaScriptEnabled: false } });

  it('is a page to read: what would be there, and no button that does nothing', async () => {
    const page = await browser.openTab('/');
    // Not by its text: playwright finds none in a noscript.
    const words = page.locator('.no-script p');
    expect(await words.innerText()).toContain('turn it on for this page, and reload');
    expect((await words.boundingBox())?.height).toBeGreaterThan(20);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('slider').filter({ visible: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Glossary' }).click();
    await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
  });
});

describe('the page', () => {
  const browser = useBrowser();

  // Each page is waited for, and needs little: they wait together.
  it('keeps still while its fonts come, on a phone held upright and across, and at a desktop', async () => {
    await Promise.all(
      [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
        { width: 1280, height: 800 },
      ].map(async (viewport) => {
        const { score, worst } = await measureShifts(await browser.newContext({ viewport }), '/');
        expect(score, `at ${viewport.width}: ${worst.join('\n')}`).toBeLessThanOrEqual(0.05);
      }),
    );
  });

  // A window of 1280 px or a phone of 640 px at 200 %, and the least that WCAG asks for.
  it.each([640, 320])('does not scroll sideways in %d px', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 400 } });
    const page = await context.newPage();
    for (const path of ['/', '/docs/', '/docs/packages/core/', '/docs/wire-format/']) {
      await page.goto(path);
      expect(await widerThanWindow(page), path).toEqual([]);
    }
  });

  it.each([
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ])('has no word under 12 px, written or drawn, at $width × $height', async (viewport) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    const drawn = await watchDrawnWords(page);
    await page.goto('/');
    // Both matches through all that they ever say, a second at each picture.
    for (const name of ['fight', 'race'] as const) {
      await page.evaluate((id) => document.querySelector(`#${id} .machines`)?.scrollIntoView(), name);
      await page.evaluate(async (match) => {
        for (let second = 0; second < 60; second++) {
          (globalThis as Sped).landing[match].world.advance(1000);
          await new Promise(requestAnimationFrame);
        }
      }, name);
    }
    expect(await smallWords(page)).toEqual([]);
    expect(await drawn()).toEqual([]);
  });

  it('says what it is to those who are sent its address', async () => {
    const page = await browser.openTab('/');
    const tags = await page
      .locator('meta[property^="og:"]')
      .evaluateAll((all) =>
        Object.fromEntries(all.map((tag) => [tag.getAttribute('property'), tag.getAttribute('content')])),
      );
    expect(tags).toMatchObject({ 'og:title': expect.stringContaining('rollback'), 'og:type': 'website' });
    const image = await page.request.get(new URL(String(tags['og:image']), page.url()).href);
    expect(image.headers()['content-type']).toBe('image/png');
  });

  it('weighs no more than 150 KB, compressed, and asks nobody else for anything', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const weights: number[] = [];
    const elsewhere: string[] = [];
    page.on('response', (response) => {
      if (!response.url().startsWith(browser.origin) && !response.url().startsWith('data:'))
        elsewhere.push(response.url());
    });
    page.on('requestfinished', (request) => {
      if (request.url().startsWith('data:')) return;
      void request
        .response()
        .then(async (response) => weights.push(gzipSync((await response?.body()) ?? '').byteLength));
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await expect.poll(() => weights.length).toBeGreaterThanOrEqual(5);
    expect(elsewhere).toEqual([]);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(150 * 1024);
  });

  it('leads nowhere that is not there', async () => {
    const page = await browser.openTab('/');
    const hrefs = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(hrefs.length).toBeGreaterThan(15);
    for (const href of new Set(hrefs.map((one) => one.split('#')[0] ?? one)))
      expect((await page.request.get(href)).status(), href).toBe(200);
    await page.getByRole('link', { name: 'Glossary' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'lite-rollback' }).click();
    await page.waitForURL(`${browser.origin}/`);
  });

  it('shows the code and the commands that the READMEs show', async () => {
    const page = await browser.openTab('/');
    const read = (path: string): string =>
      readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
    const readmes = read('packages/core/README.md') + read('README.md');
    const shown = await page.locator('pre').allTextContents();
    expect(shown.length).toBeGreaterThanOrEqual(4);
    expect(shown[0]).toContain('defineGame(');
    for (const [i, text] of shown.entries()) {
      // Commands stand in a sentence there, code in a block of its own.
      for (const part of i === shown.length - 1 ? text.trim().split('\n') : [text.trim()])
        expect(readmes).toContain(part);
    }
  });

  it('has a contrast of 4.5 in every text', async () => {
    const page = await browser.openTab('/');
    const poor = await page.evaluate(() => {
      const channel = (value: number): number => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      const parse = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
      const luminance = ([r = 0, g = 0, b = 0]: number[]): number =>
        0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
      const behind = (element: Element | null): number[] => {
        for (let at = element; at !== null; at = at.parentElement) {
          const colour = parse(getComputedStyle(at).backgroundColor);
          if (colour.length === 3 || (colour[3] ?? 0) === 1) return colour;
        }
        return [255, 255, 255];
      };
      const found: string[] = [];
      let texts = 0;
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
        const element = node.parentElement;
        if (
          element === null ||
          node.textContent?.trim() === '' ||
          element.closest('svg,script,style') !== null ||
          element.getClientRects().length === 0
        )
          continue;
        texts += 1;
        const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) found.push(`${contrast.toFixed(2)} ${element.className} ${node.textContent ?? ''}`);
      }
      return texts < 50 ? [`only ${texts} texts`] : found;
    });
    expect(poor).toEqual([]);
  });
});
