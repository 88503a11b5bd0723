// A visitor alone: one click, key, tap or press on a gamepad to a fight that rolls back for real, and what can be
// changed in mid-match.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { fastUntil, openFast, reloadFast } from '../src/fast-clock.js';
import { becomes } from '../src/online-pages.js';

interface AloneMatch {
  state: string;
  localHandles: number[];
  stats(peer: string): { rttMs: number } | undefined;
  session: {
    stats: { rollbacks: number; maxRollbackDepth: number; desyncs: number; fastForwardFrames: number };
    frame(): number;
    depth(): number;
    confirmedFrame(): number;
    checksumAt(frame: number): number;
    inputAt(player: number, frame: number, out: Uint32Array): boolean;
  };
}
interface AloneArcade {
  match: AloneMatch | null;
  matches: AloneMatch[];
  press(handle: number, bits: number): void;
  release(handle: number, bits: number): void;
}
type Scripted = typeof globalThis & { arcade: AloneArcade; sums: [number, number][][] };

interface Report {
  states: string[];
  handles: number[][];
  frames: number[];
  rollbacks: number[];
  deepest: number[];
  desyncs: number[];
  rtt: number;
}

const report = (page: Page): Promise<Report> =>
  page.evaluate(() => {
    const { matches } = (globalThis as Scripted).arcade;
    const of = <T>(read: (match: AloneMatch) => T): T[] => matches.map(read);
    return {
      states: of(({ state }) => state),
      handles: of(({ localHandles }) => [...localHandles]),
      frames: of(({ session }) => session.frame()),
      rollbacks: of(({ session }) => session.stats.rollbacks),
      deepest: of(({ session }) => session.stats.maxRollbackDepth),
      desyncs: of(({ session }) => session.stats.desyncs),
      rtt: matches[0]?.stats('far')?.rttMs ?? -1,
    };
  });

/** For evaluate(): the person's hands go from key to key, and every confirmed frame's checksum is kept, of both machines. */
function fidget(keys: readonly number[]): void {
  const page = globalThis as Scripted;
  const sums: [number, number][][] = [[], []];
  page.sums = sums;
  const next = [0, 0];
  setInterval(() => {
    for (const [at, { session }] of page.arcade.matches.entries()) {
      const last = Math.min(session.confirmedFrame(), session.frame() - 1);
      for (let frame = Math.max(next[at] ?? 0, session.frame() - session.depth()); frame <= last; frame++)
        sums[at]?.push([frame, session.checksumAt(frame)]);
      next[at] = last + 1;
    }
    const { match } = page.arcade;
    if (match === null) return;
    const bits = keys[Math.floor(match.session.frame() / 11) % keys.length] ?? 0;
    page.arcade.release(0, ~bits & 15);
    page.arcade.press(0, bits);
  }, 8);
}

/** For evaluate(): somebody who sees the present, and returns every ball of pong. */
function neverMiss(): void {
  const { arcade } = globalThis as Scripted;
  setInterval(() => {
    const match = arcade.match as unknown as { session: { fields: { ball: Int32Array; paddleY: Int32Array } } } | null;
    const { ball, paddleY } = match?.session.fields ?? {};
    const way = (ball?.[1] ?? 0) - (paddleY?.[0] ?? 0);
    arcade.release(0, 3);
    if (Math.abs(way) > 1024) arcade.press(0, way > 0 ? 2 : 1);
  }, 8);
}

async function expectAlike(page: Page, least: number): Promise<void> {
  const [here = [], there = []] = await page.evaluate(() => (globalThis as Scripted).sums);
  const of = new Map(here);
  const common = there.filter(([frame]) => of.has(frame));
  expect(common.filter(([frame, sum]) => of.get(frame) !== sum)).toEqual([]);
  expect(common.length).toBeGreaterThan(least);
}

/** The buttons of one group of the strip that are pressed. */
const pressed = (page: Page, group: string): Promise<string[]> =>
  page.getByRole('group', { name: group, exact: true }).locator('[aria-pressed=true] > :first-child').allTextContents();

