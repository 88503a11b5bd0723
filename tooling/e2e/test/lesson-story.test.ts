// The story at the beginning of the lesson: five figures in motion, one idea and one control each, and no term before
// they are over.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { audit } from '../src/audit.js';
import { useBrowser } from '../src/browser.js';
import { measureShifts, smallWords, widerThanWindow } from '../src/page-quality.js';

const FIGURES = ['late-key', 'waiting', 'guessing', 'going-back', 'cost'] as const;
type Name = (typeof FIGURES)[number];

const figure = (page: Page, name: Name) => page.locator(`#${name}`);
const show = (page: Page, name: Name): Promise<void> =>
  page.evaluate((id) => document.getElementById(id)?.scrollIntoView({ block: 'center' }), name);
const picture = (page: Page, name: Name): Promise<string> =>
  figure(page, name)
    .locator('canvas')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
const words = (page: Page, name: Name): Promise<string> => figure(page, name).locator('.figure-says').innerText();
/** The numbers in the words under a figure. */
const numbers = async (page: Page, name: Name): Promise<number[]> =>
  ((await words(page, name)).match(/\d+/g) ?? []).map(Number);
async function moves(page: Page, name: Name): Promise<void> {
  await show(page, name);
  const first = await picture(page, name);
  await expect.poll(async () => (await picture(page, name)) !== first, { timeout: 10_000, message: name }).toBe(true);
}

