// What a page owes to everybody who opens it, whatever it is about: it keeps still while it loads, it fits, and it can be
// read.
import type { BrowserContext, Page } from 'playwright-core';

type Measured = typeof globalThis & { shifts: { value: number; what: string }[] };

export interface Shifts {
  /** Cumulative Layout Shift: 0.1 counts as good in general. */
  readonly score: number;
  /** The worst ones first, in words. */
  readonly worst: readonly string[];
}

/**
 * Opens `path` with fonts that come late, and with a page that nobody touches, and sums how far what was seen has moved
 * in `ms` after the last font has come.
 */
export async function measureShifts(context: BrowserContext, path: string, ms = 2500): Promise<Shifts> {
  const page = await context.newPage();
  // Late enough that text is painted in another face first.
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.addInitScript(() => {
    const measured = globalThis as Measured;
    measured.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Not in the types of TypeScript's DOM library.
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        if (shift.hadRecentInput) continue;
        const what = shift.sources.map(({ node }) => {
          const at = node instanceof Element ? node : node?.parentElement;
          return `${at?.tagName.toLowerCase() ?? '?'}.${at?.getAttribute('class') ?? ''}`;
        });
        measured.shifts.push({ value: shift.value, what: `${Math.round(shift.startTime)} ms: ${what.join(', ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(ms);
  const shifts = await page.evaluate(() => (globalThis as Measured).shifts);
  await page.close();
  return {
    score: shifts.reduce((sum, { value }) => sum + value, 0),
    worst: shifts
      .filter(({ value }) => value > 0.001)
      .sort((a, b) => b.value - a.value)
      .slice(0, 5)
      .map(({ value, what }) => `${value.toFixed(3)} at ${what}`),
  };
}

/** What sticks out of the window's right edge; empty where nothing makes the page scroll sideways. */
export async function widerThanWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`)
      .concat(`${scrollWidth} px in ${clientWidth}`);
  });
}

/** Text on the page in letters of fewer than `least` CSS px. */
export async function smallWords(page: Page, least = 12): Promise<string[]> {
  return page.evaluate((px) => {
    const found: string[] = [];
    let texts = 0;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element === null || text === '' || element.closest('script, style, noscript') !== null) continue;
      if (element.getClientRects().length === 0) continue;
      texts += 1;
      const size = parseFloat(getComputedStyle(element).fontSize);
      // Of an SVG the size is in its own units.
      const svg = element.closest('svg');
      const scale = svg === null ? 1 : (svg.getScreenCTM()?.a ?? 1);
      if (size * scale < px) found.push(`${(size * scale).toFixed(1)} px: ${text.slice(0, 40)}`);
    }
    return texts < 10 ? [`only ${texts} texts`] : found;
  }, least);
}

/** Words drawn on canvases in letters of fewer than `least` CSS px. Call it before the page is opened. */
export async function watchDrawnWords(page: Page, least = 12): Promise<() => Promise<string[]>> {
  await page.addInitScript((px) => {
    const words = new Set<string>();
    let drawn = 0;
    Object.defineProperty(globalThis, 'drawnWords', {
      get: () => (drawn === 0 ? ['no words drawn'] : [...words].slice(0, 10)),
    });
    const fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      drawn += 1;
      const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 0);
      const { a, b } = this.getTransform();
      const box = this.canvas.getBoundingClientRect();
      const css = box.width === 0 ? 0 : (size * Math.hypot(a, b) * box.width) / this.canvas.width;
      // A word that swells in or fades away is read at its full size.
      // A size that was computed to be just enough may come out a hair smaller.
      if (box.width > 0 && css < px - 0.05 && this.globalAlpha > 0.9) words.add(`${css.toFixed(1)} px: ${text}`);
      fillText.call(this, text, x, y, ...rest);
    };
  }, least);
  return () => page.evaluate(() => (globalThis as typeof globalThis & { drawnWords: string[] }).drawnWords);
}
