import { describe, expect, it } from 'vitest';
import { createTickRunner } from './tick-runner.js';

/** A runner that has had its first beat, at 0, and the times at which it ticked. */
function setUp(options: { hz?: number; pace?: () => number; tick?: () => unknown; waits?: () => boolean } = {}) {
  const ticks: number[] = [];
  let now = 0;
  const runner = createTickRunner({
    hz: options.hz ?? 60,
    pacing: options.pace ?? (() => 1),
    tick() {
      ticks.push(now);
      return options.tick?.();
    },
    ...(options.waits === undefined ? {} : { waits: options.waits }),
  });
  const beat = (at: number): void => runner.beat((now = at));
  beat(0);
  return { runner, ticks, beat };
}

describe('createTickRunner', () => {
  it.each([1, 1.1, 0.9])('runs hz × %f ticks in a second, however it is cut', (rate) => {
    for (const beats of [30, 60, 144, 1000]) {
      const { beat, ticks } = setUp({ pace: () => rate });
      for (let i = 1; i <= beats; i++) beat((i * 1000) / beats);
      expect(Math.abs(ticks.length - 60 * rate), `${beats} beats`).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    ['0.1 ms', 10],
    ['1 ms', 1],
  ])('is one tick a picture on a screen as fast as the game, with stamps rounded to %s', (_, fraction) => {
    const { beat, ticks } = setUp();
    for (let i = 1; i <= 1200; i++) beat(Math.round((i * 1000 * fraction) / 60) / fraction);
    expect(new Set(ticks).size).toBe(1200);
    expect(ticks).toHaveLength(1200);
  });

  it('catches up with a tenth of a second at most', () => {
    for (const [hz, most] of [
      [60, 6],
      [30, 3],
      [120, 12],
      [4, 1],
    ] as const) {
      const { beat, ticks } = setUp({ hz });
      beat(3_600_000);
      expect(ticks, `${hz} Hz`).toHaveLength(most);
      beat(3_600_000 + 900 / hz);
      expect(ticks.length, 'and nothing of it is left over').toBeLessThanOrEqual(most + 1);
    }
  });

  it('counts no time twice when a beat comes with an earlier time', () => {
    const { beat, ticks } = setUp();
    for (let at = 100; at <= 10_000; at += 100) {
      beat(at);
      beat(at - 40);
    }
    expect(Math.abs(ticks.length - 600)).toBeLessThanOrEqual(1);
    beat(NaN);
    beat(10_050);
    expect(Math.abs(ticks.length - 603)).toBeLessThanOrEqual(1);
  });

  it('runs no tick while it waits, and none in a burst afterwards', () => {
    let holding = false;
    const { beat, runner, ticks } = setUp({ waits: () => holding || ticks.length === 1 });
    beat(60); // three ticks are due and more: it is asked before each
    expect(ticks).toHaveLength(1);
    expect(runner.alpha).toBe(1);
    ticks.length = 0;
    holding = true;
    for (let at = 70; at <= 2000; at += 10) beat(at);
    holding = false;
    beat(2034);
    expect(ticks.length).toBeLessThanOrEqual(3);
  });

  it.each(['stalled', 'waiting', 'paused', 'ended'])('has an alpha of 1 after a tick that says %s', (did) => {
    const { beat, runner } = setUp({ tick: () => did });
    expect(runner.alpha).toBe(1); // nothing has moved yet
    for (let at = 20; at < 100; at += 5) {
      beat(at);
      expect(runner.alpha).toBe(1);
    }
  });

  it.each([['advanced'], [undefined], [7], [true]])(
    'has an alpha between 0 and 1 after a tick that gives %s',
    (did) => {
      const { beat, runner } = setUp({ tick: () => did });
      const seen: number[] = [];
      for (let at = 20; at < 400; at += 5) {
        beat(at);
        seen.push(runner.alpha);
      }
      expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...seen)).toBeLessThan(1);
      expect(new Set(seen).size).toBeGreaterThan(3);
    },
  );

  it('stands still at rate 0, and goes on from there', () => {
    let rate = 0;
    const { beat, ticks } = setUp({ pace: () => rate });
    for (let at = 10; at <= 1000; at += 10) beat(at);
    expect(ticks).toEqual([]);
    rate = 1;
    beat(1017);
    expect(ticks).toHaveLength(1);
  });

  it.each([
    [{ pacing: undefined }, TypeError, /pacing must be a function .*match\.pacing.*got undefined/],
    [{ pacing: 1 }, TypeError, /pacing must be a function .*got 1/],
    [{ tick: undefined }, TypeError, /tick must be a function/],
    [{ waits: 1 }, TypeError, /waits must be a function/],
    [{ hz: 0 }, RangeError, /hz/],
    [{ hz: undefined }, TypeError, /hz/],
    [{ hz: NaN }, RangeError, /hz/],
  ] as const)('refuses %o', (wrong, kind, message) => {
    const make = () => createTickRunner({ hz: 60, pacing: () => 1, tick() {}, ...(wrong as object) });
    expect(make).toThrow(kind);
    expect(make).toThrow(message);
  });

  it.each([NaN, -1, undefined])('refuses %d from pacing, rather than standing still in silence', (rate) => {
    const { beat } = setUp({ pace: () => rate as number });
    expect(() => beat(20)).toThrow(/pacing\(\) .*at least 0/);
  });
});