describe('play now', () => {
  const browser = useBrowser();

  it('is the menu’s first entry, and one key from there to a fight that rolls back for real', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto('/fighter/');
    await page.getByRole('link', { name: /^Play now/ }).waitFor();
    expect(await page.locator('.arcade-list a, .arcade-list button').first().textContent()).toMatch(/^Play now/);
    await page.keyboard.press('Enter');
    await becomes(page, 'running');
    expect(new URL(page.url()).search).toBe('?mode=alone');
    expect((await report(page)).handles).toEqual([[0], [1]]);
    expect(await page.locator('.arcade-screen').isVisible()).toBe(false);
    await page.keyboard.down('d');
    await page.waitForFunction(() => {
      const { match } = (globalThis as Scripted).arcade;
      const word = new Uint32Array(1);
      match?.session.inputAt(0, match.session.frame() - 1, word);
      return word[0] === 2;
    });
    await page.keyboard.up('d');
    const thrown = await page.evaluate(() => {
      try {
        (globalThis as Scripted).arcade.press(1, 1);
        return '';
      } catch (error) {
        return String(error);
      }
    });
    expect(thrown).toBe('RangeError: handle 1 is not played at this machine (here: 0)');
  });

  it('takes one press on a gamepad, which then fights', async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      const buttons = Array.from({ length: 17 }, () => ({ pressed: false }));
      const pad = { index: 0, id: 'Test pad', connected: true, mapping: 'standard', axes: [0, 0, 0, 0], buttons };
      Object.assign(globalThis, { padButtons: buttons });
      navigator.getGamepads = () => [pad as never];
    });
    const page = await context.newPage();
    const hold = (button: number, pressed: boolean): Promise<unknown> =>
      page.evaluate(
        ([at, down]) => {
          const { padButtons } = globalThis as unknown as { padButtons: { pressed: boolean }[] };
          padButtons[at] = { pressed: down };
        },
        [button, pressed] as const,
      );
    await page.goto('/fighter/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Play now');
    await hold(0, true);
    await becomes(page, 'running');
    await page.evaluate(() => window.focus());
    await hold(15, true);
    await page.waitForFunction(() => {
      const { match } = (globalThis as Scripted).arcade;
      const word = new Uint32Array(1);
      match?.session.inputAt(0, match.session.frame() - 1, word);
      return word[0] === 2;
    });
  });

  it('plays a whole fight across an ocean: deep rollbacks at both ends, the same states, an end, and another one', async () => {
    const page = await openFast(browser, '/fighter/?mode=alone&rival=rusher-2');
    await fastUntil(page, 'running', 20);
    await page.evaluate(fidget, [2, 2, 8, 1, 4, 0, 8]);
    await fastUntil(page, 'ended', 180);
    const end = await report(page);
    for (const rollbacks of end.rollbacks) expect(rollbacks).toBeGreaterThan(10);
    for (const deepest of end.deepest) expect(deepest).toBeGreaterThanOrEqual(4);
    expect(end.desyncs).toEqual([0, 0]);
    await expectAlike(page, 600);
    await page.getByRole('button', { name: 'Play again' }).click();
    await fastUntil(page, 'running', 20);
    await page.clock.runFor(2000);
    const again = await report(page);
    expect(again.states).toEqual(['running', 'running']);
    expect(again.frames[0]).toBeLessThan(end.frames[0] ?? 0);
  });

  it('changes the line with one key or one click, in mid-match, and keeps it in the address', async () => {
    const page = await openFast(browser, '/pong/?mode=alone&line=next-door');
    await fastUntil(page, 'running', 20);
    await page.clock.runFor(4000);
    expect(await pressed(page, 'Line')).toEqual(['Next door']);
    expect((await report(page)).rtt).toBeLessThan(60);
    await page.getByRole('button', { name: 'Train wifi' }).click();
    await page.clock.runFor(6000);
    expect(await pressed(page, 'Line')).toEqual(['Train wifi']);
    expect((await report(page)).rtt).toBeGreaterThan(80);
    expect(new URL(page.url()).searchParams.get('line')).toBe('train');
    await page.keyboard.press('m');
    await page.clock.runFor(500);
    expect(await pressed(page, 'Line')).toEqual(['Next door']);
    // The same match all along.
    expect((await report(page)).frames[0]).toBeGreaterThan(500);
    await reloadFast(page);
    await fastUntil(page, 'running', 20);
    await expect.poll(() => pressed(page, 'Line')).toEqual(['Next door']);
  });

  it('has rivals to choose from, and offers the next stronger one after a win', async () => {
    const page = await openFast(browser, '/pong/?mode=alone&line=next-door');
    await fastUntil(page, 'running', 20);
    const names = await page.getByRole('combobox', { name: 'Rival' }).locator('option').allTextContents();
    expect(names).toEqual(['Level 1', 'Level 2', 'Level 3']);
    await page.getByRole('combobox', { name: 'Rival' }).selectOption('Level 2');
    expect(new URL(page.url()).searchParams.get('rival')).toBe('level-2');
    await page.evaluate(neverMiss);
    await fastUntil(page, 'ended', 400);
    await page.getByRole('heading', { name: 'You win' }).waitFor();
    await page.getByRole('button', { name: 'Next: Level 3' }).click();
    await fastUntil(page, 'running', 20);
    expect(new URL(page.url()).searchParams.get('rival')).toBe('level-3');
  });

  it('pong, two a side: a rival plays beside the person, two play against them', async () => {
    const page = await openFast(browser, '/pong/?mode=alone&players=4');
    await fastUntil(page, 'running', 20);
    expect((await report(page)).handles).toEqual([
      [0, 1],
      [2, 3],
    ]);
    await page.evaluate(fidget, [0]);
    await page.clock.runFor(20_000);
    const moved = await page.evaluate(() => {
      const { match } = (globalThis as Scripted).arcade;
      const fields = (match as unknown as { session: { fields: { paddleY: Int32Array } } }).session.fields;
      return [...fields.paddleY].map((y) => y !== 144 * 256);
    });
    expect(moved[0]).toBe(false);
    expect(moved.slice(1)).toContain(true);
    await expectAlike(page, 900);
    expect((await page.locator('.arcade-join').all()).length).toBe(0);
  });

  it('waits while the page is hidden or paused, and goes on', async () => {
    const page = await openFast(browser, '/fighter/?mode=alone');
    await fastUntil(page, 'running', 20);
    await page.clock.runFor(1000);
    await page.keyboard.press('Escape');
    await page.clock.runFor(1000);
    await page.getByRole('heading', { name: 'Paused' }).waitFor();
    const { frames } = await report(page);
    await page.clock.runFor(3000);
    expect((await report(page)).frames).toEqual(frames);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.clock.runFor(2000);
    expect((await report(page)).frames[0]).toBeGreaterThan((frames[0] ?? 0) + 60);
  });
});

