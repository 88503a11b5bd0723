import { describe, expect, it } from 'vitest';
import { createMatchClock, NOW, SEEN } from './match-clock.js';

describe("the match's clock", () => {
  it('stands still between two turns, and gives whole milliseconds', () => {
    let now = 5000.25;
    const clock = createMatchClock(() => now);
    now += 10.5;
    expect(clock.time()).toBe(0);
    clock.look();
    expect([clock.time(), clock.exact[SEEN]]).toEqual([0, 10.5]);
    clock.wind();
    expect([clock.time(), clock.exact[NOW]]).toEqual([10, 10.5]);
    now += 0.5;
    clock.wind();
    expect(clock.time()).toBe(11);
  });

  it('counts a silence of the caller as half a second at the most', () => {
    let now = 0;
    const clock = createMatchClock(() => now);
    now += 60_000;
    clock.wind();
    expect(clock.time()).toBe(500);
    now += 400;
    clock.wind();
    expect(clock.time()).toBe(900);
  });

  it('never goes back, and never stops for good, whatever the caller’s clock shows', () => {
    let now = 1000;
    const clock = createMatchClock(() => now);
    for (const shown of [500, NaN, Infinity, -Infinity, 2 ** 53, -1]) {
      const before = clock.time();
      now = shown;
      clock.wind();
      expect(clock.time()).toBeGreaterThanOrEqual(before);
      expect(clock.time() - before).toBeLessThanOrEqual(500);
    }
    now = 100;
    clock.wind();
    const before = clock.time();
    now = 116;
    clock.wind();
    expect(clock.time() - before).toBe(16);
  });
});
