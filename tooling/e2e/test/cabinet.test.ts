// How the cabinet sits in windows of all sorts: a phone held across, a zoomed page, a strict policy, a forbidden gamepad.
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { becomes } from '../src/online-pages.js';
import { seen, shifted, startMeasuring } from '../src/seen.js';

const browser = useBrowser();
const GAMES = ['pong', 'fighter'] as const;

type Scripted = typeof globalThis & {
  arcade: { match: { session: { frame(): number; fields: Record<string, Int32Array> } } };
};
const frame = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Scripted).arcade.match.session.frame());
const heading = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { name }).waitFor();

/** A phone held across. */
const phone = (): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(startMeasuring);
  await page.goto(path);
  return page;
}

/** Nothing lies over the picture, nothing is too small to read, nothing is cut off at the sides. */
async function expectClear(page: Page, scene: string): Promise<number> {
  const { beyond, over, share, small } = await seen(page);
  expect({ over, small, beyond }, scene).toEqual({ over: [], small: [], beyond: [] });
  return share;
}

describe('a phone held across', () => {
  it.each(GAMES)('%s: hotseat, pause, end and replay leave the picture free, and words can be read', async (game) => {
    const page = await open(await phone(), `/${game}/?mode=hotseat`);
    await becomes(page, 'running');
    expect(await page.locator('.arcade-join').count()).toBe(2);
    expect(await expectClear(page, 'asked to join')).toBeGreaterThan(0.5);
    for (const key of await page.locator('.arcade-pad-key').all()) {
      const box = await key.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await page.keyboard.press('w');
    await page.keyboard.press('ArrowUp');
    await page.waitForTimeout(1500);
    await expectClear(page, 'playing');
    await page.keyboard.press('Escape');
    await heading(page, 'Paused');
    await expectClear(page, 'paused');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.evaluate(() => {
      const { score, phase, fight } = (globalThis as Scripted).arcade.match.session.fields;
      score?.set([7, 3]);
      phase?.set([3]);
      if (fight !== undefined) fight[1] = 3;
      if (fight !== undefined) fight[24] = 3;
    });
    await becomes(page, 'ended');
    await expectClear(page, 'ended');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save replay' }).click();
    const file = await (await downloading).path();
    await page.goto(`/${game}/?mode=replay`);
    await page.getByLabel(/Choose a file/).setInputFiles(file);
    await page.getByRole('slider').waitFor();
    expect(await expectClear(page, 'replay')).toBeGreaterThan(0.3);
  });

  it.each(GAMES)('%s with another: figures, pads and the timeline leave the picture free', async (game) => {
    const context = await phone();
    const page = await open(context, `/${game}/?room=across`);
    const other = await context.newPage();
    await other.goto(`/${game}/?room=across`);
    await Promise.all([page, other].map((tab) => becomes(tab, 'running')));
    await page.bringToFront();
    expect(await expectClear(page, 'playing')).toBeGreaterThan(0.55);
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Freeze' }).waitFor();
    await expectClear(page, 'timeline');
    const pads = await page.locator('.arcade-pad-key').all();
    expect(pads.length).toBeGreaterThan(0);
    for (const key of pads) {
      const box = await key.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });

  it.each(GAMES)('%s in mode lag has the whole place', async (game) => {
    const page = await open(await phone(), `/${game}/?mode=lag:6:10`);
    await becomes(page, 'running', 30_000);
    await page.waitForTimeout(1000);
    expect(await expectClear(page, 'lag')).toBeGreaterThan(0.55);
  });
});

it.each(GAMES)('%s held upright: the picture is free and words can be read', async (game) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await open(context, `/${game}/?room=upright`);
  const other = await context.newPage();
  await other.goto(`/${game}/?room=upright`);
  await Promise.all([page, other].map((tab) => becomes(tab, 'running')));
  await page.bringToFront();
  await expectClear(page, 'playing');
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Freeze' }).waitFor();
  await expectClear(page, 'timeline');
});

it.each([
  ['200 %', 640, 400],
  ['400 %', 320, 256],
])('zoomed to %s nothing reaches beyond the window', async (_, width, height) => {
  const context = await browser.newContext({ viewport: { width, height } });
  for (const game of GAMES) {
    const page = await open(context, `/${game}/`);
    await heading(page, new RegExp(game, 'i'));
    expect((await seen(page)).beyond, 'menu').toEqual([]);
    await page.getByRole('button', { name: /Controls/ }).click();
    expect((await seen(page)).beyond, 'controls').toEqual([]);
    await page.goto(`/${game}/?host=1`);
    await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    expect((await seen(page)).beyond, 'hosting').toEqual([]);
    await page.goto(`/${game}/?mode=hotseat`);
    await becomes(page, 'running');
    expect((await seen(page)).beyond, 'playing').toEqual([]);
    await page.keyboard.press('Escape');
    await heading(page, 'Paused');
    expect((await seen(page)).beyond, 'paused').toEqual([]);
  }
});

it.each(GAMES)('%s moves by itself by 0.05 at the most while it loads', async (game) => {
  const moved = async (path: string, viewport: { width: number; height: number }): Promise<void> => {
    const context = await browser.newContext({ viewport });
    // As over a line: the fonts come after the page.
    await context.route(/\.woff2$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    const page = await open(context, `/${game}/${path}`);
    if (path === '?host=1') await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(800);
    expect(await shifted(page), `${game}/${path} at ${viewport.width}`).toBeLessThanOrEqual(0.05);
    await context.close();
  };
  // Each page is waited for, and needs little: they wait together.
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    await Promise.all(['', '?mode=hotseat', '?host=1'].map((path) => moved(path, viewport)));
});

/** A gamepad that the test holds: `mapping` '' has its cross on axis 9. */
function installPad(mapping: string): void {
  const pad = {
    index: 0,
    id: 'Test pad',
    connected: true,
    mapping,
    axes: [0, 0, 0, 0, 0, 0, 0, 0, 0, mapping === '' ? 9 / 7 : 0],
    buttons: Array.from({ length: 17 }, () => ({ pressed: false })),
  };
  Object.assign(globalThis, { pad });
  navigator.getGamepads = () => [pad as never];
}
type WithPad = typeof globalThis & { pad: { axes: number[]; buttons: { pressed: boolean }[] } };
const tapPad = async (page: Page, change: { button?: number; hat?: number }): Promise<void> => {
  for (const down of [true, false]) {
    await page.evaluate(
      ([{ button, hat }, on]) => {
        const { pad } = globalThis as WithPad;
        if (button !== undefined) pad.buttons[button] = { pressed: on };
        if (hat !== undefined) pad.axes[9] = on ? hat : 9 / 7;
      },
      [change, down] as const,
    );
    await page.waitForTimeout(80);
  }
};
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

it('a gamepad without a mapping works the menu, is set, pauses, and plays', async () => {
  const context = await browser.newContext();
  await context.addInitScript(installPad, '');
  const page = await context.newPage();
  await page.goto('/pong/');
  await expect.poll(() => focused(page)).toContain('Play now');
  const down = { hat: 1 / 7 };
  await tapPad(page, down);
  expect(await focused(page)).toContain('Same screen');
  await tapPad(page, { hat: -1 });
  expect(await focused(page)).toContain('Play now');
  // The screen on which it is set; the last entry of the menu.
  await page.getByRole('button', { name: /^Controls/ }).focus();
  await tapPad(page, { button: 0 });
  const up = page.getByRole('button', { name: /^Gamepad, up: .* Press to change/ });
  expect(await up.textContent()).toBe('Stick ↑');
  await up.focus();
  await tapPad(page, { button: 0 });
  await tapPad(page, { button: 7 });
  expect(await up.textContent()).toBe('Button 7');
  await tapPad(page, { button: 1 }); // back
  await page.getByRole('link', { name: /Same screen/ }).focus();
  await page.evaluate(() => void ((globalThis as WithPad).pad.buttons[0] = { pressed: true }));
  await becomes(page, 'running');
  await page.evaluate(() => window.focus());
  await tapPad(page, { button: 7 }); // joins
  await expect.poll(() => frame(page), { timeout: 10_000 }).toBeGreaterThan(5);
  const height = (): Promise<number> =>
    page.evaluate(() => (globalThis as Scripted).arcade.match.session.fields['paddleY']?.[0] ?? 0);
  const before = await height();
  await tapPad(page, { button: 7 });
  await expect.poll(height, { timeout: 10_000 }).toBeLessThan(before);
  await tapPad(page, { button: 9 });
  await heading(page, 'Paused');
  await tapPad(page, { button: 1 });
  await becomes(page, 'running');
});

it('a page that may not ask for gamepads plays on, and so does the other tab', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    navigator.getGamepads = () => {
      throw new DOMException('Access to the feature "gamepad" is disallowed by permissions policy.', 'SecurityError');
    };
  });
  const [a, b] = [await context.newPage(), await context.newPage()];
  for (const page of [a, b]) await page.goto('/pong/?room=no-pads');
  await Promise.all([a, b].map((page) => becomes(page, 'running')));
  for (const page of [a, b]) {
    const before = await frame(page);
    await expect.poll(() => frame(page), { timeout: 15_000 }).toBeGreaterThan(before + 60);
  }
});