/** Nine presses, each a while apart, in the page's own time. */
async function pressKeys(page: Page, key: string): Promise<void> {
  for (let press = 0; press < 9; press++) {
    await page.keyboard.down(key);
    await page.clock.runFor(150);
    await page.keyboard.up(key);
    await page.clock.runFor(250);
  }
}
/** What stands under a netcode: ms from press to picture, and frames stalled. */
async function feelOf(page: Page, netcode: string): Promise<{ ms: number; stalled: number }> {
  const words = (await page.getByRole('button', { name: netcode }).textContent()) ?? '';
  const [, ms = 'NaN', stalled = 'NaN'] = /(\d+) ms · (\d+) stalled/.exec(words) ?? [];
  return { ms: Number(ms), stalled: Number(stalled) };
}

describe('feel it', () => {
  const browser = useBrowser();

  it('one key changes between rollback, delay-based and lockstep; each has its measured press and its stalls', async () => {
    const page = await openFast(browser, '/pong/?mode=alone&line=ocean');
    await fastUntil(page, 'running', 20);
    await page.clock.runFor(3000);
    expect(await pressed(page, 'Netcode')).toEqual(['Rollback']);
    await pressKeys(page, 'w');
    const rollback = await feelOf(page, 'Rollback');
    await page.keyboard.press('n');
    expect(await pressed(page, 'Netcode')).toEqual(['Delay-based']);
    expect(new URL(page.url()).searchParams.get('netcode')).toBe('delay');
    await page.clock.runFor(1000);
    const redone = (): Promise<number> =>
      page.evaluate(() => (globalThis as Scripted).arcade.match?.session.stats.fastForwardFrames ?? -1);
    const before = await redone();
    await pressKeys(page, 's');
    const delay = await feelOf(page, 'Delay-based');
    await page.keyboard.press('n');
    await page.clock.runFor(1000);
    await pressKeys(page, 'w');
    const lockstep = await feelOf(page, 'Lockstep');
    // Neither guesses.
    expect(await redone()).toBe(before);
    expect(rollback.ms).toBeGreaterThan(15);
    expect(rollback.ms).toBeLessThan(70);
    expect(rollback.stalled).toBe(0);
    expect(delay.ms).toBeGreaterThan(rollback.ms + 50);
    expect(delay.stalled).toBeLessThan(60);
    expect(lockstep.ms).toBeGreaterThan(rollback.ms + 50);
    expect(lockstep.stalled).toBeGreaterThan(150);
    await page.keyboard.press('n');
    await page.clock.runFor(3000);
    expect(await pressed(page, 'Netcode')).toEqual(['Rollback']);
    // One match, all along.
    expect((await report(page)).desyncs).toEqual([0, 0]);
    expect((await report(page)).frames[0]).toBeGreaterThan(500);
  });

  it('a blind test of three rounds ends with which was which, as a link that says so to others', async () => {
    const page = await openFast(browser, '/pong/?mode=alone&line=ocean');
    await fastUntil(page, 'running', 20);
    // A match that ends in the middle of a test would have to be played again.
    await page.evaluate(neverMiss);
    await page.getByRole('button', { name: 'Blind test' }).click();
    const netcodes = page.getByRole('group', { name: 'Netcode', exact: true });
    for (const round of [1, 2, 3]) {
      await page.clock.runFor(2000);
      await page.getByRole('button', { name: `Round ${round} of 3` }).waitFor();
      // Nothing tells which one it is, and no key changes it.
      expect(await netcodes.isVisible()).toBe(false);
      expect(new URL(page.url()).searchParams.get('netcode')).toBe(null);
      await page.keyboard.press('n');
      await page.clock.runFor(18_400);
    }
    await page.getByRole('heading', { name: 'Which felt best?' }).waitFor();
    await page.getByRole('button', { name: 'Round 2' }).click();
    await page.getByRole('heading', { name: 'Which was which' }).waitFor();
    const rounds = await page.locator('.arcade-blind li').allTextContents();
    const names = rounds.map((words) => /was ([\w-]+):/.exec(words)?.[1]);
    expect([...names].sort()).toEqual(['Delay-based', 'Lockstep', 'Rollback']);
    for (const words of rounds) expect(words).toMatch(/: \d+ ms from press to picture, \d+ frames stalled\.$/);
    const stalledIn = (name: string): number =>
      Number(/, (\d+) frames/.exec(rounds[names.indexOf(name)] ?? '')?.[1] ?? NaN);
    expect(stalledIn('Lockstep')).toBeGreaterThan(500);
    expect(stalledIn('Rollback')).toBeLessThan(50);
    const best = `liked round 2 best: ${names[1]}.`;
    expect(await page.locator('.arcade-panel .arcade-lead').textContent()).toBe(`Line: Across an ocean. You ${best}`);
    const link = await page.getByRole('textbox', { name: 'Link to this result' }).inputValue();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.clock.runFor(1000);
    expect(await pressed(page, 'Netcode')).toEqual(['Rollback']);

    const other = await browser.openTab(link.slice(browser.origin.length));
    await other.getByRole('heading', { name: 'A blind test' }).waitFor();
    expect(await other.locator('.arcade-blind li').allTextContents()).toEqual(rounds);
    expect(await other.locator('.arcade-panel .arcade-lead').textContent()).toBe(`Line: Across an ocean. They ${best}`);
    await other.getByRole('button', { name: 'Try it blind' }).click();
    await becomes(other, 'running');
    await other.getByRole('button', { name: 'Round 1 of 3' }).waitFor();
  });
});

