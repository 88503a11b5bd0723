// The fight at the top of the landing page: bots until somebody plays, kills taken back, lines and netcode to choose.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

/** What of globalThis.landing these tests read. */
interface Fight {
  readonly running: boolean;
  readonly holding: boolean;
  readonly takenBack: number;
  readonly settings: { lag: number; lockstep: boolean };
  readonly world: {
    advance(ms: number): void;
    readonly agreement: { compared: number; equal: number };
    readonly machines: {
      readonly match: {
        state: string;
        counters: { stalls: number };
        session: {
          frame(): number;
          stats: { rollbacks: number; fastForwardFrames: number };
          fields: { fight: Int32Array };
        };
      };
    }[];
  };
}
type Scripted = typeof globalThis & { landing: { fight: Fight } };

/** Cells of the fighter's state: each of the two has 12 from 14 on; X is the first of them, ACTION the second. */
const ACTION_PUNCH = 1;
const ACTION_BLOCK = 2;
const cell = (page: Page, side: 0 | 1, at: 'x' | 'action'): Promise<number> =>
  page.evaluate(
    ([of, offset]) =>
      (globalThis as Scripted).landing.fight.world.machines[of]?.match.session.fields.fight[14 + 12 * of + offset] ??
      -1,
    [side, at === 'x' ? 0 : 1] as const,
  );
const frame = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.min(...(globalThis as Scripted).landing.fight.world.machines.map(({ match }) => match.session.frame())),
  );
/** Waits for so many frames more of the match that runs. */
async function frames(page: Page, more: number): Promise<void> {
  const from = await frame(page);
  await page.waitForFunction(
    (until) =>
      Math.min(...(globalThis as Scripted).landing.fight.world.machines.map(({ match }) => match.session.frame())) >=
      until,
    from + more,
    { timeout: 20_000 },
  );
}
const fight = (page: Page) => page.locator('#fight');
const machine = (page: Page, side: 'red' | 'blue') => fight(page).locator(`.machine[data-side=${side}]`);
const counts = (page: Page): Promise<{ again: number; stalls: number }> =>
  page.evaluate(() => {
    const matches = (globalThis as Scripted).landing.fight.world.machines.map(({ match }) => match);
    return {
      again: matches.reduce((sum, { session }) => sum + session.stats.fastForwardFrames, 0),
      stalls: matches.reduce((sum, { counters }) => sum + counters.stalls, 0),
    };
  });
const headline = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

describe('the fight', () => {
  const browser = useBrowser();

  it('stands still when a kill is taken back into a parry, and says so; the other machine knew', async () => {
    const page = await browser.openTab('/');
    const event = fight(page).locator('[data-said=event]:not([hidden])');
    await page.waitForFunction(() => (globalThis as Scripted).landing.fight.holding, undefined, { timeout: 20_000 });
    const held = await frame(page);
    const words = await event.allInnerTexts();
    expect(words).toHaveLength(2);
    expect(words.join(' ')).toMatch(
      /(Red|Blue)’s machine showed a kill for \d+ frames?\. Then (Red|Blue)’s block arrived, pressed in time: it is a parry\./,
    );
    expect(words.join(' ')).toMatch(/(Red|Blue)’s own machine knew of the block: no kill here\./);
    expect(await fight(page).locator('[data-taken-back=yes]').count()).toBe(1);
    expect(await frame(page), 'nothing moves').toBe(held);
    await page.waitForFunction(() => !(globalThis as Scripted).landing.fight.holding);
    await frames(page, 60);
    await event.first().waitFor({ state: 'detached' });
    const { compared, equal } = await page.evaluate(() => ({
      ...(globalThis as Scripted).landing.fight.world.agreement,
    }));
    expect(compared).toBeGreaterThan(100);
    expect(equal).toBe(compared);
  });

  it('is played by the keys at once, from anywhere on the page, and goes back to the bots', async () => {
    const page = await browser.openTab('/');
    await frames(page, 30);
    await page.keyboard.down('KeyA');
    await machine(page, 'red').getByText('You are Red', { exact: true }).waitFor();
    await expect.poll(() => cell(page, 0, 'x'), { timeout: 10_000 }).toBe(14 * 256);
    await page.keyboard.up('KeyA');
    await page.keyboard.press('KeyS', { delay: 60 });
    await page.keyboard.down('KeyW');
    await expect.poll(() => cell(page, 0, 'action'), { timeout: 10_000 }).toBe(ACTION_BLOCK);
    await page.keyboard.up('KeyW');
    expect(await machine(page, 'blue').getByText('You are Blue', { exact: true }).isVisible()).toBe(false);
    await machine(page, 'red').getByText('You are Red', { exact: true }).waitFor({ state: 'hidden', timeout: 20_000 });
  });

  it('the arrows play the picture that has the focus, and scroll the page otherwise', async () => {
    const page = await browser.openTab('/');
    await frames(page, 10);
    await page.locator('#fight-blue').click();
    await page.keyboard.down('ArrowRight');
    await machine(page, 'blue').getByText('You are Blue', { exact: true }).waitFor();
    await expect.poll(() => cell(page, 1, 'x'), { timeout: 10_000 }).toBe((256 - 14) * 256);
    await page.keyboard.up('ArrowRight');
    const scrolled = await page.evaluate(() => scrollY);
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await page.locator('h1').click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled);
  });

  it('the line and the netcode are one press each, and the headline says what they come to', async () => {
    const page = await browser.openTab('/');
    expect(await headline(page)).toMatch(/^100 ms apart\.\s+Neither waits\.$/i);
    await fight(page).getByRole('radio', { name: 'Next door' }).check();
    await expect.poll(() => headline(page)).toMatch(/^8 ms apart\.\s+Neither waits\.$/i);
    await frames(page, 60);
    const near = await counts(page);
    await frames(page, 60);
    expect(await counts(page)).toEqual(near);

    await fight(page).getByRole('radio', { name: 'Across an ocean' }).check();
    await fight(page).getByRole('radio', { name: 'Lockstep' }).check();
    await expect.poll(() => headline(page), { timeout: 10_000 }).toMatch(/Both wait\.$/i);
    const before = await counts(page);
    await frames(page, 40);
    const lockstep = await counts(page);
    expect(lockstep.again).toBe(0);
    expect(lockstep.stalls - before.stalls).toBeGreaterThan(40);
    await fight(page).getByRole('radio', { name: 'Rollback' }).check();
    await expect.poll(() => headline(page), { timeout: 10_000 }).toMatch(/Neither waits\.$/i);
  });

  it.each([15, 120])('both bots fight on at once in another netcode after %d s of watching', async (seconds) => {
    const page = await browser.openTab('/');
    await frames(page, 5);
    await page.evaluate((watched) => (globalThis as Scripted).landing.fight.world.advance(watched * 1000), seconds);
    for (const netcode of ['Lockstep', 'Rollback']) {
      await fight(page).getByRole('radio', { name: netcode }).check();
      const acted = await page.evaluate(async () => {
        const acting = new Set<number>();
        const { world } = (globalThis as Scripted).landing.fight;
        for (let tick = 0; tick < 2000 && acting.size < 2; tick++) {
          world.advance(1000 / 60);
          for (const side of [0, 1]) {
            const state = world.machines[side]?.match.session.fields.fight;
            if (state?.[14 + 12 * side + 1] !== 0) acting.add(side);
          }
        }
        return acting.size;
      });
      expect(acted, netcode).toBe(2);
    }
  });

  it('begins again after a match', async () => {
    const page = await browser.openTab('/');
    await page.evaluate(() => (globalThis as Scripted).landing.fight.world.advance(300_000));
    expect(await page.evaluate(() => (globalThis as Scripted).landing.fight.world.machines[0]?.match.state)).toBe(
      'ended',
    );
    await expect
      .poll(() => page.evaluate(() => (globalThis as Scripted).landing.fight.world.machines[0]?.match.state), {
        timeout: 10_000,
      })
      .toBe('running');
    await frames(page, 30);
  });

  it('can be paused and slowed down, and rests where nobody sees it', async () => {
    const page = await browser.openTab('/');
    await frames(page, 5);
    await fight(page).getByRole('button', { name: 'Pause' }).click();
    const paused = await frame(page);
    await page.waitForTimeout(250);
    expect(await frame(page)).toBe(paused);
    await fight(page).getByRole('button', { name: 'Play', exact: true }).click();
    await frames(page, 5);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => (globalThis as Scripted).landing.fight.running)).toBe(false);
  });
});

