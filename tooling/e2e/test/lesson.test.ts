// The lesson as a reader drives it: keys alone, a phone, a link that is passed on. Its figures have tests of their own
// in apps/lesson.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { audit } from '../src/audit.js';
import { useBrowser } from '../src/browser.js';

const FIGURES = ['frames', 'wallFrames', 'rollbacks', 'resimulated', 'largest', 'stalls', 'confirmedThrough'] as const;
type Report = Record<(typeof FIGURES)[number], number>;
/** What of globalThis.lesson these tests use. */
type Scripted = typeof globalThis & { lesson: { report(search: string): Report } };

/** The figures as they stand on the page: of the whole run, or at the place where it stands. */
const shown = (page: Page, of: 'figure' | 'now'): Promise<Record<string, string>> =>
  page.evaluate(
    ([attribute, names]) =>
      Object.fromEntries(
        names.map((name) => [name, document.querySelector(`[data-${attribute}="${name}"]`)?.textContent ?? '']),
      ),
    [of, [...FIGURES]] as const,
  );
const texts = (report: Report): Record<string, string> =>
  Object.fromEntries(FIGURES.map((name) => [name, String(report[name])]));
const at = async (page: Page): Promise<number> => Number((await shown(page, 'now'))['wallFrames']);
const search = (page: Page): Promise<string> => page.evaluate(() => location.search);
const focusText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Tab until the focus is on an element of that selector. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 80; press++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`80 times Tab and never on ${selector}`);
}

const DEFAULT: Report = {
  frames: 14,
  wallFrames: 17,
  rollbacks: 2,
  resimulated: 6,
  largest: 3,
  stalls: 0,
  confirmedThrough: 13,
};

describe('by keyboard alone', () => {
  const browser = useBrowser();

  it('shows the default scenario to its end, goes to the start, steps, plays, pauses, resets', async () => {
    const page = await browser.openTab('/lesson/#stage');
    expect(await shown(page, 'figure')).toEqual(texts(DEFAULT));
    expect(await shown(page, 'now')).toEqual(texts(DEFAULT));
    expect(await page.locator('[data-summary]').textContent()).toContain('14 frames in 17 wall frames');
    await page.keyboard.press('Home');
    expect(await at(page)).toBe(0);
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
    expect(await shown(page, 'now')).toMatchObject({
      wallFrames: '4',
      frames: '4',
      rollbacks: '1',
      resimulated: '3',
      confirmedThrough: '0',
    });
    expect(await page.locator('.row.is-redone').count()).toBe(3);
    await page.keyboard.press('ArrowLeft');
    expect(await at(page)).toBe(3);
    await page.keyboard.press('End');
    expect(await at(page)).toBe(17);
    await page.keyboard.press('Space');
    await expect.poll(() => at(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
    await page.keyboard.press('Space');
    const paused = await at(page);
    expect(paused).toBeLessThan(17);
    await page.waitForTimeout(1000);
    expect(await at(page)).toBe(paused);
    await page.keyboard.press('r');
    expect(await at(page)).toBe(0);
  });

  it('turns a dial, edits both strips, and the run and the address follow', async () => {
    const page = await browser.openTab('/lesson/#stage');
    await tabTo(page, '#dial-delay');
    await page.keyboard.press('End');
    expect(await page.locator('[data-depth]').textContent()).toBe('0');
    expect(await shown(page, 'figure')).toMatchObject({ wallFrames: '14', rollbacks: '0' });
    await page.keyboard.press('Home');
    await tabTo(page, '#dial-lag');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('[data-depth]').textContent()).toBe('4');
    expect(await shown(page, 'figure')).toMatchObject({ wallFrames: '18', resimulated: '8', largest: '4' });
    await page.keyboard.press('ArrowLeft');

    await tabTo(page, '.press.is-p2');
    await page.keyboard.type('ssss');
    expect(await focusText(page)).toContain('P2, frame 4');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await focusText(page)).toBe('P2, frame 3: right');
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, '.press.is-p1');
    await page.keyboard.type('a');
    const link = 'lag=3&delay=0&window=6&frames=14&p1=LRRRRRRRRRRRRRRRRRRR&p2=SSSRRRRRRRRRRRRRRRRR';
    await expect.poll(() => search(page)).toBe(`?${link}`);
    const report = await page.evaluate((scenario) => (globalThis as Scripted).lesson.report(scenario), `?${link}`);
    expect(await shown(page, 'figure')).toEqual(texts(report));
    expect(report.rollbacks).toBe(1);
  });

  it('goes through the tour with Enter, leaves it with Escape, and has the focus back', async () => {
    const page = await browser.openTab('/lesson/#stage');
    await tabTo(page, '.stage-bar .button');
    await page.keyboard.press('g');
    const title = page.locator('.tour-title');
    const titles = [await title.textContent()];
    expect(await focusText(page)).toBe(titles[0]);
    await tabTo(page, '.tour .button.is-main');
    for (let stop = 0; stop < 30 && (await page.locator('.tour .button.is-main').textContent()) === 'Next'; stop++) {
      await page.keyboard.press('Enter');
      titles.push(await title.textContent());
      expect(await page.locator('.is-looked-at').count()).toBe(1);
      expect(await page.locator('.code-pane .is-running').count(), `${titles.at(-1)}`).toBeGreaterThan(0);
    }
    expect(titles.length).toBeGreaterThanOrEqual(10);
    expect(new Set(titles).size).toBe(titles.length);
    // The last one says where to read on, and all of it is there.
    const links = await page
      .locator('.tour-links a')
      .evaluateAll((anchors) => anchors.map((anchor) => (anchor as HTMLAnchorElement).href));
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
    expect((await audit(page, 'tour')).faults).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.locator('.tour').isVisible()).toBe(false);
    expect(await focusText(page)).toBe('Take the tour');
  });

  it('fills the screen and leaves it again', async () => {
    const page = await browser.openTab('/lesson/#stage');
    const full = () =>
      page.evaluate(
        () => document.fullscreenElement?.id === 'stage' || document.querySelector('#stage.is-covering') !== null,
      );
    await page.keyboard.press('f');
    await expect.poll(full).toBe(true);
    expect(await page.getByRole('button', { name: 'Leave full screen' }).count()).toBe(1);
    await page.keyboard.press('f');
    await expect.poll(full).toBe(false);
  });

  it('leaves Space, Home and End to the page below the stage', async () => {
    const page = await browser.openTab('/lesson/#stage');
    await page.locator('.years').scrollIntoViewIfNeeded();
    await expect
      .poll(() => page.evaluate(() => document.getElementById('stage')!.getBoundingClientRect().bottom))
      .toBeLessThan(0);
    await page.waitForTimeout(100);
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(await at(page)).toBe(17);
  });
});

