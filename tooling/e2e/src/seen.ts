// What can be told of a page's layout by measure: what lies over the picture, how small its words are, whether anything
// reaches beyond the window, and how far it moved while it loaded.
import type { Page } from 'playwright-core';

type Measured = typeof globalThis & { smallestOnCanvas: Map<string, number>; shifts: number };

/** To be run before a page's scripts: notes the size of every word drawn on a canvas, and each layout shift. */
export function startMeasuring(): void {
  const page = globalThis as Measured;
  page.smallestOnCanvas = new Map();
  page.shifts = 0;
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    const { a, b } = this.getTransform();
    const { canvas } = this;
    const size = (Number(/([\d.]+)px/.exec(this.font)?.[1]) * Math.hypot(a, b) * canvas.clientWidth) / canvas.width;
    if (text !== '' && this.globalAlpha > 0.2 && size > 0)
      page.smallestOnCanvas.set(text, Math.min(size, page.smallestOnCanvas.get(text) ?? Infinity));
    return fillText.call(this, text, ...place);
  };
  new PerformanceObserver((list) => {
    // TypeScript's DOM does not have LayoutShift.
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) page.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

export interface Seen {
  /** What can be seen and reaches into the picture. */
  readonly over: string[];
  /** Words smaller than 12 px, in elements and on canvases. */
  readonly small: string[];
  /** What can be seen and reaches beyond the window at its sides, and is not scrolled into view by its own place. */
  readonly beyond: string[];
  /** The picture's share of the window. */
  readonly share: number;
}

/** Of a page on which startMeasuring has run. */
export async function seen(page: Page): Promise<Seen> {
  // Words of the last moment, not of the menu before it.
  await page.evaluate(() => (globalThis as Measured).smallestOnCanvas.clear());
  await page.waitForTimeout(250);
  return page.evaluate(() => {
    const LEAST = 12;
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${(element.textContent ?? '').trim().slice(0, 30)}”`;
    const shown = [...document.querySelectorAll<HTMLElement>('.arcade *')].filter((element) => {
      const { height, width } = element.getBoundingClientRect();
      return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    });
    const canvas = document.querySelector<HTMLCanvasElement>('.arcade-stage canvas');
    const picture = canvas?.getBoundingClientRect() ?? new DOMRect();
    const hasWords = (element: Element): boolean =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
    const paints = (element: HTMLElement): boolean =>
      hasWords(element) ||
      element.matches('button,input,select,canvas,svg,a') ||
      getComputedStyle(element).borderStyle !== 'none';
    const over = shown.filter((element) => {
      if (element === canvas || element.contains(canvas) || !paints(element)) return false;
      const box = element.getBoundingClientRect();
      // A pixel of rounding is no cover.
      return (
        Math.min(box.right, picture.right) - Math.max(box.left, picture.left) > 1 &&
        Math.min(box.bottom, picture.bottom) - Math.max(box.top, picture.top) > 1
      );
    });
    const small = shown
      .filter((element) => hasWords(element) && parseFloat(getComputedStyle(element).fontSize) < LEAST)
      .map(name);
    for (const [text, size] of (globalThis as Measured).smallestOnCanvas)
      if (size < LEAST - 0.05) small.push(`canvas “${text}” ${size.toFixed(1)} px`);
    const beyond = shown.filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return paints(element) && (right > innerWidth + 1 || left < -1);
    });
    if (document.documentElement.scrollWidth > innerWidth) beyond.push(document.documentElement);
    return {
      over: over.map(name),
      small,
      beyond: beyond.map(name),
      share: (picture.width * picture.height) / (innerWidth * innerHeight),
    };
  });
}

/** How far things moved by themselves since the page began: the sum that is called CLS. */
export function shifted(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as Measured).shifts);
}