describe('on a phone', () => {
  const browser = useBrowser({ context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

  it('a tap on the picture brings buttons, under no picture, and they play', async () => {
    const page = await browser.openTab('/');
    await frames(page, 10);
    expect(await page.getByText('Tap the picture, and you are Red.').isVisible()).toBe(true);
    await page.locator('#fight-red').tap();
    const punch = page.getByRole('button', { name: 'Punch' });
    await punch.waitFor();
    await expect
      .poll(async () => {
        const [pad, blue] = [
          await page.locator('.thumbs').boundingBox(),
          await page.locator('#fight-blue').boundingBox(),
        ];
        return pad !== null && blue !== null && pad.y >= blue.y + blue.height;
      })
      .toBe(true);
    for (const name of ['left', 'right', 'Block', 'Punch'])
      expect((await page.getByRole('button', { name }).boundingBox())?.height, name).toBeGreaterThanOrEqual(44);

    const client = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchEnd', name: string): Promise<void> => {
      const box = await page.getByRole('button', { name }).boundingBox();
      if (box === null) throw new Error(`no button ${name}`);
      const points = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
      await client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? points : [] });
    };
    await touch('touchStart', 'left');
    await expect.poll(() => cell(page, 0, 'x'), { timeout: 10_000 }).toBe(14 * 256);
    await touch('touchEnd', 'left');
    await expect
      .poll(async () => {
        await touch('touchStart', 'Punch');
        await touch('touchEnd', 'Punch');
        return cell(page, 0, 'action');
      })
      .toBe(ACTION_PUNCH);
    await page.locator('.thumbs').waitFor({ state: 'hidden', timeout: 20_000 });
  });
});

describe('on a phone held across', () => {
  const browser = useBrowser({ context: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true } });

  it('both pictures are seen whole, before and while somebody plays', async () => {
    const page = await browser.openTab('/');
    const whole = async (side: 'red' | 'blue', below: number): Promise<boolean> => {
      const box = await page.locator(`#fight-${side}`).boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= below;
    };
    expect([await whole('red', 390), await whole('blue', 390)]).toEqual([true, true]);
    await frames(page, 5);
    await page.locator('#fight-blue').tap();
    await page.getByRole('button', { name: 'Punch' }).waitFor();
    await expect
      .poll(async () => {
        const pad = await page.locator('.thumbs').boundingBox();
        return pad !== null && (await whole('red', pad.y)) && (await whole('blue', pad.y));
      })
      .toBe(true);
  });
});

describe('with reduced motion', () => {
  const browser = useBrowser({ context: { reducedMotion: 'reduce' } });

  it('nothing moves until the visitor says so', async () => {
    const page = await browser.openTab('/');
    const held = await frame(page);
    await page.waitForTimeout(300);
    expect(await frame(page)).toBe(held);
    await fight(page).getByRole('button', { name: 'Start the fight' }).click();
    await frames(page, 20);
  });
});
