// Pong on one keyboard, and the cabinet around it, driven by real key, touch and pointer events.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

/** What of globalThis.arcade these tests read. */
interface PageArcade {
  match: { state: string; session: { frame(): number; fields: { paddleY: Int32Array; score: Int32Array } } } | null;
}
type Scripted = typeof globalThis & { arcade: PageArcade };

const paddles = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...((globalThis as Scripted).arcade.match?.session.fields.paddleY ?? [])]);
const frame = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Scripted).arcade.match?.session.frame() ?? -1);
const state = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['match']);
const running = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.dataset['match'] === 'running');
/** Waits until `frames` more have been played. */
const pass = async (page: Page, frames: number): Promise<void> => {
  const until = (await frame(page)) + frames;
  await page.waitForFunction(
    (target) => ((globalThis as Scripted).arcade.match?.session.frame() ?? 0) >= target,
    until,
  );
};

/** Each key is a first press: it claims a seat and does nothing else. */
const join = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe('hotseat', () => {
  const browser = useBrowser();

  it('gives W S to the left player and the arrows to the right one', async () => {
    const page = await browser.openTab('/pong/?mode=hotseat');
    await running(page);
    // Nobody is there yet: the ball waits, and each seat says how it is taken.
    const asked = page.locator('.arcade-join');
    expect(await asked.allTextContents()).toEqual([
      'Redpress any of your keys to joinW S or a gamepad',
      'Bluepress any of your keys to join↑ ↓ or a gamepad',
    ]);
    await page.waitForTimeout(200);
    expect(await frame(page)).toBe(1);
    await page.keyboard.down('w');
    await pass(page, 2);
    expect(await asked.allTextContents()).toEqual([
      'Redis in: let go, and play',
      'Bluepress any of your keys to join↑ ↓ or a gamepad',
    ]);
    await page.keyboard.up('w');
    await join(page, 'ArrowDown');
    await expect.poll(() => asked.count(), { timeout: 6_000 }).toBe(0);
    const start = await paddles(page);
    await page.keyboard.down('w');
    await page.keyboard.down('ArrowDown');
    await pass(page, 12);
    const moved = await paddles(page);
    expect(moved[0]).toBeLessThan((start[0] ?? 0) - 2560);
    expect(moved[1]).toBeGreaterThan((start[1] ?? 0) + 2560);
    await page.keyboard.up('w');
    await page.keyboard.up('ArrowDown');
    await pass(page, 2);
    const stopped = await paddles(page);
    await pass(page, 6);
    expect(await paddles(page)).toEqual(stopped);
  });

  it('lets go of a held key when the window loses the focus', async () => {
    const page = await browser.openTab('/pong/?mode=hotseat');
    await running(page);
    await join(page, 's');
    await page.keyboard.down('s');
    await pass(page, 5);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await pass(page, 2);
    const stopped = await paddles(page);
    await pass(page, 10);
    expect(await paddles(page)).toEqual(stopped);
    expect(stopped[0]).not.toBe(stopped[1]);
  });

  it('a first press claims a seat and does not act, however long it is held', async () => {
    const page = await browser.openTab('/pong/?mode=hotseat');
    await running(page);
    const start = await paddles(page);
    await page.keyboard.down('s');
    await pass(page, 15);
    expect(await paddles(page)).toEqual(start);
    await page.keyboard.up('s');
    await page.keyboard.down('s');
    await pass(page, 8);
    expect((await paddles(page))[0]).toBeGreaterThan(start[0] ?? 0);
    expect((await paddles(page))[1]).toBe(start[1]);
  });

  it('a gamepad claims the seat that is left, and its stick plays', async () => {
    const page = await browser.openTab('/pong/?mode=hotseat');
    // An injected gamepad: the stick's vertical axis is what the test sets.
    await page.evaluate(() => {
      const pad = {
        index: 1,
        connected: true,
        mapping: 'standard',
        axes: [0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false })),
      };
      Object.assign(globalThis, { pad });
      navigator.getGamepads = () => [null, pad as never];
    });
    const tilt = (y: number): Promise<void> =>
      page.evaluate((axis) => void ((globalThis as never as { pad: { axes: number[] } }).pad.axes = [0.1, axis]), y);
    await running(page);
    await join(page, 'w');
    const start = await paddles(page);
    await tilt(-0.9);
    await pass(page, 8);
    expect(await paddles(page)).toEqual(start);
    await page.getByText('gamepad 2').waitFor();
    await tilt(0.2); // a worn stick at rest
    await pass(page, 3);
    await tilt(-0.9);
    await pass(page, 8);
    expect((await paddles(page))[1]).toBeLessThan((start[1] ?? 0) - 1280);
    expect((await paddles(page))[0]).toBe(start[0]);
    await tilt(0);
    await pass(page, 2);
    const stopped = await paddles(page);
    await pass(page, 5);
    expect(await paddles(page)).toEqual(stopped);
  });

  it('keys are chosen by keyboard alone, kept, and put back', async () => {
    const page = await browser.openTab('/pong/');
    await page.getByRole('button', { name: /Controls/ }).press('Enter');
    await page.getByRole('button', { name: 'Keys 1, up: W. Press to change' }).press('Enter');
    await page.keyboard.press('q');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Q');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape'); // calls it off
    await page.getByRole('button', { name: 'Keys 1, up: Q. Press to change' }).waitFor();
    await page.goto('/pong/?mode=hotseat');
    await running(page);
    await page.getByText('Q S or a gamepad').waitFor();
    await join(page, 'q');
    const start = await paddles(page);
    await page.keyboard.down('q');
    await pass(page, 8);
    expect((await paddles(page))[0]).toBeLessThan(start[0] ?? 0);
    await page.keyboard.up('q');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Controls' }).click();
    await page.getByRole('button', { name: 'As they were' }).click();
    await page.getByRole('button', { name: 'Keys 1, up: W. Press to change' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
    await running(page);
  });

  it('goes from the menu to a match, to a pause and back by keyboard alone', async () => {
    const page = await browser.openTab('/pong/');
    const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toContain('Play now');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Same screen');
    await page.keyboard.press('Enter');
    await running(page);
    expect(new URL(page.url()).search).toBe('?mode=hotseat');
    await join(page, 'w');
    const sound = page.getByRole('button', { name: 'Sound', exact: true });
    expect([await sound.textContent(), await sound.getAttribute('aria-pressed')]).toEqual(['Sound: on', 'true']);
    await sound.press('Enter');
    expect([await sound.textContent(), await sound.getAttribute('aria-pressed')]).toEqual(['Sound: off', 'false']);
    await page.keyboard.press('Escape');
    await expect.poll(() => state(page)).toBe('paused');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Go on');
    const held = await frame(page);
    await page.waitForTimeout(300);
    expect(await frame(page)).toBe(held);
    await page.keyboard.press('Enter');
    await running(page);
    await pass(page, 10);
  });

  it('plays to seven, says who won, and plays again', async () => {
    const page = await browser.openTab('/pong/');
    await page.clock.install();
    await page.goto('/pong/?mode=hotseat');
    await page.clock.runFor(500);
    expect(await state(page)).toBe('running');
    await join(page, 'w', 'ArrowUp');
    // Both hide in a corner: every serve is a goal.
    await page.keyboard.down('w');
    await page.keyboard.down('ArrowUp');
    for (let i = 0; i < 120 && (await state(page)) === 'running'; i++) await page.clock.runFor(1000);
    expect(await state(page)).toBe('ended');
    const score = await page.evaluate(() => [...((globalThis as Scripted).arcade.match?.session.fields.score ?? [])]);
    expect(Math.max(...score)).toBe(7);
    const winner = (score[0] ?? 0) > (score[1] ?? 0) ? 'Red wins' : 'Blue wins';
    await page.getByRole('heading', { name: winner }).waitFor();
    await page.getByText(`${score[0]} : ${score[1]}`).waitFor();
    await page.keyboard.up('w');
    await page.keyboard.up('ArrowUp');
    await page.keyboard.press('Enter');
    await page.clock.runFor(1500);
    expect(await state(page)).toBe('running');
    expect(await frame(page)).toBeGreaterThan(30);
    expect(await frame(page)).toBeLessThan(200);
  });

  it('refuses what does not exist in words, with a way on', async () => {
    const page = await browser.openTab('/pong/?mode=boxes');
    await page.getByText('There is no mode “boxes” here').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Pong' }).waitFor();
    await page.goto('/pong/?mode=lag:99:300');
    await page.getByText(/“lag:99:300” .* 0 to 60; .* 0 to 80\..*\?mode=lag:6:10/).waitFor();
  });
});

describe('hotseat on a phone', () => {
  const browser = useBrowser({ context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

  it('plays by touch, and nothing is wider than the screen', async () => {
    const page = await browser.openTab('/pong/');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('link', { name: /Same screen/ }).tap();
    await running(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const key = await page.getByRole('button', { name: 'Blue: up' }).boundingBox();
    if (key === null) throw new Error('no pad');
    expect(Math.min(key.width, key.height)).toBeGreaterThan(44);
    const start = await paddles(page);
    const touch = await page.context().newCDPSession(page);
    const at = [{ x: key.x + key.width / 2, y: key.y + key.height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
    await pass(page, 10);
    const moved = await paddles(page);
    expect(moved[1]).toBeLessThan((start[1] ?? 0) - 2560);
    expect(moved[0]).toBe(start[0]);
    // The thumb slides down to the other key.
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: key.x + key.width / 2, y: key.y + key.height * 1.6 }],
    });
    await pass(page, 10);
    expect((await paddles(page))[1]).toBeGreaterThan(moved[1] ?? 0);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await pass(page, 3);
    const stopped = await paddles(page);
    await pass(page, 6);
    expect(await paddles(page)).toEqual(stopped);
  });
});