describe('the code beside it', () => {
  const browser = useBrowser();

  it('marks the line that runs, and shows code, plain words, or both', async () => {
    const page = await browser.openTab('/lesson/?at=8');
    // A link to a scenario opens at the instrument.
    await expect
      .poll(() => page.evaluate(() => document.querySelector('#stage')?.getBoundingClientRect().top))
      .toBeLessThan(40);
    const running = page.locator('.code-line.is-running');
    expect(await running.textContent()).toContain('goBack(');
    await page.getByRole('button', { name: 'frame 4: guessed left, wrong' }).click();
    expect(await running.textContent()).toContain('mark(at)');
    await page.getByRole('button', { name: 'run frame 7' }).click();
    expect(await running.textContent()).toContain('simulate(');
    expect(await page.locator('.code-says').count()).toBeGreaterThan(0);
    // Whatever runs in this tick, its line is in sight, though the window cuts the pane.
    await page.setViewportSize({ width: 1280, height: 800 });
    const moments = page.locator('.moment');
    expect(await moments.count()).toBe(13);
    for (let index = 0; index < 13; index++) {
      await moments.nth(index).click();
      const seen = await running.evaluate((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return [
          top - line.closest('.code-pane')!.getBoundingClientRect().top,
          document.querySelector('.transport')!.getBoundingClientRect().top - bottom,
        ];
      });
      expect(Math.min(...seen), `moment ${index}`).toBeGreaterThanOrEqual(-1);
    }
    await page.getByText('code', { exact: true }).click();
    expect(await page.locator('.code-says').count()).toBe(0);
    await page.getByText('plain words').click();
    expect(await page.locator('.code-line').count()).toBe(0);
    expect(await page.locator('.code-says.is-running').textContent()).toContain('Run the game one frame further');
    await page.locator('.track').nth(5).click();
    expect((await audit(page, 'after a rollback, with a row tapped')).faults).toEqual([]);
  });
});

describe('the tour in a window of 1280 × 800', () => {
  const browser = useBrowser({ context: { viewport: { width: 1280, height: 800 } } });

  it('has the line that runs in sight at every stop', async () => {
    const page = await browser.openTab('/lesson/?tour=1');
    const next = page.locator('.tour .button.is-main');
    const hidden: string[] = [];
    for (let stop = 1; ; stop++) {
      const seen = await page.evaluate(() => {
        const line = document.querySelector('.code-pane .is-running')?.getBoundingClientRect();
        const pane = document.querySelector('.code-pane')?.getBoundingClientRect();
        const bar = document.querySelector('.transport')?.getBoundingClientRect();
        if (line === undefined || pane === undefined || bar === undefined) return 'nothing runs';
        const room = Math.min(line.top - Math.max(0, pane.top), Math.min(pane.bottom, bar.top) - line.bottom);
        return room >= -1 ? '' : `${Math.round(-room)} px outside`;
      });
      if (seen !== '') hidden.push(`stop ${stop}, ${await page.locator('.tour-title').innerText()}: ${seen}`);
      if ((await next.textContent()) !== 'Next') break;
      await next.click();
    }
    expect(hidden).toEqual([]);
    expect(await page.locator('.tour-count').innerText()).toMatch(/^Tour, (\d+) of \1$/);
  });
});

