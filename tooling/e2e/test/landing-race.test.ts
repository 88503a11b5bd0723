// The race on the landing page obeys its sliders and its visitor.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type TestBrowser, useBrowser } from '../src/browser.js';

/** What of globalThis.landing these tests read. */
interface Race {
  readonly running: boolean;
  readonly world: {
    advance(ms: number): void;
    readonly agreement: { compared: number; equal: number; frame: number };
    readonly machines: {
      readonly match: {
        localHandles: number[];
        counters: { stalls: number };
        session: {
          frame(): number;
          stats: { rollbacks: number; fastForwardFrames: number };
          fields: { body: Int32Array };
        };
      };
    }[];
  };
}
type Scripted = typeof globalThis & { landing: { race: Race } };
type RaceMatch = Race['world']['machines'][number]['match'];

interface Sums {
  frames: number;
  rollbacks: number;
  again: number;
  stalls: number;
}

const sums = (page: Page): Promise<Sums> =>
  page.evaluate(() => {
    const matches = (globalThis as Scripted).landing.race.world.machines.map(({ match }) => match);
    const sum = (of: (match: RaceMatch) => number): number => matches.reduce((total, match) => total + of(match), 0);
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
    (until) =>
      Math.min(...(globalThis as Scripted).landing.race.world.machines.map(({ match }) => match.session.frame())) >=
      until,
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
  const { compared, equal, frame } = await page.evaluate(() => ({
    ...(globalThis as Scripted).landing.race.world.agreement,
  }));
  expect(compared).toBeGreaterThan(50);
  expect([equal, frame + 1]).toEqual([compared, compared]);
  await page
    .locator('#race')
    .getByText(/^[\d,]+ frames, all equal$/)
    .waitFor();
}
const placeOf = (page: Page, handle: number): Promise<number[]> =>
  page.evaluate(
    (of) => [
      ...((globalThis as Scripted).landing.race.world.machines[of]?.match.session.fields.body.subarray(
        2 * of,
        2 * of + 2,
      ) ?? []),
    ],
    handle,
  );
/**
 * Waits until the runner of `handle` has come to (x, y), px of the stage, while the visitor plays it: a script would
 * pass there by chance only.
 */
const arrives = (page: Page, handle: number, x: number, y: number): Promise<unknown> =>
  page.waitForFunction(
    ([of = 0, wantedX = 0, wantedY = 0]) => {
      const body = (globalThis as Scripted).landing.race.world.machines[of]?.match.session.fields.body ?? [];
      const near = Math.hypot((body[2 * of] ?? 0) / 256 - wantedX, (body[2 * of + 1] ?? 0) / 256 - wantedY) < 16;
      return near && document.querySelectorAll<HTMLElement>('#race .machine')[of]?.dataset['plays'] === 'visitor';
    },
    [handle, x, y],
    { timeout: 10_000 },
  );
const isRunning = (page: Page): Promise<boolean> => page.evaluate(() => (globalThis as Scripted).landing.race.running);
const scrollToRace = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelector('#race .machines')?.scrollIntoView());
/** A page that shows the race, and the race runs: before that it takes no key. */
async function openRace(browser: TestBrowser): Promise<Page> {
  const page = await browser.openTab('/');
  await scrollToRace(page);
  await expect.poll(() => isRunning(page)).toBe(true);
  return page;
}
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

