import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRedials } from './redials.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function redials() {
  const dialled: string[] = [];
  const unwanted = new Set<string>();
  const made = createRedials(
    (peer) => !unwanted.has(peer),
    (peer) => void dialled.push(peer),
  );
  /** ms until the next dial. */
  const wait = (): number => {
    for (let ms = 0; ; ms += 100) {
      if (dialled.splice(0).length > 0) return ms;
      if (ms > 60_000) return Infinity;
      vi.advanceTimersByTime(100);
    }
  };
  return { made, dialled, unwanted, wait };
}

describe('redials', () => {
  it('wait twice as long each time, 15 s at the most, for each machine on its own', () => {
    const { made, wait } = redials();
    const waits = Array.from({ length: 7 }, () => {
      made.plan('a');
      return wait();
    });
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    made.plan('b');
    expect(wait()).toBe(500);
  });

  it('start over after a link of ten seconds, and not after a shorter one', () => {
    const { made, wait } = redials();
    for (const [lastedMs, expected] of [
      [0, 500],
      [9_900, 1_000],
      [10_000, 500],
      [0, 1_000],
    ] as const) {
      made.linked('a');
      vi.advanceTimersByTime(lastedMs);
      made.plan('a');
      expect(wait()).toBe(expected);
    }
  });

  it('are not made when the link is there again, or not wanted any more', () => {
    const { made, unwanted, wait } = redials();
    made.plan('a');
    unwanted.add('a');
    expect(wait()).toBe(Infinity);
    made.plan('a');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('remember 64 machines, whoever is listed', () => {
    const { made } = redials();
    for (let i = 0; i < 1_000; i++) made.plan(`a${i}`);
    expect(vi.getTimerCount()).toBe(64);
    made.close();
    expect(vi.getTimerCount()).toBe(0);
    made.plan('b');
    expect(vi.getTimerCount()).toBe(0);
  });
});
