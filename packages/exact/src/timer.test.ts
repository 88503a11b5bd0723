import { describe, expect, it } from 'vitest';
import { isEvery, isRunning, startTimer, stepTimer } from './timer.js';

describe('a timer', () => {
  it('runs so many frames, says so in the last, and stops', () => {
    const cells = new Int32Array(2);
    startTimer(cells, 1, 3);
    const told = Array.from({ length: 5 }, () => [isRunning(cells, 1), stepTimer(cells, 1)]);
    expect(told).toEqual([
      [true, false],
      [true, false],
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect([...cells]).toEqual([0, 0]);
  });
  it('does not run before it is started, and stops at 0', () => {
    const cells = new Uint8Array(1);
    expect([isRunning(cells, 0), stepTimer(cells, 0)]).toEqual([false, false]);
    startTimer(cells, 0, 9);
    startTimer(cells, 0, 0);
    expect(stepTimer(cells, 0)).toBe(false);
  });
  it('starts anew', () => {
    const cells = new Uint16Array(1);
    startTimer(cells, 0, 2);
    stepTimer(cells, 0);
    startTimer(cells, 0, 2);
    expect([stepTimer(cells, 0), stepTimer(cells, 0)]).toEqual([false, true]);
  });
  it.each([
    [new Uint8Array(1), 0, 256],
    [new Int8Array(1), 0, 128],
    [new Uint8ClampedArray(1), 0, 300],
    [new Int32Array(1), 0, -1],
    [new Int32Array(1), 0, 1.5],
    [new Float64Array(1), 0, 1.5],
    [new Float64Array(1), 0, Infinity],
    [new Int32Array(1), 0, NaN],
    [new Int32Array(1), 1, 5],
    [new Int32Array(1), -1, 5],
  ])('refuses what its cell cannot hold: %o, %d, %d', (cells, index, frames) => {
    expect(() => startTimer(cells, index, frames)).toThrow(RangeError);
    expect([...cells], 'and leaves the cell as it was').toEqual([0]);
  });
});

describe('isEvery', () => {
  it('is true once a period, from the offset on', () => {
    const frames = Array.from({ length: 10 }, (_, frame) => frame);
    expect(frames.filter((frame) => isEvery(frame, 4))).toEqual([0, 4, 8]);
    expect(frames.filter((frame) => isEvery(frame, 4, 1))).toEqual([1, 5, 9]);
    expect(frames.filter((frame) => isEvery(frame, 4, -1))).toEqual([3, 7]);
    expect(frames.filter((frame) => isEvery(frame, 4, 6))).toEqual([2, 6]);
  });
  it.each([0, -1, 1.5, NaN, Infinity])('refuses a period of %d', (period) =>
    expect(() => isEvery(0, period)).toThrow(RangeError),
  );
});