describe('the race', () => {
  const browser = useBrowser();

  it('rolls back the more the more lag there is, waits when it is too much, and agrees all the time', async () => {
    const page = await openRace(browser);
    expect(
      await page.evaluate(() =>
        (globalThis as Scripted).landing.race.world.machines.map(({ match }) => [...match.localHandles]),
      ),
    ).toEqual([[0], [1]]);

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
    await expectAgreement(page);
  });

  it('waits for every frame in lockstep, and rolls nothing back; input delay takes the waiting away', async () => {
    const page = await openRace(browser);
    await page.locator('#race').getByRole('radio', { name: 'Lockstep' }).check();
    const lockstep = await costOf(page, 60);
    expect(lockstep).toMatchObject({ rollbacks: 0, again: 0 });
    expect(lockstep.stalls).toBeGreaterThan(40);
    await expectAgreement(page);

    await slide(page, 'Jitter', 'Home');
    await slide(page, 'Packets lost', 'Home');
    await slide(page, 'Input delay', 'End');
    await costOf(page, 30);
    expect((await costOf(page, 60)).stalls).toBeLessThan(lockstep.stalls / 4);
  });

  it.each([20, 600])('goes on at once in another netcode after %d s of watching', async (seconds) => {
    const page = await openRace(browser);
    await costOf(page, 5);
    await page.evaluate((watched) => (globalThis as Scripted).landing.race.world.advance(watched * 1000), seconds);
    for (const netcode of ['Lockstep', 'Rollback']) {
      await page.locator('#race').getByRole('radio', { name: netcode }).check();
      const marks = [await placeOf(page, 0), await placeOf(page, 1)];
      await costOf(page, 60);
      expect(await placeOf(page, 0), `Red in ${netcode}`).not.toEqual(marks[0]);
      expect(await placeOf(page, 1), `Blue in ${netcode}`).not.toEqual(marks[1]);
    }
  });

  it('lets go of its keys where a keyup may never come', async () => {
    const page = await openRace(browser);
    await page.locator('#red').focus();
    for (const release of ['contextmenu', 'blur', 'Meta']) {
      await page.keyboard.down('ArrowLeft');
      await expect.poll(async () => (await placeOf(page, 0))[0], { timeout: 10_000 }).toBe(15 * 256);
      await page.evaluate((type) => {
        if (type === 'Meta') dispatchEvent(new KeyboardEvent('keyup', { key: 'Meta', code: 'MetaLeft' }));
        else dispatchEvent(new Event(type));
      }, release);
      // Nobody holds it at the wall any more: the next key moves it at once.
      await page.keyboard.down('ArrowRight');
      await expect
        .poll(async () => (await placeOf(page, 0))[0], { message: release, timeout: 10_000 })
        .toBeGreaterThan(100 * 256);
      await page.keyboard.up('ArrowRight');
      await page.keyboard.up('ArrowLeft');
    }
  });

  it('is played, set and paused by keyboard alone', async () => {
    const page = await openRace(browser);
    await page.keyboard.press('Tab');
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
    await tabTo(page, 'Slow motion');
    await page.keyboard.press('Enter');
    expect(
      await page
        .locator('#race')
        .getByRole('button', { name: 'Slow motion', exact: true })
        .getAttribute('aria-pressed'),
    ).toBe('true');
    await tabTo(page, 'Pause');
    await page.keyboard.press('Space');
    expect(await isRunning(page)).toBe(false);
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
    const page = await openRace(browser);
    const box = await page.locator('#blue').boundingBox();
    if (box === null) throw new Error('no picture');
    await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.9);
    await page.mouse.down();
    await arrives(page, 1, 272 * 0.1, 170 * 0.9);
    await page.mouse.up();
    await page.getByText('You play Blue').waitFor();
  });

  it('rests where nobody sees it', async () => {
    const page = await openRace(browser);
    await costOf(page, 5);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => isRunning(page)).toBe(false);
    const held = await sums(page);
    await page.waitForTimeout(250);
    expect(await sums(page)).toEqual(held);
    await scrollToRace(page);
    await costOf(page, 5);
  });
});

describe('with reduced motion', () => {
  const browser = useBrowser({ context: { reducedMotion: 'reduce' } });

  it('nothing moves until the visitor says so', async () => {
    const page = await browser.openTab('/');
    await scrollToRace(page);
    await page.waitForTimeout(300);
    const held = await sums(page);
    expect(held.frames).toBeGreaterThan(60);
    await page.waitForTimeout(250);
    expect(await sums(page)).toEqual(held);
    await page.getByRole('button', { name: 'Start the race' }).click();
    await costOf(page, 20);
    await page.getByRole('button', { name: 'Start the race' }).waitFor({ state: 'hidden' });
  });
});

describe('on a phone', () => {
  const browser = useBrowser({ context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

  it('both pictures are seen at once, a tap calls the runner, and nothing is wider than the screen', async () => {
    const page = await openRace(browser);
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
