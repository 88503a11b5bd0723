// The fighter as people open it: on one keyboard, on a phone, in two tabs, on two machines, and its modes.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { fastUntil, openFast } from '../src/fast-clock.js';
import { becomes, channelsOf, openMatch } from '../src/online-pages.js';
import { WEBRTC_FLAGS } from '../src/webrtc-lab.js';
import {
  ACTION,
  ACTION_BLOCK,
  ACTION_DEAD,
  ACTION_PUNCH,
  type FightArcade,
  type FightReport,
  fightReports,
  PHASE,
  PHASE_FIGHT,
  startFighting,
  WINS,
  X,
} from './fighter-hands.js';

type Scripted = typeof globalThis & { arcade: FightArcade };

const fight = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...((globalThis as Scripted).arcade.match?.session.fields.fight ?? [])]);
/** Waits until a cell of the state has a value. */
const cellBecomes = (page: Page, cell: number, value: number): Promise<unknown> =>
  page.waitForFunction(
    ([at, wanted]) => (globalThis as Scripted).arcade.match?.session.fields.fight[at ?? 0] === wanted,
    [cell, value],
    { polling: 10 },
  );
const fighting = (page: Page): Promise<unknown> => cellBecomes(page, PHASE, PHASE_FIGHT);
/** Waits until the two are `px` apart or nearer. */
const meet = (page: Page, px: number): Promise<unknown> =>
  page.waitForFunction(
    ([left, right, near]) => {
      const state = (globalThis as Scripted).arcade.match?.session.fields.fight;
      return ((state?.[right ?? 0] ?? 0) - (state?.[left ?? 0] ?? 0)) / 256 <= (near ?? 0);
    },
    [X[0], X[1], px],
    { polling: 10 },
  );
const width = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/**
 * Every frame that both saw is the same in both; from the first to the last of them they saw nearly all, no fewer than
 * `least`; and it was not one picture standing still.
 */
function expectAlike([a, b]: readonly FightReport[], least: number): void {
  if (a === undefined || b === undefined) throw new Error('two reports are needed');
  const of = new Map(a.checksums);
  const common = b.checksums.filter(([frame]) => of.has(frame));
  expect(common.filter(([frame, checksum]) => of.get(frame) !== checksum)).toEqual([]);
  expect(common.length).toBeGreaterThan(least);
  expect(common.length).toBeGreaterThan(0.7 * ((common[common.length - 1]?.[0] ?? 0) - (common[0]?.[0] ?? 0)));
  expect(new Set(common.map(([, checksum]) => checksum)).size).toBeGreaterThan(common.length * 0.6);
  expect([a.desyncs, b.desyncs]).toEqual([0, 0]);
}

/** Waits until each of the pages has a match with `rounds` decided, and both have confirmed the same. */
async function rounds(pages: readonly Page[], count: number): Promise<FightReport[]> {
  const all = async (): Promise<FightReport[]> =>
    (await Promise.all(pages.map((page) => page.evaluate(fightReports)))).flat();
  await expect
    .poll(async () => Math.min(...(await all()).map(({ wins }) => wins[0] + wins[1])), {
      timeout: 50_000,
      interval: 200,
    })
    .toBeGreaterThanOrEqual(count);
  return all();
}

/** Runs before a page's scripts: keeps the words that were painted in the last animation frames. */
function keepWords(): void {
  const page = globalThis as typeof globalThis & { paintedWords: string[] };
  page.paintedWords = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    page.paintedWords = [...page.paintedWords.slice(-100), text];
    fillText.call(this, text, ...rest);
  };
}
/** The single letters among them. */
const paintedLetters = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      ...new Set(
        (globalThis as typeof globalThis & { paintedWords: string[] }).paintedWords.filter((word) => word.length === 1),
      ),
    ]
      .sort()
      .join(''),
  );

