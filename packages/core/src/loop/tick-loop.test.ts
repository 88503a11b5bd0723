import { describe, expect, it } from 'vitest';
import { createPRNG } from '../base/prng.js';
import { createFakePage } from './fake-page.js';
import { createTickLoop, type TickLoopOptions } from './tick-loop.js';

function setUp(options: Partial<TickLoopOptions> = {}) {
  const page = createFakePage();
  const calls: string[] = [];
  const loop = createTickLoop(
    { hz: 60, pacing: () => 1, tick: () => calls.push('tick'), draw: () => calls.push('draw'), ...options },
    page,
  );
  page.animate();
  calls.length = 0;
  /** One picture of a 60 Hz screen. */
  const picture = (): void => {
    page.pass(1000 / 60);
    page.animate();
  };
  return { page, calls, loop, picture };
}

describe('a moving thing', () => {
  it.each([30, 60, 90, 120, 144, 240])('takes even steps on a screen of %d Hz, with 0 to 4 ms of jitter', (screen) => {
    const seed = 7 + screen;
    const prng = createPRNG(seed);
    const page = createFakePage();
    const jitter = (): number => ((prng.int32() >>> 0) / 2 ** 32) * 4;
    let [from, to] = [0, 0];
    const drawn: number[] = [];
    createTickLoop(
      {
        hz: 60,
        pacing: () => 1,
        tick() {
          from = to;
          to += 100;
        },
        draw: (alpha) => drawn.push(from + (to - from) * alpha),
      },
      page,
    );
    let watchdog = 0;
    for (let picture = 1; picture <= 5 * screen; picture++) {
      const stamp = 1000 + (picture * 1000) / screen;
      page.pass(stamp + jitter() - page.now());
      page.animate(stamp);
      if (page.now() - watchdog < 50) continue;
      watchdog = page.now();
      page.workerTick();
    }
    const steps = drawn.slice(5).map((x, i) => x - (drawn[i + 4] ?? NaN));
    expect(steps.length).toBeGreaterThan(100);
    const even = (100 * 60) / screen;
    for (const step of steps) expect(Math.abs(step - even), `seed ${seed}`).toBeLessThan(0.001);
  });

  it('stands where it is while the match stalls, and goes on from there', () => {
    let stalls = false;
    let [from, to] = [0, 0];
    const drawn: number[] = [];
    const { page } = setUp({
      tick() {
        if (stalls) return 'stalled';
        from = to;
        to += 100;
        return 'advanced';
      },
      draw: (alpha) => drawn.push(from + (to - from) * alpha),
    });
    for (let picture = 0; picture < 300; picture++) {
      stalls = picture > 100 && picture < 200;
      page.pass(1000 / 144);
      page.animate();
    }
    const steps = drawn.slice(3).map((x, i) => x - (drawn[i + 2] ?? NaN));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(-0.001);
    expect(Math.max(...steps)).toBeLessThan((100 * 60) / 144 + 0.001);
    expect(steps.filter((step) => step === 0).length).toBeGreaterThan(90);
  });
});

describe('createTickLoop', () => {
  it('ticks, then draws', () => {
    const { calls, picture } = setUp();
    picture();
    picture();
    expect(calls).toEqual(['tick', 'draw', 'tick', 'draw']);
  });

  it('hands over how far the next tick is, and the picture’s time', () => {
    const drawn: [number, number][] = [];
    const { loop, page } = setUp({ draw: (...given) => drawn.push(given) });
    page.pass(20);
    page.animate(1012.5);
    expect(drawn.at(-1)).toEqual([loop.alpha, 1012.5]);
    expect(loop.alpha).toBeCloseTo(0.25, 6); // half a tick at the start, and three quarters since
  });

  it('goes on at the game’s rate while the page is hidden, draws nothing, and does not hurry afterwards', () => {
    const { calls, page, picture } = setUp();
    page.hide(true);
    for (let i = 0; i < 625; i++) {
      page.pass(16);
      page.workerTick();
    }
    expect(Math.abs(calls.length - 600)).toBeLessThanOrEqual(1);
    expect(calls).not.toContain('draw');
    page.hide(false);
    calls.length = 0;
    page.animate(page.now() - 10); // the first frame's stamp is older than the worker's last tick
    for (let i = 0; i < 60; i++) picture();
    expect(Math.abs(calls.filter((call) => call === 'tick').length - 60)).toBeLessThanOrEqual(1);
  });

  it('runs as fast as pacing says', () => {
    const { calls, picture } = setUp({ pacing: () => 1.1 });
    for (let i = 0; i < 60; i++) picture();
    expect(Math.abs(calls.filter((call) => call === 'tick').length - 66)).toBeLessThanOrEqual(1);
  });

  it('plays a tenth of a second at most after a sleep', () => {
    const { calls, page, picture } = setUp();
    page.pass(3_600_000);
    page.animate();
    expect(calls.filter((call) => call === 'tick')).toHaveLength(6);
    picture();
    expect(calls.filter((call) => call === 'tick').length).toBeLessThanOrEqual(8);
  });

  it('needs nothing to draw', () => {
    const page = createFakePage();
    let ticks = 0;
    createTickLoop({ hz: 60, pacing: () => 1, tick: () => ticks++ }, page);
    for (let i = 0; i < 10; i++) {
      page.animate();
      page.pass(1000 / 60);
    }
    expect(ticks).toBeGreaterThan(7);
    expect(page.errors).toEqual([]);
  });
});

