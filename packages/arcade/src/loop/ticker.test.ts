import { describe, expect, it } from 'vitest';
import { startTicker, type TickerSurroundings } from './ticker.js';

/** A browser whose time, frames and worker ticks a test moves by hand. */
function setUp(hidden = false) {
  let now = 1000;
  let frame: (() => void) | undefined;
  let tick = (): void => {};
  let onVisibility = (): void => {};
  const paces: number[] = [];
  const beats: { at: number; drawing: boolean }[] = [];
  let timerStopped = false;
  const surroundings: TickerSurroundings = {
    now: () => now,
    requestFrame: (callback) => {
      frame = callback;
      return 1;
    },
    cancelFrame: () => (frame = undefined),
    hidden: () => hidden,
    onVisibility(handler) {
      onVisibility = handler;
      return () => (onVisibility = () => {});
    },
    timer(onTick) {
      tick = onTick;
      return { every: (ms) => paces.push(ms), stop: () => (timerStopped = true) };
    },
  };
  const stop = startTicker((at, drawing) => beats.push({ at, drawing }), surroundings);
  return {
    beats,
    paces,
    stop,
    pass: (ms: number) => (now += ms),
    animate: () => frame?.(),
    workerTick: () => tick(),
    hide(value: boolean) {
      hidden = value;
      onVisibility();
    },
    running: () => frame !== undefined && !timerStopped,
  };
}

describe('startTicker', () => {
  it('beats with animation frames while the page is seen, and the watchdog keeps quiet', () => {
    const page = setUp();
    for (let i = 0; i < 10; i++) {
      page.pass(16);
      page.animate();
      page.workerTick();
    }
    expect(page.beats).toHaveLength(10);
    expect(page.beats.every((beat) => beat.drawing)).toBe(true);
    expect(page.paces).toEqual([50]);
  });

  it('beats with the worker while the page is hidden, at a game’s rate, and never draws', () => {
    const page = setUp();
    page.hide(true);
    expect(page.paces).toEqual([50, 16]);
    for (let i = 0; i < 10; i++) {
      page.pass(16);
      page.workerTick();
    }
    expect(page.beats).toHaveLength(10);
    expect(page.beats.some((beat) => beat.drawing)).toBe(false);
    page.hide(false);
    expect(page.paces).toEqual([50, 16, 50]);
  });

  it('beats with the watchdog where a visible page gets no animation frames', () => {
    const page = setUp();
    page.pass(50);
    page.workerTick();
    page.pass(50);
    page.workerTick();
    expect(page.beats.map((beat) => beat.at)).toEqual([1050, 1100]);
  });

  it('stops for good', () => {
    const page = setUp();
    page.stop();
    page.pass(100);
    page.animate();
    page.workerTick();
    expect(page.beats).toEqual([]);
    expect(page.running()).toBe(false);
  });
});
