// A match is saved as a file, and watched again: run, scrubbed, refused where it is not one.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';

const browser = useBrowser({ context: { acceptDownloads: true } });

interface PageArcade {
  match: { close(): void; session: { frame(): number; fields: { paddleY: Int32Array; score: Int32Array } } };
  replay: {
    frames: number;
    frame(): number;
    verify(): number;
    fields: { paddleY: Int32Array; score: Int32Array };
  } | null;
  press(handle: number, bits: number): void;
}
type Scripted = typeof globalThis & { arcade: PageArcade };

/** Waits until `frames` more have been played. */
async function pass(page: Page, frames: number): Promise<void> {
  const from = await page.evaluate(() => (globalThis as Scripted).arcade.match.session.frame());
  await page.waitForFunction((until) => (globalThis as Scripted).arcade.match.session.frame() >= until, from + frames);
}

const replayOf = (page: Page) =>
  page.evaluate(() => {
    const { replay } = (globalThis as Scripted).arcade;
    return (
      replay && {
        frame: replay.frame(),
        frames: replay.frames,
        bad: replay.verify(),
        paddles: [...replay.fields.paddleY],
      }
    );
  });

it('what was played is saved, and the file shows the same match', async () => {
  const page = await browser.openTab('/pong/?mode=hotseat');
  await page.waitForFunction(() => document.documentElement.dataset['match'] === 'running');
  await page.evaluate(() => (globalThis as Scripted).arcade.press(0, 1));
  await page.evaluate(() => (globalThis as Scripted).arcade.press(1, 2));
  await pass(page, 150);
  const played = await page.evaluate(() => {
    const { match } = (globalThis as Scripted).arcade;
    match.close();
    return { frame: match.session.frame(), paddles: [...match.session.fields.paddleY] };
  });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save replay' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^pong-\d{4}-\d\d-\d\d-\d{4}\.replay$/);
  const file = await download.path();

  await page.goto('/pong/?mode=replay');
  await page
    .getByLabel(/Choose a file/)
    .setInputFiles({ name: 'wrong.replay', mimeType: '', buffer: Buffer.from('no replay at all') });
  await page.getByText('This file is no replay').waitFor();
  const damaged = readFileSync(file);
  damaged[damaged.length >> 1]! ^= 1;
  await page.getByLabel(/Choose a file/).setInputFiles({ name: 'damaged.replay', mimeType: '', buffer: damaged });
  await page.getByText('This file has been damaged').waitFor();
  await page.getByLabel(/Choose a file/).setInputFiles(file);

  // It runs by itself, and to the end.
  const slider = page.getByLabel('Where in the match');
  await slider.waitFor();
  await page.getByLabel('Speed').selectOption('4');
  await expect.poll(async () => (await replayOf(page))?.frame).toBe(played.frame);
  expect(await replayOf(page)).toEqual({ frame: played.frame, frames: played.frame, bad: -1, paddles: played.paddles });
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

  // By keyboard: to the beginning, and frame by frame.
  await slider.focus();
  await page.keyboard.press('Home');
  const first = await replayOf(page);
  expect(first?.frame).toBe(0);
  expect(first?.paddles).not.toEqual(played.paddles);
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  expect((await replayOf(page))?.frame).toBe(3);
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('frame 3');
  await page.keyboard.press('End');
  expect((await replayOf(page))?.paddles).toEqual(played.paddles);
});

it('a file that is dropped on the menu is opened; one of another game is refused', async () => {
  const page = await browser.openTab('/fighter/?mode=hotseat');
  await page.waitForFunction(() => document.documentElement.dataset['match'] === 'running');
  await page.keyboard.press('d'); // the match waits for its first player
  await pass(page, 20);
  await page.evaluate(() => (globalThis as Scripted).arcade.match.close());
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save replay' }).click();
  const bytes = [...readFileSync(await (await downloading).path())];
  const drop = (data: number[]): Promise<void> =>
    page.evaluate((content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(content)], 'x.replay'));
      document
        .querySelector('main')
        ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, data);
  await page.goto('/pong/');
  await drop(bytes);
  await page.getByText('This replay is of another game').waitFor();
  await page.goto('/fighter/');
  await drop(bytes);
  await page.getByLabel('Where in the match').waitFor();
});