describe('one keyboard', () => {
  const browser = useBrowser();

  it('A D W S fight for red and the arrows for blue, to a kill; the pads on the sheet show the keys as they are set', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(keepWords);
    await page.goto('/fighter/?mode=hotseat');
    await becomes(page, 'running');
    // A first press claims a seat, and does not act.
    await page.keyboard.press('d');
    await page.keyboard.press('ArrowLeft');
    await fighting(page);
    // Each way, each player: a key is held until the body has gone five px.
    for (const [key, fighter, way] of [
      ['a', 0, -1],
      ['d', 0, 1],
      ['ArrowRight', 1, 1],
      ['ArrowLeft', 1, -1],
    ] as const) {
      const from = (await fight(page))[X[fighter]] ?? 0;
      await page.keyboard.down(key);
      await page.waitForFunction(
        ([cell, wanted, sign]) =>
          (((globalThis as Scripted).arcade.match?.session.fields.fight[cell ?? 0] ?? 0) - (wanted ?? 0)) *
            (sign ?? 0) >=
          0,
        [X[fighter], from + way * 5 * 256, way],
        { polling: 10 },
      );
      await page.keyboard.up(key);
    }

    // Both guard; red keeps his up while blue punches, so that it does not matter how near they are.
    await page.keyboard.down('w');
    await page.keyboard.down('ArrowUp');
    await Promise.all([cellBecomes(page, ACTION[0], ACTION_BLOCK), cellBecomes(page, ACTION[1], ACTION_BLOCK)]);
    await page.keyboard.up('ArrowUp');
    await Promise.all([cellBecomes(page, ACTION[1], ACTION_PUNCH), page.keyboard.press('ArrowDown', { delay: 60 })]);
    await page.keyboard.up('w');

    await page.keyboard.down('d');
    await meet(page, 40);
    await page.keyboard.up('d');
    await Promise.all([cellBecomes(page, ACTION[1], ACTION_DEAD), page.keyboard.press('s', { delay: 60 })]);
    await cellBecomes(page, WINS[0], 1);

    expect(await paintedLetters(page)).toBe('ADSW');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Controls' }).click();
    await page.getByRole('button', { name: 'Keys 1, punch: S. Press to change' }).press('Enter');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(() => paintedLetters(page)).toBe('ADWX');
  });
});

describe('modes', () => {
  const browser = useBrowser();

  it('lag:10:25 is a whole match with rollbacks on both sides, the same states, and finished on both', async () => {
    const page = await openFast(browser, '/fighter/?mode=lag:10:25');
    await fastUntil(page, 'running', 30);
    await page.evaluate(startFighting);
    await fastUntil(page, 'ended', 180);
    await expect
      .poll(async () => (await page.evaluate(fightReports)).map(({ end }) => end), { timeout: 5_000 })
      .toEqual(['finished', 'finished']);
    const reports = await page.evaluate(fightReports);
    await page.getByRole('heading', { name: reports[0]?.wins[0] === 3 ? 'You win' : 'You lose' }).waitFor();
    const [red, blue] = await page.evaluate(fightReports);
    if (red === undefined || blue === undefined) throw new Error('two ends are needed');
    expect(reports.flatMap(({ localHandles }) => localHandles)).toEqual([0, 1]);
    expect(Math.max(...red.wins)).toBe(3);
    expect(blue.wins).toEqual(red.wins);
    for (const { rollbacks, deepest } of [red, blue]) {
      expect(rollbacks).toBeGreaterThan(10);
      // Ten frames away, less a delay of two, and every fourth packet late by one more.
      expect(deepest).toBeGreaterThanOrEqual(8);
    }
    expectAlike([red, blue], 400);
  });

  it('synctest plays every drill in this browser, and says that all hold', async () => {
    const page = await browser.openTab('/fighter/?mode=synctest');
    await page.waitForFunction(() => document.documentElement.dataset['synctest'] !== 'running', undefined, {
      timeout: 40_000,
    });
    expect(await page.evaluate(() => document.documentElement.dataset['synctest'])).toBe('ok');
    await page.getByText(/^All \d+ hold\./).waitFor();
    const rows = await page.getByRole('row').count();
    expect(rows).toBeGreaterThan(6);
    expect(await page.getByText('✓').count()).toBe((rows - 1) * 5);
    expect(await page.getByText('✗').count()).toBe(0);
  });

  it('boxes draws what the simulation sees, and fight does not', async () => {
    // The green of a box that can be hurt.
    const greens = (page: Page): Promise<number> =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.arcade-stage canvas');
        const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        let found = 0;
        for (let i = 0; i < pixels.length; i += 4)
          if (pixels[i] === 15 && pixels[i + 1] === 157 && pixels[i + 2] === 88) found += 1;
        return found;
      });
    const boxes = await browser.openTab('/fighter/?mode=boxes');
    await becomes(boxes, 'running');
    await expect.poll(() => greens(boxes)).toBeGreaterThan(200);
    const plain = await browser.openTab('/fighter/?mode=fight');
    await becomes(plain, 'running');
    await plain.keyboard.press('d'); // the match waits for its first player
    await fighting(plain);
    expect(await greens(plain)).toBe(0);
  });
});