/** Cells of the training room's own array; apps/fighter/src/sim/training/course-layout.ts names them. */
const TRIES = 7;
const RECORD = 8;
const PASSED = 9;
type LessonPage = typeof globalThis & {
  arcade: {
    match: { session: { fields: { fight: Int32Array; course: Int32Array }; frame(): number } } | null;
    press(handle: number, bits: number): void;
    release(handle: number, bits: number): void;
  };
};

/**
 * For evaluate(): a person at the parry. They see the picture 233 ms late, judge from the walk when the fist will come,
 * and are up to two frames off.
 */
function parryLikeAPerson(): void {
  const { arcade } = globalThis as LessonPage;
  const seen: Int32Array[] = [];
  setInterval(() => {
    const session = arcade.match?.session;
    if (session === undefined) return;
    const frame = session.frame();
    seen[frame] ??= session.fields.fight.slice();
    const then = seen[frame - 14];
    if (then === undefined) return;
    const [action, held] = [then[27] ?? 0, then[32] ?? 0];
    const gap = ((then[26] ?? 0) - (then[14] ?? 0)) / 256;
    const walks = action === 0 && (held & 1) === 1;
    const due = Math.ceil((gap - 44) / 1.5) + 8 - 14;
    const off = (Math.floor(frame / 90) % 3) - 1;
    if (walks && Math.abs(due - 2 - off) <= 1) arcade.press(0, 4);
    else arcade.release(0, 4);
  }, 4);
}

