import { describe, expect, it } from 'vitest';
import { createFakePage } from './fake-page.js';
import { startTicker } from './ticker.js';

function setUp() {
  const page = createFakePage();
  const beats: { at: number; drawing: boolean }[] = [];
  const stop = startTicker((at, drawing) => beats.push({ at, drawing }), page);
  return { page, beats, stop };
}

describe('startTicker', () => {
  it('beats with animation frames while the page is seen, and the watchdog keeps quiet', () => {
    const { beats, page } = setUp();
    for (let i = 0; i < 10; i++) {
      page.pass(16);
      page.animate();
      page.workerTick();
    }
    expect(beats).toHaveLength(10);
    expect(beats.every((beat) => beat.drawing)).toBe(true);
    expect(page.paces).toEqual([50]);
  });

  it('gives a frame’s own stamp, not the time of the call', () => {
    const { beats, page } = setUp();
    page.pass(16);
    page.animate(1010);
    page.pass(20);
    page.animate(1026.5);
    expect(beats.map(({ at }) => at)).toEqual([1010, 1026.5]);
  });

  it('beats with the worker while the page is hidden, at a game’s rate, and never draws', () => {
    const { beats, page } = setUp();
    page.hide(true);
    expect(page.paces).toEqual([50, 16]);
    for (let i = 0; i < 10; i++) {
      page.pass(16);
      page.workerTick();
    }
    expect(beats).toHaveLength(10);
    expect(beats.some((beat) => beat.drawing)).toBe(false);
    page.hide(false);
    expect(page.paces).toEqual([50, 16, 50]);
  });

  it('beats with the watchdog where a visible page gets no animation frames', () => {
    const { beats, page } = setUp();
    page.pass(50);
    page.workerTick();
    page.pass(50);
    page.workerTick();
    expect(beats.map((beat) => beat.at)).toEqual([1050, 1100]);
  });

  it('never goes back in time, though a frame’s stamp is older than the beat before it', () => {
    const { beats, page } = setUp();
    page.hide(true);
    page.pass(100);
    page.workerTick(); // 1100, by the clock
    page.hide(false);
    page.pass(2);
    page.animate(1090);
    page.animate(1106.7);
    expect(beats.map(({ at }) => at)).toEqual([1100, 1100, 1106.7]);
  });

  it('goes on when a beat throws', () => {
    const page = createFakePage();
    let beats = 0;
    startTicker(() => {
      beats++;
      throw new Error('mine');
    }, page);
    for (let i = 0; i < 3; i++) expect(() => page.animate()).toThrow('mine');
    page.hide(true);
    expect(() => page.workerTick()).toThrow('mine');
    expect(beats).toBe(4);
  });

  it('stops for good', () => {
    const { beats, page, stop } = setUp();
    stop();
    page.pass(100);
    page.animate();
    page.workerTick();
    expect(beats).toEqual([]);
    expect(page.inUse()).toBe(0);
  });
});
