import { describe, expect, it } from 'vitest';
import { createFixedClock } from '../../src/index.js';
import { expectRefusal } from './refusal.js';

describe('createFixedClock', () => {
  it('turns time into whole ticks', () => {
    const clock = createFixedClock({ hz: 50 });
    expect([10, 9.5, 0.5, 20, 59.75, 0.25].map((elapsed) => clock.ticks(elapsed))).toEqual([0, 0, 1, 1, 2, 1]);
  });

  it('gives at most maxTicks a call, 5 by default, and discards the excess', () => {
    for (const [options, most] of [
      [{ hz: 60 }, 5],
      [{ hz: 60, maxTicks: 1 }, 1],
      [{ hz: 60, maxTicks: 12 }, 12],
    ] as const) {
      const clock = createFixedClock(options);
      expect(clock.ticks(60_000)).toBe(most);
      expect(clock.ticks(0)).toBe(0);
      expect(clock.alpha).toBeGreaterThanOrEqual(0);
      expect(clock.alpha).toBeLessThanOrEqual(1);
      // No debt is left: from here on it runs as ever.
      let ticks = 0;
      for (let i = 0; i < 600; i++) ticks += clock.ticks(1000 / 60);
      expect(Math.abs(ticks - 600)).toBeLessThanOrEqual(1);
    }
  });

  it('gives exactly maxTicks for exactly that much time', () => {
    const clock = createFixedClock({ hz: 50, maxTicks: 5 });
    expect(clock.ticks(100)).toBe(5);
    expect(clock.ticks(0)).toBe(0);
  });

  it('counts a negative or NaN step as 0', () => {
    const clock = createFixedClock({ hz: 50 });
    clock.ticks(15);
    const { alpha } = clock;
    for (const step of [-1, -1e9, Number.NaN, Number.NEGATIVE_INFINITY, -0, 0]) {
      expect(clock.ticks(step)).toBe(0);
      expect(clock.alpha).toBe(alpha);
    }
    expect(clock.ticks(5)).toBe(1);
  });

  it('counts a negative or NaN rate as a step of 0, and is whole after', () => {
    const clock = createFixedClock({ hz: 50 });
    clock.ticks(15);
    for (const rate of [Number.NaN, -1, 0]) expect(clock.ticks(20, rate)).toBe(0);
    expect(clock.ticks(5)).toBe(1);
  });

  it('survives an infinite step', () => {
    const clock = createFixedClock({ hz: 50 });
    expect(clock.ticks(Number.POSITIVE_INFINITY)).toBe(5);
    expect(clock.alpha >= 0 && clock.alpha <= 1).toBe(true);
    expect(clock.ticks(0)).toBe(0);
    expect(clock.ticks(Number.MAX_VALUE)).toBe(5);
    let ticks = 0;
    for (let i = 0; i < 100; i++) ticks += clock.ticks(20);
    expect(Math.abs(ticks - 100)).toBeLessThanOrEqual(1);
  });

  it('multiplies the step by rate, 1 by default', () => {
    for (const rate of [0.9, 1, 1.1, 0.5, 2]) {
      const clock = createFixedClock({ hz: 60 });
      let ticks = 0;
      for (let i = 0; i < 6000; i++) ticks += rate === 1 ? clock.ticks(10) : clock.ticks(10, rate);
      expect(Math.abs(ticks - 3600 * rate)).toBeLessThanOrEqual(1);
    }
  });

  it('changes pace at once when the rate does, and keeps the part of a tick it had', () => {
    const clock = createFixedClock({ hz: 50 });
    clock.ticks(10);
    expect(clock.ticks(5, 2)).toBe(1);
    expect(clock.alpha).toBeCloseTo(0, 9);
  });

  it('has alpha tell the part of a tick that is left over, in 0…1', () => {
    const clock = createFixedClock({ hz: 50 });
    expect(clock.alpha).toBe(0);
    for (const [elapsed, alpha] of [
      [5, 0.25],
      [5, 0.5],
      [5, 0.75],
      [10, 0.25],
      [45, 0.5],
    ] as const) {
      clock.ticks(elapsed);
      expect(clock.alpha).toBeCloseTo(alpha, 9);
    }
    const uneven = createFixedClock({ hz: 60 });
    for (let i = 0; i < 5000; i++) {
      uneven.ticks((i * 7.31) % 97);
      expect(uneven.alpha).toBeGreaterThanOrEqual(0);
      expect(uneven.alpha).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [60, 1000 / 60],
    [60, 1000 / 144],
    [60, 1000 / 240],
    [60, 1],
    [60, 7.3],
    [120, 1000 / 60],
    [30, 1000 / 59.94],
    [144, 6.9],
    [59.94, 16.7],
  ])('%d Hz fed steps of %d ms does not drift in an hour and a half', (hz, step) => {
    const clock = createFixedClock({ hz, maxTicks: 10 });
    const steps = Math.ceil(5_400_000 / step);
    let ticks = 0;
    for (let i = 0; i < steps; i++) ticks += clock.ticks(step);
    expect(Math.abs(ticks + clock.alpha - (steps * step * hz) / 1000)).toBeLessThan(0.5);
  });

  it('shows a display at its own rate one tick a frame', () => {
    const clock = createFixedClock({ hz: 60 });
    for (let i = 0; i < 10_000; i++) clock.ticks(1000 / 60);
    // Rounding may move a tick over to the neighbouring frame, but not make it a habit.
    let odd = 0;
    for (let i = 0; i < 10_000; i++) if (clock.ticks(1000 / 60) !== 1) odd++;
    expect(odd).toBeLessThanOrEqual(2);
  });

  it('is pure: two clocks given the same steps agree, and neither reads a clock', () => {
    const [a, b] = [createFixedClock({ hz: 60 }), createFixedClock({ hz: 60 })];
    const { now } = Date;
    const performanceNow = performance.now;
    Date.now = performance.now = () => expect.fail('read a clock');
    try {
      for (let i = 0; i < 1000; i++) {
        expect(a.ticks((i * 13.7) % 40, 1.01)).toBe(b.ticks((i * 13.7) % 40, 1.01));
        expect(a.alpha).toBe(b.alpha);
      }
    } finally {
      Date.now = now;
      performance.now = performanceNow;
    }
  });

  it.each([0, -60])('hz %d: RangeError', (hz) => {
    expectRefusal(() => createFixedClock({ hz }), RangeError, 'hz', hz);
  });

  it.each(['60', null, undefined, {}, 60n])('hz %o: TypeError', (hz) => {
    // @ts-expect-error on purpose
    expectRefusal(() => createFixedClock({ hz }), TypeError, /hz/);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('hz %d is refused', (hz) => {
    expect(() => createFixedClock({ hz })).toThrow(/hz/);
  });

  it.each([0, -1])('maxTicks %d: RangeError', (maxTicks) => {
    expectRefusal(() => createFixedClock({ hz: 60, maxTicks }), RangeError, maxTicks, 1);
  });

  it.each([1.5, Number.NaN, '5'])('maxTicks %o: TypeError', (maxTicks) => {
    // @ts-expect-error on purpose
    expectRefusal(() => createFixedClock({ hz: 60, maxTicks }), TypeError, 'maxTicks');
  });

  it('no options: TypeError', () => {
    // @ts-expect-error on purpose
    expectRefusal(() => createFixedClock(), TypeError);
  });
});