describe('training', () => {
  const browser = useBrowser();
  const course = (page: Page): Promise<number[]> =>
    page.evaluate(() => [...((globalThis as LessonPage).arcade.match?.session.fields.course ?? [])]);

  it('a person’s timing parries three of five; the lesson is then passed, also after a reload', async () => {
    const page = await openFast(browser, '/fighter/?mode=training');
    await fastUntil(page, 'running', 20);
    const lessons = page.getByRole('navigation', { name: 'Lessons' });
    expect(await lessons.getByRole('link').allTextContents()).toEqual([
      'Strike', 'Block', 'Parry', 'Parry, then strike', 'Punish', 'Break the guard',
    ]); // prettier-ignore
    expect(await lessons.locator('[aria-current=page]').textContent()).toBe('Parry');
    await page.evaluate(parryLikeAPerson);
    for (let second = 0; second < 60 && ((await course(page))[TRIES] ?? 0) < 5; second++) await page.clock.runFor(1000);
    const done = await course(page);
    expect(done[TRIES]).toBeGreaterThanOrEqual(5);
    expect([...(done[RECORD] ?? 0).toString(2)].filter((bit) => bit === '1').length).toBeGreaterThanOrEqual(3);
    expect(done[PASSED]).toBe(1);
    await lessons.getByRole('link', { name: 'Parry, passed', exact: true }).waitFor();
    await reloadFast(page);
    await lessons.getByRole('link', { name: 'Parry, passed', exact: true }).waitFor();
    await lessons.getByRole('link', { name: 'Strike', exact: true }).click();
    await page.waitForURL(/mode=training:strike$/);
  });

  it('hands that do nothing pass nothing', async () => {
    const page = await openFast(browser, '/fighter/?mode=training:parry');
    await fastUntil(page, 'running', 20);
    for (let second = 0; second < 60 && ((await course(page))[TRIES] ?? 0) < 5; second++) await page.clock.runFor(1000);
    const done = await course(page);
    expect([done[TRIES], done[RECORD], done[PASSED]]).toEqual([5, 0, 0]);
  });

  it('goes slowly with one key and one button', async () => {
    const page = await openFast(browser, '/fighter/?mode=training:strike');
    await fastUntil(page, 'running', 20);
    const ticksIn = async (ms: number): Promise<number> => {
      const tick = (): Promise<number> =>
        page.evaluate(() => (globalThis as LessonPage).arcade.match?.session.fields.fight[0] ?? -1);
      const before = await tick();
      await page.clock.runFor(ms);
      return (await tick()) - before;
    };
    expect(await ticksIn(2000)).toBeGreaterThan(110);
    await page.keyboard.press('e');
    await page.clock.runFor(200);
    expect(await page.getByRole('button', { name: 'Slow motion' }).getAttribute('aria-pressed')).toBe('true');
    expect(await ticksIn(2000)).toBeLessThan(35);
    await page.getByRole('button', { name: 'Slow motion' }).click();
    await page.clock.runFor(200);
    expect(await ticksIn(2000)).toBeGreaterThan(110);
  });

  it('says what to type for a lesson that there is not', async () => {
    const page = await browser.openTab('/fighter/?mode=training:dance');
    await page.getByText('Type ?mode=training:LESSON with one of strike, block, parry,').waitFor();
  });
});

describe('play now on a phone', () => {
  const browser = useBrowser({ context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

  it('one tap begins it, one tap changes the line; nothing covers the play, upright and across', async () => {
    const page = await browser.openTab('/fighter/');
    await page.getByRole('link', { name: /^Play now/ }).tap();
    await becomes(page, 'running');
    await page.getByRole('button', { name: /Train/ }).tap();
    expect(await pressed(page, 'Line')).toEqual(['Train wifi']);
    const boxes = async (): Promise<{ strip: number[]; canvas: number[]; width: number }> =>
      page.evaluate(() => {
        const of = (selector: string): number[] => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return [box?.left ?? -1, box?.top ?? -1, box?.right ?? -1, box?.bottom ?? -1];
        };
        return {
          strip: of('.arcade-solo'),
          canvas: of('.arcade-stage canvas'),
          width: document.documentElement.scrollWidth,
        };
      });
    const upright = await boxes();
    expect(upright.strip[1]).toBeGreaterThanOrEqual(upright.canvas[3] ?? 0);
    expect(upright.width).toBe(390);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForTimeout(300);
    const across = await boxes();
    expect(across.strip[1]).toBeGreaterThanOrEqual(across.canvas[3] ?? 0);
    expect(across.strip[2]).toBeLessThanOrEqual(844);
    // There is room for the chosen one alone: a tap on it goes on to the next.
    await page.getByRole('button', { name: /Train wifi/ }).tap();
    expect(await pressed(page, 'Line')).toEqual(['Next door']);
  });
});