describe('a link', () => {
  const browser = useBrowser();

  it('gives another browser the same scenario, the same figures and the same place', async () => {
    const link = '?lag=6&delay=1&window=3&frames=20&p1=SSSSSRRRRRSSSSSRRRRR&p2=LSRLSRLSRLSRLSRLSRLS';
    const page = await browser.openTab(`/lesson/${link}`);
    const figures = texts({
      frames: 20,
      wallFrames: 31,
      rollbacks: 19,
      resimulated: 54,
      largest: 3,
      stalls: 8,
      confirmedThrough: 19,
    });
    expect(await shown(page, 'figure')).toEqual(figures);
    expect(await page.evaluate((scenario) => (globalThis as Scripted).lesson.report(scenario), link)).toMatchObject({
      stalls: 8,
      resimulated: 54,
    });
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => search(page)).toBe(`${link}&at=29`);
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`/lesson/${await search(page)}`);
    expect(await shown(other, 'figure')).toEqual(figures);
    expect(await shown(other, 'now')).toEqual(await shown(page, 'now'));
    expect(await other.locator('.timeline').innerText()).toBe(await page.locator('.timeline').innerText());
  });

  it('with nonsense in it opens all the same', async () => {
    const page = await browser.openTab(
      '/lesson/?lag=900&delay=x&window=-1&p1=%00%F0%9F%98%80&p2=&at=1e99&view=<b>&tour=0x',
    );
    expect(await shown(page, 'figure')).toMatchObject({ frames: '14', confirmedThrough: '13' });
    expect(await page.locator('#dial-lag').inputValue()).toBe('6');
  });
});

describe('on a phone', () => {
  const browser = useBrowser({ context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

  it('fits, can be tapped, and keeps what the tour speaks of above its card', async () => {
    const page = await browser.openTab('/lesson/#stage');
    expect(await overflow(page)).toBe(0);
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('#stage button:not([hidden])')]
        .map((button) => button.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ width, height }) => Math.min(width, height)),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    await page.locator('.press.is-p2').nth(6).tap();
    await expect.poll(() => search(page)).toContain('p2=LLLLRRLRRR');
    await page.locator('.track').nth(5).tap();
    expect(await page.locator('.readout').innerText()).toContain('Frame 4');

    await page.getByRole('button', { name: 'Take the tour' }).tap();
    const next = page.locator('.tour .button.is-main');
    while ((await next.textContent()) === 'Next') {
      expect(await overflow(page)).toBe(0);
      const places = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        return {
          look: box('.is-looked-at').top,
          card: box('.tour').top,
          cardEnd: box('.tour').bottom,
          bar: box('.transport').top,
        };
      });
      expect(places.look).toBeGreaterThanOrEqual(-1);
      expect(places.look).toBeLessThan(places.card - 100);
      expect(places.cardEnd).toBeLessThanOrEqual(places.bar + 1);
      await next.tap();
    }
  });
});

describe('for every eye', () => {
  const browser = useBrowser({ context: { reducedMotion: 'reduce' } });

  it('moves nothing where motion is not wanted, and still plays', async () => {
    const page = await browser.openTab('/lesson/?at=0');
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('.token')!).transitionDuration)).toBe(
      '0s',
    );
    await page.keyboard.press('Space');
    await expect.poll(() => at(page), { timeout: 20_000 }).toBeGreaterThan(2);
  });

  it.each(['', '?at=8', '?tour=11', '?delay=3&at=5&view=words', '?tour=8&view=code'])(
    'has a contrast of 4.5 and more in all its text: %s',
    async (address) => {
      const page = await browser.openTab(`/lesson/${address}`);
      const low = await page.evaluate(() => {
        const channels = (colour: string): number[] =>
          (/rgba?\(([^)]*)\)/.exec(colour)?.[1] ?? '').split(/[ ,/]+/).map(Number);
        const luminance = (colour: string): number =>
          channels(colour)
            .slice(0, 3)
            .map((value) => value / 255)
            .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
            .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index]!, 0);
        const behind = (element: Element | null): string => {
          for (let at = element; at !== null; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if ((channels(colour)[3] ?? 1) > 0) return colour;
          }
          return 'rgb(255, 255, 255)';
        };
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        let seen = 0;
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const element = node.parentElement!;
          if (
            node.textContent!.trim() === '' ||
            !element.checkVisibility() ||
            element.matches('script, style, noscript, option, :disabled, :disabled *')
          )
            continue;
          seen++;
          const [a = 0, b = 0] = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort(
            (x, y) => y - x,
          );
          const contrast = (a + 0.05) / (b + 0.05);
          if (contrast < 4.5)
            found.push(`${contrast.toFixed(2)} ${element.className}: ${node.textContent!.slice(0, 30)}`);
        }
        return { seen, found };
      });
      expect(low.found).toEqual([]);
      expect(low.seen).toBeGreaterThan(150);
    },
  );
});