it('under the policy default-src ’self’ a game looks as it does without', async () => {
  const context = await browser.newContext();
  await context.route(/\/(pong|fighter)\/(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': "default-src 'self'" },
    });
  });
  const looks = async (from: BrowserContext, game: string): Promise<unknown> => {
    const page = await from.newPage();
    await page.goto(`/${game}/`);
    await heading(page, new RegExp(game, 'i'));
    return page.evaluate(() => {
      const style = getComputedStyle(document.querySelector('.arcade-row b') ?? document.body);
      const { display, gridTemplateAreas } = getComputedStyle(document.querySelector('.arcade') ?? document.body);
      const { height, left, top, width } =
        document.querySelector('.arcade-stage canvas')?.getBoundingClientRect() ?? new DOMRect();
      return [style.fontSize, style.fontFamily, display, gridTemplateAreas, left, top, width, height];
    });
  };
  const plain = await browser.newContext();
  for (const game of GAMES) {
    const strict = await looks(context, game);
    expect(strict).toEqual(await looks(plain, game));
    expect(strict).toContain('grid');
  }
  // A worker from a blob is refused, and the page has a timer of its own for that.
  for (const error of browser.takeErrors()) expect(error).toMatch(/[Ww]orker/);
});

it('a code that is none is refused at once, and nobody is asked for it', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  let sockets = 0;
  page.on('websocket', () => sockets++);
  await page.goto('/pong/?join=4K7Q-9XWZ');
  await page.getByRole('heading', { name: 'This is not a whole code' }).waitFor({ timeout: 3000 });
  await page.getByText('“4K7Q-9XWZ” is no code of a game').waitFor();
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByLabel('Code from a friend').fill('4K7Q-9XWZ-2M3N');
  await page.getByLabel('Code from a friend').press('Enter');
  await page.getByRole('alert').getByText('is not a whole code').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(sockets).toBe(0);
});

