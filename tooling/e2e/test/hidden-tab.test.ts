// A tab that is really hidden keeps its match alive: the other player must not wait for someone who looked something
// up.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { compareChecksums, pongReport, startPongPlayer } from '../src/pong-player.js';
import { expectHidden, useRawBrowser } from '../src/raw-browser.js';

/** After ten seconds a hidden page's timers live on a budget. */
const SECONDS = 15;

describe('a hidden tab', () => {
  const browser = useRawBrowser();

  it('goes on confirming frames', async () => {
    const hidden = await browser.openTab('/pong/?room=e2e-hidden');
    await hidden.evaluate(startPongPlayer);
    const front = await browser.openTab('/pong/?room=e2e-hidden');
    await front.evaluate(startPongPlayer);
    for (const tab of [hidden, front]) await tab.waitFor(() => document.documentElement.dataset['match'] === 'running');
    await expectHidden(hidden);

    const confirmed: number[] = [(await hidden.evaluate(pongReport)).confirmed];
    for (let second = 0; second < SECONDS; second++) {
      await sleep(1000);
      confirmed.push((await hidden.evaluate(pongReport)).confirmed);
    }
    await expectHidden(hidden);
    // Never a second without progress, and on the whole the pace of a game, not of a hidden page's one timer a second.
    const perSecond = confirmed.slice(1).map((frame, index) => frame - (confirmed[index] ?? 0));
    expect(Math.min(...perSecond)).toBeGreaterThan(5);
    expect((confirmed.at(-1) ?? 0) - (confirmed[0] ?? 0)).toBeGreaterThan(SECONDS * 30);

    const [a, b] = [await hidden.evaluate(pongReport), await front.evaluate(pongReport)];
    expect([a.state, b.state]).toEqual(['running', 'running']);
    const { common, differing } = compareChecksums(a, b);
    expect(common).toBeGreaterThan(SECONDS * 20);
    expect(differing).toEqual([]);
    expect(a.returns + a.goals).toBeGreaterThan(1);
    expect([a.desyncs, b.desyncs]).toEqual([0, 0]);
  });

  it('that cannot keep up says that it sleeps, and the match waits for it', async () => {
    const hidden = await browser.openTab('/pong/?room=e2e-asleep');
    // As where a page's policy forbids workers: one beat a second while hidden.
    await hidden.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (interval: unknown) {
        postMessage.call(this, interval === 16 ? 1000 : interval, {});
      };
    });
    const front = await browser.openTab('/pong/?room=e2e-asleep');
    await front.waitFor(() => document.documentElement.dataset['match'] === 'paused');
    await front.waitFor(() => /page is asleep/.test(document.body.textContent ?? ''));
    await hidden.show();
    await hidden.waitFor(() => document.documentElement.dataset['match'] === 'running');
    // The one that was in front is hidden now, and keeps up.
    await front.waitFor(() => document.documentElement.dataset['match'] === 'running');
    await front.evaluate(startPongPlayer);
    const { confirmed } = await front.evaluate(pongReport);
    await sleep(1500);
    expect((await front.evaluate(pongReport)).confirmed).toBeGreaterThan(confirmed + 30);
  });
});
