import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWakeLock } from './wake-lock.js';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('the wake lock', () => {
  let now = 0;
  let asked = 0;
  let answer: () => Promise<{ released: boolean; release(): Promise<void> }>;
  const shown = { visibilityState: 'visible' };
  beforeEach(() => {
    now = asked = 0;
    shown.visibilityState = 'visible';
    vi.stubGlobal('document', shown);
    vi.stubGlobal('navigator', { wakeLock: { request: () => (asked++, answer()) } });
  });
  afterEach(() => vi.unstubAllGlobals());

  function sentinel() {
    const made = { released: false, release: () => Promise.resolve(void (made.released = true)) };
    return made;
  }

  it('is asked for once while it holds, given back, and asked for again after the page was hidden', async () => {
    let held = sentinel();
    answer = () => Promise.resolve((held = sentinel()));
    const lock = createWakeLock(() => now);
    for (let i = 0; i < 100; i++) {
      lock.keep(true);
      now += 16;
      await settled();
    }
    expect([asked, held.released]).toEqual([1, false]);
    held.released = true; // as a browser does when the page is hidden
    shown.visibilityState = 'hidden';
    now += 20_000;
    lock.keep(true);
    expect(asked).toBe(1);
    shown.visibilityState = 'visible';
    lock.keep(true);
    await settled();
    expect([asked, held.released]).toEqual([2, false]);
    lock.keep(false);
    expect(held.released).toBe(true);
  });

  it('is given back that comes when it is no longer wanted', async () => {
    const held = sentinel();
    answer = () => Promise.resolve(held);
    const lock = createWakeLock(() => now);
    lock.keep(true);
    lock.keep(false);
    await settled();
    expect(held.released).toBe(true);
  });

  it('is asked for now and then where it is refused, forbidden, or not there', async () => {
    answer = () => Promise.reject(new DOMException('the battery is low', 'NotAllowedError'));
    const lock = createWakeLock(() => now);
    for (let i = 0; i < 1250; i++, now += 16) lock.keep(true);
    await settled();
    expect(asked).toBe(2);
    vi.stubGlobal('navigator', {});
    createWakeLock(() => now).keep(true);
  });
});