describe('what a callback throws', () => {
  const fail = (text: string) => (): never => {
    throw new Error(text);
  };
  const messages = (errors: readonly unknown[]): string[] => errors.map((error) => (error as Error).message);

  it('in tick is reported each time, and the loop draws on', () => {
    const { calls, page, picture } = setUp({ tick: fail('tick') });
    for (let i = 0; i < 3; i++) picture();
    expect(messages(page.errors)).toEqual(['tick', 'tick', 'tick']);
    expect(calls).toEqual(['draw', 'draw', 'draw']);
  });

  it('in one tick does not take the next with it', () => {
    let ticks = 0;
    const { page } = setUp({
      tick() {
        if (++ticks === 1) throw new Error('first');
      },
    });
    page.pass(50);
    page.animate();
    expect(ticks).toBe(3);
    expect(messages(page.errors)).toEqual(['first']);
  });

  it('in draw is reported each time, and the loop ticks on', () => {
    const { calls, page, picture } = setUp({ draw: fail('draw') });
    for (let i = 0; i < 3; i++) picture();
    expect(messages(page.errors)).toEqual(['draw', 'draw', 'draw', 'draw']);
    expect(calls).toEqual(['tick', 'tick', 'tick']);
  });

  it('in pacing is reported, as is a rate that is none', () => {
    let pace: () => number = fail('pacing');
    const { calls, page, picture } = setUp({ pacing: () => pace() });
    picture();
    pace = () => NaN;
    picture();
    expect(messages(page.errors)[0]).toBe('pacing');
    expect(messages(page.errors)[1]).toMatch(/pacing/);
    expect(calls).toEqual(['draw', 'draw']);
    pace = () => 1;
    picture();
    expect(calls).toContain('tick');
  });

  it('in onSleep and onWake is reported', () => {
    const { page } = setUp({ onSleep: fail('sleep'), onWake: fail('wake') });
    page.freeze();
    page.resume();
    expect(messages(page.errors)).toEqual(['sleep', 'wake']);
  });

  it('goes to onError where there is one', () => {
    const errors: unknown[] = [];
    const { page, picture } = setUp({ tick: fail('tick'), onError: (error) => errors.push(error) });
    picture();
    expect(messages(errors)).toEqual(['tick']);
    expect(page.errors).toEqual([]);
  });
});

describe('stop', () => {
  it('ends it, once or twice', () => {
    const { calls, loop, page, picture } = setUp();
    loop.stop();
    loop.stop();
    picture();
    page.hide(true);
    page.pass(1000);
    page.workerTick();
    expect(calls).toEqual([]);
    expect(page.inUse()).toBe(0);
  });

  it('inside a tick lets no other run, and no picture be drawn', () => {
    const calls: string[] = [];
    const { page, loop } = setUp({
      tick() {
        calls.push('tick');
        loop.stop();
      },
      draw: () => calls.push('draw'),
    });
    calls.length = 0;
    page.pass(80);
    page.animate();
    expect(calls).toEqual(['tick']);
    expect(page.inUse()).toBe(0);
  });

  it('inside draw holds too', () => {
    let draws = 0;
    const { loop, page, picture } = setUp({
      draw() {
        if (++draws === 2) loop.stop();
      },
    });
    for (let i = 0; i < 5; i++) picture();
    expect(draws).toBe(2);
    expect(page.inUse()).toBe(0);
  });
});

describe('a page that cannot keep up', () => {
  it('is told of at each beat, and again when it keeps up', () => {
    const { calls, page } = setUp({
      onSleep: () => calls.push('sleep'),
      onWake: () => calls.push('wake'),
      tick() {},
    });
    page.hide(true);
    for (let i = 0; i < 5; i++) {
      page.pass(1000);
      page.workerTick();
    }
    expect(calls).toEqual(['sleep', 'sleep', 'sleep']);
    page.hide(false);
    page.animate();
    expect(calls).toEqual(['sleep', 'sleep', 'sleep', 'wake', 'draw']);
  });

  it('is told of before it is frozen, while it can still speak', () => {
    const { calls, loop, page } = setUp({ onSleep: () => calls.push('sleep'), onWake: () => calls.push('wake') });
    page.freeze();
    page.resume();
    expect(calls).toEqual(['sleep', 'wake']);
    loop.stop();
    page.freeze();
    expect(calls).toEqual(['sleep', 'wake']);
  });
});

describe('a caller’s mistake', () => {
  it.each([
    [{ pacing: undefined }, TypeError, /pacing must be a function .*match\.pacing/],
    [{ pacing: 1 }, TypeError, /pacing must be a function .*got 1/],
    [{ tick: undefined }, TypeError, /tick must be a function, got undefined/],
    [{ draw: 'x' }, TypeError, /draw must be a function/],
    [{ onSleep: 1 }, TypeError, /onSleep must be a function/],
    [{ onWake: 1 }, TypeError, /onWake must be a function/],
    [{ onError: null }, TypeError, /onError must be a function/],
    [{ hz: -60 }, RangeError, /hz/],
    [{ hz: '60' }, TypeError, /hz/],
  ] as const)('%o throws at once, and nothing runs', (wrong, kind, message) => {
    const page = createFakePage();
    const make = () => createTickLoop({ hz: 60, pacing: () => 1, tick() {}, ...(wrong as object) }, page);
    expect(make).toThrow(kind);
    expect(make).toThrow(message);
    expect(page.inUse()).toBe(0);
  });

  it('of leaving out pacing is one for the compiler, too', () => {
    // @ts-expect-error pacing is missing
    expect(() => createTickLoop({ hz: 60, tick() {} }, createFakePage())).toThrow(TypeError);
  });
});
