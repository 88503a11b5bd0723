// The landing page: the live match obeys its sliders and its visitor, and the page may be sent to anybody.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

/** What of globalThis.mirror these tests read. */
interface Mirror {
  readonly running: boolean;
  readonly agreement: { compared: number; equal: number; frame: number };
  readonly matches: {
    localHandles: number[];
    counters: { stalls: number };
    session: { frame(): number; stats: { rollbacks: number; fastForwardFrames: number }; fields: { body: Int32Array } };
  }[];
}
type Scripted = typeof globalThis & { mirror: Mirror };

interface Sums {
  frames: number;
  rollbacks: number;
  again: number;
  stalls: number;
}

const sums = (page: Page): Promise<Sums> =>
  page.evaluate(() => {
    const { matches } = (globalThis as Scripted).mirror;
    const sum = (of: (match: Mirror['matches'][number]) => number): number =>
      matches.reduce((total, match) => total + of(match), 0);
    return {
      frames: Math.min(...matches.map(({ session }) => session.frame())),
      rollbacks: sum(({ session }) => session.stats.rollbacks),
      again: sum(({ session }) => session.stats.fastForwardFrames),
      stalls: sum(({ counters }) => counters.stalls),
    };
  });
/** What the next `frames` frames cost. */
async function costOf(page: Page, frames: number): Promise<Sums> {
  const before = await sums(page);
  await page.waitForFunction(
    (until) => Math.min(...(globalThis as Scripted).mirror.matches.map(({ session }) => session.frame())) >= until,
    before.frames + frames,
  );
  const after = await sums(page);
  return {
    frames: after.frames - before.frames,
    rollbacks: after.rollbacks - before.rollbacks,
    again: after.again - before.again,
    stalls: after.stalls - before.stalls,
  };
}
async function expectAgreement(page: Page): Promise<void> {
  const { compared, equal, frame } = await page.evaluate(() => ({ ...(globalThis as Scripted).mirror.agreement }));
  expect(compared).toBeGreaterThan(50);
  expect([equal, frame + 1]).toEqual([compared, compared]);
  await page.getByText(/^[\d,]+ frames, all equal$/).waitFor();
}
const placeOf = (page: Page, handle: number): Promise<number[]> =>
  page.evaluate(
    (of) => [...((globalThis as Scripted).mirror.matches[of]?.session.fields.body.subarray(2 * of, 2 * of + 2) ?? [])],
    handle,
  );
/**
 * Waits until the runner of `handle` has come to (x, y), px of the stage, while the visitor plays it: a script would
 * pass there by chance only.
 */
const arrives = (page: Page, handle: number, x: number, y: number): Promise<unknown> =>
  page.waitForFunction(
    ([of = 0, wantedX = 0, wantedY = 0]) => {
      const body = (globalThis as Scripted).mirror.matches[of]?.session.fields.body ?? [];
      const near = Math.hypot((body[2 * of] ?? 0) / 256 - wantedX, (body[2 * of + 1] ?? 0) / 256 - wantedY) < 16;
      return near && document.querySelectorAll<HTMLElement>('.machine')[of]?.dataset['plays'] === 'visitor';
    },
    [handle, x, y],
    { timeout: 10_000 },
  );
