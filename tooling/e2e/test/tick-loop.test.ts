// core's loop in a tab that is really hidden: with its Worker, and where a Worker is forbidden, missing or dead.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectHidden, useRawBrowser } from '../src/raw-browser.js';
import type { RawTab } from '../src/raw-tab.js';
import { startScriptServer } from '../src/script-server.js';

interface Counts {
  ticks: number;
  draws: number;
  sleeps: number;
  wakes: number;
}
type Scripted = typeof globalThis & { counts: Counts };

const SCRIPT = `
import { createTickLoop } from '@lite-rollback/core/loop';
const counts = globalThis.counts = { ticks: 0, draws: 0, sleeps: 0, wakes: 0 };
createTickLoop({
  hz: 60,
  pacing: () => 1,
  tick: () => counts.ticks++,
  draw: () => counts.draws++,
  onSleep: () => counts.sleeps++,
  onWake: () => counts.wakes++,
});`;

const countsOf = (tab: RawTab): Promise<Counts> => tab.evaluate(() => ({ ...(globalThis as Scripted).counts }));

/** Ticks and pictures of the next `seconds`, a second. */
async function rateOf(tab: RawTab, seconds: number): Promise<{ ticks: number; draws: number }> {
  const measured = (): Promise<Counts & { now: number }> =>
    tab.evaluate(() => ({ ...(globalThis as Scripted).counts, now: performance.now() }));
  const before = await measured();
  await sleep(seconds * 1000);
  const after = await measured();
  const took = (after.now - before.now) / 1000;
  return { ticks: (after.ticks - before.ticks) / took, draws: (after.draws - before.draws) / took };
}

describe('a tick loop', () => {
  const browser = useRawBrowser();

  /** A tab with the loop, and another one in front of it. */
  async function openHidden(page: { script?: string; policy?: string } = {}): Promise<RawTab> {
    const server = await startScriptServer({ script: SCRIPT, ...page });
    onTestFinished(() => server.close());
    const tab = await browser.openTab(server.url);
    await tab.waitFor(() => (globalThis as Scripted).counts.draws > 5);
    await browser.openTab('/');
    await expectHidden(tab);
    return tab;
  }

  it('keeps its rate in a hidden tab, draws nothing there, and draws again when it is shown', async () => {
    const tab = await openHidden();
    const { ticks, draws } = await rateOf(tab, 3);
    // The pace of a game, not of a hidden page's one timer a second.
    expect(ticks).toBeGreaterThan(30);
    expect(ticks).toBeLessThan(66);
    expect(draws).toBe(0);
    expect((await countsOf(tab)).sleeps).toBe(0);
    await tab.show();
    await tab.waitFor((drawn) => (globalThis as Scripted).counts.draws > drawn + 5, [(await countsOf(tab)).draws]);
  });

  it.each([
    ['the page’s policy forbids workers from blobs', { policy: "default-src 'self'; img-src data:" }],
    ['there are no workers', { script: `delete globalThis.Worker;\n${SCRIPT}` }],
    ['the worker never says a word', { script: `Worker.prototype.postMessage = () => {};\n${SCRIPT}` }],
  ])('goes on slowly in a hidden tab where %s, says that it sleeps, and wakes', async (_, page) => {
    const tab = await openHidden(page);
    browser.takeErrors(); // the browser logs what a policy refuses
    await tab.waitFor(() => (globalThis as Scripted).counts.sleeps > 0);
    const { ticks } = await rateOf(tab, 3);
    expect(ticks).toBeGreaterThan(0.5);
    expect(ticks).toBeLessThan(12);
    expect((await countsOf(tab)).wakes).toBe(0);
    await tab.show();
    await tab.waitFor(() => (globalThis as Scripted).counts.wakes > 0);
    const { draws } = await countsOf(tab);
    await tab.waitFor((drawn) => (globalThis as Scripted).counts.draws > drawn + 5, [draws]);
    browser.takeErrors();
  });
});
