// The harness itself: what it promises to the tests that are written with it.
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { expectHidden, useRawBrowser } from '../src/raw-browser.js';

describe('useBrowser', () => {
  const browser = useBrowser();

  it('tabs of one test share a context', async () => {
    const [a, b] = [await browser.openTab('/'), await browser.openTab('/')];
    const heard = b.evaluate(
      () => new Promise((resolve) => (new BroadcastChannel('harness').onmessage = (event) => resolve(event.data))),
    );
    await a.evaluate(async () => {
      const channel = new BroadcastChannel('harness');
      for (let i = 0; i < 20; i++) {
        channel.postMessage('hi');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    expect(await heard).toBe('hi');
  });

  it('collects console errors, uncaught errors and failed loads', async () => {
    const page = await browser.openTab('/');
    const seen: string[] = [];
    await page.evaluate(() => {
      console.error('logged');
      console.warn('not an error');
      setTimeout(() => {
        throw new Error('thrown');
      }, 0);
      void fetch('/absent.json');
    });
    await expect.poll(() => seen.push(...browser.takeErrors()) && seen.length, { timeout: 10_000 }).toBe(3);
    expect(seen.join('\n')).toMatch(/console\.error .*logged/);
    expect(seen.join('\n')).toMatch(/uncaught .*thrown/);
    expect(seen.join('\n')).toMatch(/404/);
  });
});

describe('useBrowser fails a test whose page logs an error', () => {
  const browser = useBrowser();
  it.fails('as this one', async () => {
    const page = await browser.openTab('/');
    await page.evaluate(() => console.error('logged'));
  });
});

describe('useRawBrowser', () => {
  const browser = useRawBrowser();

  it('a tab is really hidden by the next one, and comes back', async () => {
    const first = await browser.openTab('/');
    const frames = () =>
      first.evaluate(async () => {
        let count = 0;
        const step = () => {
          count++;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return count;
      });
    expect(await frames()).toBeGreaterThan(5);
    const second = await browser.openTab('/');
    await expectHidden(first);
    expect(await second.evaluate(() => document.visibilityState)).toBe('visible');
    await expect(expectHidden(second)).rejects.toThrow();
    await first.show();
    await first.waitFor(() => document.visibilityState === 'visible');
    expect(await frames()).toBeGreaterThan(5);
    await expectHidden(second);
  });

  it('passes arguments and results, and an exception of the page rejects', async () => {
    const tab = await browser.openTab('/');
    expect(
      await tab.evaluate((a: number, b: string) => ({ sum: a + b.length, path: location.pathname }), 2, 'abc'),
    ).toEqual({ sum: 5, path: '/' });
    await expect(
      tab.evaluate(() => {
        throw new Error('from the page');
      }),
    ).rejects.toThrow('from the page');
    await expect(tab.waitFor(() => false, [], 200)).rejects.toThrow('still false after 200 ms');
  });

  it('collects errors', async () => {
    const tab = await browser.openTab('/');
    const seen: string[] = [];
    await tab.evaluate(() => {
      console.error('logged');
      setTimeout(() => {
        throw new Error('thrown');
      }, 0);
      void fetch('/absent.json');
    });
    await expect.poll(() => seen.push(...browser.takeErrors()) && seen.length, { timeout: 10_000 }).toBe(3);
  });

  it('a call to a killed browser rejects and does not wait', async () => {
    const tab = await browser.openTab('/');
    const call = tab.evaluate(() => new Promise(() => {}));
    const outcome = expect(call).rejects.toThrow('the tab is gone');
    await browser.kill();
    await outcome;
  });
});