const headline = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();
/** Moves the slider of that name to one of its ends, or by steps from there, with keys. */
async function slide(page: Page, name: string, end: 'Home' | 'End', steps = 0): Promise<void> {
  const slider = page.getByRole('slider', { name });
  await slider.press(end);
  for (let i = 0; i < steps; i++) await slider.press(end === 'Home' ? 'ArrowRight' : 'ArrowLeft');
}
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document.activeElement?.id ||
      document.activeElement?.getAttribute('aria-label') ||
      document.activeElement?.textContent?.trim() ||
      '',
  );
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    if ((await focused(page)).startsWith(wanted)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 times Tab and never on ${wanted}`);
}

describe('the match', () => {
  const browser = useBrowser();

  it('rolls back the more the more lag there is, waits when it is too much, and agrees all the time', async () => {
    const page = await browser.openTab('/');
    await expect.poll(() => page.evaluate(() => (globalThis as Scripted).mirror.running)).toBe(true);
    expect(
      await page.evaluate(() => (globalThis as Scripted).mirror.matches.map(({ localHandles }) => [...localHandles])),
    ).toEqual([[0], [1]]);
    expect(await headline(page)).toMatch(/^100 ms apart\.\s+Neither waits\.$/i);

    await slide(page, 'Jitter', 'Home');
    await slide(page, 'Packets lost', 'Home');
    await slide(page, 'Lag', 'Home');
    await costOf(page, 30); // what was under way still arrives
    const near = await costOf(page, 80);
    expect(near).toMatchObject({ rollbacks: 0, again: 0, stalls: 0 });

    await slide(page, 'Lag', 'Home', 8);
    await page.getByText('80 ms', { exact: true }).waitFor();
    await costOf(page, 30);
    const middle = await costOf(page, 120);
    expect(middle.rollbacks).toBeGreaterThan(3);
    expect(middle.again).toBeGreaterThan(middle.rollbacks);

    await slide(page, 'Lag', 'End');
    await costOf(page, 30);
    const far = await costOf(page, 60);
    expect(far.stalls).toBeGreaterThan(25);
    await expect.poll(() => headline(page)).toMatch(/^300 ms apart\.\s+Both wait\.$/i);
    await expectAgreement(page);
  });

  it('waits for every frame in lockstep, and rolls nothing back; input delay takes the waiting away', async () => {
    const page = await browser.openTab('/');
    await page.getByRole('radio', { name: 'Lockstep' }).check();
    const lockstep = await costOf(page, 60);
    expect(lockstep).toMatchObject({ rollbacks: 0, again: 0 });
    expect(lockstep.stalls).toBeGreaterThan(40);
    await expect.poll(() => headline(page)).toMatch(/Both wait\.$/i);
    await expectAgreement(page);

    await slide(page, 'Jitter', 'Home');
    await slide(page, 'Packets lost', 'Home');
    await slide(page, 'Input delay', 'End');
    await costOf(page, 30);
    expect((await costOf(page, 60)).stalls).toBeLessThan(lockstep.stalls / 4);
  });

  it('is played, set and paused by keyboard alone', async () => {
    const page = await browser.openTab('/');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip the match');
    await tabTo(page, 'Play Pong');
    await tabTo(page, 'red');

    // The arrows steer whose picture has the focus: at once on its own machine, later on the other.
    await page.keyboard.down('ArrowUp');
    await page.keyboard.down('ArrowLeft');
    await expect
      .poll(async () => (await placeOf(page, 0)).map((value) => value / 256), { timeout: 10_000 })
      .toEqual([15, 15]);
    await page.getByText('You play Red').waitFor();
    await page.keyboard.up('ArrowUp');
    await page.keyboard.up('ArrowLeft');
    await tabTo(page, 'blue');
    const scrolled = await page.evaluate(() => scrollY);
    await page.keyboard.down('ArrowRight');
    await page.keyboard.down('ArrowDown');
    await page.keyboard.down('KeyA');
    await expect
      .poll(async () => (await placeOf(page, 1)).map((value) => value / 256), { timeout: 10_000 })
      .toEqual([272 - 15, 170 - 15]);
    expect((await placeOf(page, 0))[0]).toBe(15 * 256);
    for (const key of ['ArrowRight', 'ArrowDown', 'KeyA']) await page.keyboard.up(key);
    expect(await page.evaluate(() => scrollY), 'the arrows steer, and do not scroll').toBe(scrolled);
    // Hands off: the script plays on.
    await page.getByText('You play Blue').waitFor({ state: 'hidden', timeout: 20_000 });

    await tabTo(page, 'rollback');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('lockstep');
    expect((await costOf(page, 20)).stalls).toBeGreaterThan(10);
    await tabTo(page, 'slow');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Slow motion', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await tabTo(page, 'pause');
    await page.keyboard.press('Space');
    expect(await page.evaluate(() => (globalThis as Scripted).mirror.running)).toBe(false);
    const held = await sums(page);
    await page.waitForTimeout(250);
    expect(await sums(page)).toEqual(held);
    await tabTo(page, 'Too far');
    await page.keyboard.press('Enter');
    await page.getByText('250 ms', { exact: true }).waitFor();
    expect(await focused(page)).toBe('red');
    expect((await costOf(page, 60)).stalls).toBeGreaterThan(10);
  });

  it('follows the mouse that presses on a picture', async () => {
    const page = await browser.openTab('/');
    const box = await page.locator('#blue').boundingBox();
    if (box === null) throw new Error('no picture');
    await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.9);
    await page.mouse.down();
    await arrives(page, 1, 272 * 0.1, 170 * 0.9);
    await page.mouse.up();
    await page.getByText('You play Blue').waitFor();
  });

  it('rests where nobody sees it', async () => {
    const page = await browser.openTab('/');
    await costOf(page, 5);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => (globalThis as Scripted).mirror.running)).toBe(false);
    const held = await sums(page);
    await page.waitForTimeout(250);
    expect(await sums(page)).toEqual(held);
    await page.evaluate(() => scrollTo(0, 0));
    await costOf(page, 5);
  });
});

describe('with reduced motion', () => {
  const browser = useBrowser({ context: { reducedMotion: 'reduce' } });

  it('nothing moves until the visitor says so', async () => {
    const page = await browser.openTab('/');
    await page.waitForTimeout(300);
    const held = await sums(page);
    expect(held.frames).toBeGreaterThan(60);
    await page.waitForTimeout(250);
    expect(await sums(page)).toEqual(held);
    await page.getByRole('button', { name: 'Play the match' }).click();
    await costOf(page, 20);
    await page.getByRole('button', { name: 'Play the match' }).waitFor({ state: 'hidden' });
  });
});

describe('on a phone', () => {
  const browser = useBrowser({ context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

  it('both pictures are seen at once, a tap calls the runner, and nothing is wider than the screen', async () => {
    const page = await browser.openTab('/');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const [red, blue] = [await page.locator('#red').boundingBox(), await page.locator('#blue').boundingBox()];
    if (red === null || blue === null) throw new Error('no pictures');
    expect(red.width).toBeGreaterThan(340);
    expect(blue.y).toBeLessThan(844 - 100);
    await page.touchscreen.tap(red.x + red.width * 0.9, red.y + red.height * 0.12);
    await arrives(page, 0, 272 * 0.9, 170 * 0.12);
    for (const name of ['Lag', 'Jitter', 'Packets lost', 'Input delay']) {
      expect((await page.getByRole('slider', { name }).boundingBox())?.height, name).toBeGreaterThanOrEqual(44);
    }
  });
});

describe('the page', () => {
  const browser = useBrowser();

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