it('who watches sees what watching measures, and is told what to do when a player leaves', async () => {
  const [a, b, watcher] = [
    await browser.openTab('/pong/?room=watched'),
    await browser.openTab('/pong/?room=watched'),
    await browser.openTab('/pong/?room=watched&watch=1'),
  ];
  await Promise.all([a, b, watcher].map((page) => becomes(page, 'running')));
  const figures = (): Promise<string[]> =>
    watcher.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.arcade-hud dt')]
        .filter((term) => term.checkVisibility())
        .map((term) => term.textContent ?? ''),
    );
  await expect.poll(figures, { timeout: 10_000 }).toEqual(['Stalls', 'Stalls', 'Sync']);
  await a.close();
  // Whether a machine that watches is told why depends on who told it last.
  await watcher.getByRole('heading', { name: /^A player (left|is gone)$/ }).waitFor();
  await watcher.getByText('Watch the next one to wait for it here.').waitFor();
});

describe('installed', () => {
  const keeping = useBrowser({ context: { serviceWorkers: 'allow' } });

  it.each(GAMES)('%s opens without a network once it was opened, whatever the query, and plays', async (game) => {
    const page = await keeping.openTab(`/${game}/`);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload(); // from now on the worker has the page
    await page.context().setOffline(true);
    await page.goto(`/${game}/?mode=hotseat`);
    await becomes(page, 'running');
    await page.keyboard.press('w');
    await expect.poll(() => frame(page), { timeout: 15_000 }).toBeGreaterThan(30);
    await page.context().setOffline(false);
  });

  it.each(GAMES)('%s has a manifest whose icons are there, and links to what it is built on', async (game) => {
    const page = await keeping.openTab(`/${game}/`);
    const found = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
      const answer = await fetch(link?.href ?? '');
      const manifest = (await answer.json()) as { start_url: string; icons: { src: string; sizes: string }[] };
      const sizes = await Promise.all(
        manifest.icons.map(async ({ sizes, src }) => {
          const image = new Image();
          image.src = new URL(src, answer.url).href;
          await image.decode();
          return sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      );
      const preview = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content ?? '';
      return {
        type: answer.headers.get('content-type'),
        start: manifest.start_url,
        sizes,
        preview: (await fetch(preview)).status,
      };
    });
    expect(found).toEqual({
      type: 'application/manifest+json',
      start: './',
      sizes: [true, true, true, true],
      preview: 200,
    });
    const links = await page
      .locator('.arcade-about a')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    expect(links.map((href) => new URL(href).pathname)).toEqual([
      '/',
      '/lesson/',
      '/docs/',
      '/lite-rollback/lite-rollback',
    ]);
  });
});