describe('two tabs', () => {
  const browser = useBrowser();

  it('fight a round, and agree on every confirmed frame', async () => {
    const a = await browser.openTab('/fighter/?room=e2e-fighter');
    const b = await browser.openTab('/fighter/?room=e2e-fighter');
    await Promise.all([becomes(a, 'running'), becomes(b, 'running')]);
    for (const page of [a, b]) await page.evaluate(startFighting);
    const reports = await rounds([a, b], 1);
    expect(reports.flatMap(({ localHandles }) => localHandles).sort()).toEqual([0, 1]);
    expectAlike(reports, 60);
  });
});

describe('two machines', () => {
  const browser = useBrowser({ args: WEBRTC_FLAGS });

  it('meet over the page’s own signaling server, fight a round over WebRTC, and agree on every confirmed frame', async () => {
    const { host, guest } = await openMatch(browser, 'fighter');
    for (const page of [host, guest]) await page.evaluate(startFighting);
    const reports = await rounds([host, guest], 1);
    expect(reports.flatMap(({ localHandles }) => localHandles).sort()).toEqual([0, 1]);
    expectAlike(reports, 60);
    for (const page of [host, guest])
      expect(await channelsOf(page)).toContainEqual({ ordered: false, maxRetransmits: 0, state: 'open' });
  });
});

describe('a phone', () => {
  const browser = useBrowser({ context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

  it('fights by touch with two thumbs, and nothing is wider than the screen', async () => {
    const page = await browser.openTab('/fighter/');
    expect(await width(page)).toBeLessThanOrEqual(390);
    await page.getByRole('link', { name: /Same screen/ }).tap();
    await becomes(page, 'running');
    expect(await width(page)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Red: block' }).tap(); // joins, and the match begins
    await fighting(page);
    const middleOf = async (name: string, id: number): Promise<{ x: number; y: number; id: number }> => {
      const key = await page.getByRole('button', { name }).boundingBox();
      if (key === null) throw new Error(`no key ${name}`);
      expect(Math.min(key.width, key.height), name).toBeGreaterThan(44);
      return { x: key.x + key.width / 2, y: key.y + key.height / 2, id };
    };
    const [right, block, punch] = [
      await middleOf('Red: right', 1),
      await middleOf('Red: block', 2),
      await middleOf('Red: punch', 3),
    ];
    const touch = await page.context().newCDPSession(page);
    // Start: these fingers are down. End: none is.
    const fingers = (
      type: 'touchStart' | 'touchEnd',
      ...touchPoints: { x: number; y: number; id: number }[]
    ): Promise<unknown> => touch.send('Input.dispatchTouchEvent', { type, touchPoints });

    const start = await fight(page);
    await fingers('touchStart', right);
    await meet(page, 70);
    expect((await fight(page))[X[1]]).toBe(start[X[1]]);
    // The other thumb blocks while the first one still walks.
    await fingers('touchStart', right, block);
    await cellBecomes(page, ACTION[0], ACTION_BLOCK);
    expect(await page.locator('.is-held').count()).toBe(2);
    await fingers('touchEnd');
    await fingers('touchStart', right);
    await meet(page, 44);
    await fingers('touchEnd');
    await fingers('touchStart', punch);
    await cellBecomes(page, ACTION[1], ACTION_DEAD);
    await fingers('touchEnd');
  });
});