describe('the story', () => {
  const browser = useBrowser();

  it('is five figures in motion, each with one control, before any term is named', async () => {
    const page = await browser.openTab('/lesson/');
    for (const name of FIGURES) await moves(page, name);
    const controls = await page
      .locator('.figure-control')
      .evaluateAll((all) => all.map((one) => one.querySelectorAll('input[type=range], button, fieldset').length));
    expect(controls).toEqual([1, 1, 1, 1, 1]);
    const told = (await page.locator('.figure').allInnerTexts()).join(' ');
    expect(told.length).toBeGreaterThan(800);
    expect(told).not.toMatch(
      /\b(?:lag|latency|delay|frames?|ticks?|stalls?|lockstep|rollbacks?|predict\w*|resimulat\w*)\b/i,
    );
    const names = await page.locator('.names dt').allInnerTexts();
    expect(names.join(' ')).toMatch(/lag.*lockstep.*prediction.*rollback.*resimulation/s);
  });

  it('the late key comes the later the further away the friend is', async () => {
    const page = await browser.openTab('/lesson/');
    const slider = page.locator('#late-key-far');
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await words(page, 'late-key')).toContain('1 moment late');
    expect(await page.locator('output[for=late-key-far]').innerText()).toBe('next door');
    await page.keyboard.press('End');
    expect(await words(page, 'late-key')).toContain('6 moments late');
    expect(await slider.getAttribute('aria-valuetext')).toBe('on the other side of the world');
  });

  it('waiting: most moments are waited for, and the own step comes late, by mouse and by key', async () => {
    const page = await browser.openTab('/lesson/');
    await show(page, 'waiting');
    await expect.poll(async () => (await numbers(page, 'waiting'))[1]).toBeGreaterThan(20);
    const [played = 0, waited = 0] = await numbers(page, 'waiting');
    expect(waited).toBeGreaterThan(played);
    const button = page.getByRole('button', { name: 'Hold to walk' });
    await button.hover();
    await page.mouse.down();
    await expect.poll(() => button.getAttribute('data-held')).toBe('yes');
    await page.mouse.up();
    expect(await button.getAttribute('data-held')).toBe('no');
    await button.focus();
    await page.keyboard.down('Space');
    expect(await button.getAttribute('data-held')).toBe('yes');
    await page.keyboard.up('Space');
    expect(await button.getAttribute('data-held')).toBe('no');
  });

  it('guessing: a steady friend is guessed right mostly, one who keeps changing is not', async () => {
    const page = await browser.openTab('/lesson/');
    await show(page, 'guessing');
    await expect.poll(async () => (await numbers(page, 'guessing'))[0], { timeout: 30_000 }).toBeGreaterThan(15);
    const [right = 0, wrong = 0] = await numbers(page, 'guessing');
    expect(right).toBeGreaterThan(wrong);
    await page.getByText('changes it all the time').click();
    await expect.poll(async () => (await numbers(page, 'guessing'))[1], { timeout: 30_000 }).toBeGreaterThan(15);
    const [hits = 0, misses = 0] = await numbers(page, 'guessing');
    expect(misses).toBeGreaterThan(hits);
  });

  it('going back: every step has words of its own, forth and back, and stays where it was put', async () => {
    const page = await browser.openTab('/lesson/');
    const slider = page.locator('#going-back-step');
    await slider.focus();
    await page.keyboard.press('Home');
    const told = [await words(page, 'going-back')];
    const pictures = new Set([await picture(page, 'going-back')]);
    for (let step = 0; step < 10; step++) {
      await page.keyboard.press('ArrowRight');
      told.push(await words(page, 'going-back'));
      pictures.add(await picture(page, 'going-back'));
    }
    expect(new Set(told).size).toBe(11);
    expect(pictures.size).toBeGreaterThan(8);
    expect(told.join(' ')).toMatch(
      /turns.*cannot know.*wrong for three moments.*takes out.*1 of 3.*3 of 3.*jump.*right again/s,
    );
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowLeft');
    expect(await words(page, 'going-back')).toBe(told[0]);
    expect(await page.locator('output[for=going-back-step]').innerText()).toBe('1 of 11');
  });

  it('what it costs grows with the distance', async () => {
    const page = await browser.openTab('/lesson/');
    const slider = page.locator('#cost-far');
    const most = async (key: 'Home' | 'End'): Promise<number> => {
      await slider.focus();
      await page.keyboard.press(key);
      return (await numbers(page, 'cost')).at(-1) ?? -1;
    };
    expect([await most('Home'), await most('End')]).toEqual([1, 6]);
  });

  it('one button pauses all figures, and plays them again', async () => {
    const page = await browser.openTab('/lesson/');
    await moves(page, 'late-key');
    await figure(page, 'late-key').getByRole('button', { name: 'Pause' }).click();
    for (const name of FIGURES) {
      await show(page, name);
      await page.waitForTimeout(100);
      const held = await picture(page, name);
      await page.waitForTimeout(400);
      expect(await picture(page, name), name).toBe(held);
    }
    await figure(page, 'cost').getByRole('button', { name: 'Play' }).click();
    await moves(page, 'late-key');
  });

  // Each page is waited for, and needs little: they wait together.
  it('keeps still while its fonts come: the story, a scenario and the instrument, at a desktop and on a phone', async () => {
    const sizes = [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ];
    await Promise.all(
      ['', '?at=8', '#stage']
        .flatMap((address) => sizes.map((viewport) => ({ address, viewport })))
        .map(async ({ address, viewport }) => {
          const { score, worst } = await measureShifts(await browser.newContext({ viewport }), `/lesson/${address}`);
          expect(score, `/lesson/${address} at ${viewport.width}: ${worst.join('\n')}`).toBeLessThanOrEqual(0.05);
        }),
    );
  });

  it.each([1280, 390])('has no word under 12 px at %d px', async (width) => {
    const page = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage();
    await page.goto('/lesson/');
    expect(await smallWords(page)).toEqual([]);
    await page.goto('/lesson/?tour=5');
    expect(await smallWords(page)).toEqual([]);
  });

  it.each([640, 320])('does not scroll sideways in %d px', async (width) => {
    const page = await (await browser.newContext({ viewport: { width, height: 400 } })).newPage();
    for (const address of ['', '?at=8', '?tour=5']) {
      await page.goto(`/lesson/${address}`);
      expect(await widerThanWindow(page), address).toEqual([]);
    }
  });

  it('has no fault that axe finds, at a desktop’s and a phone’s width', async () => {
    const page = await browser.openTab('/lesson/');
    const { faults, passed } = await audit(page, 'story');
    expect(faults).toEqual([]);
    expect(passed).toBeGreaterThan(5);
  });
});

describe('with reduced motion', () => {
  const browser = useBrowser({ context: { reducedMotion: 'reduce' } });

  it('every figure is a still picture until somebody wants it to move', async () => {
    const page = await browser.openTab('/lesson/');
    for (const name of FIGURES) {
      await show(page, name);
      await page.waitForTimeout(100);
      const held = await picture(page, name);
      await page.waitForTimeout(400);
      expect(await picture(page, name), name).toBe(held);
      // Not an empty one.
      expect(held.length, name).toBeGreaterThan(2000);
    }
    await figure(page, 'cost').getByRole('button', { name: 'Play' }).click();
    await moves(page, 'cost');
  });
});

describe('without JavaScript', () => {
  const browser = useBrowser({ context: { javaScriptEnabled: false } });

  it('the story and the text can be read, and no control does nothing', async () => {
    const page = await browser.openTab('/lesson/');
    for (const name of ['The late key', 'What it costs', 'The sums'])
      expect(await page.getByRole('heading', { name }).isVisible(), name).toBe(true);
    expect(await page.locator('button, input').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('#stage noscript').innerText()).toContain('turn JavaScript on for this page');
  });
});
