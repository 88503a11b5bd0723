// Timers that roll back: a timer is one cell of a field of integers, and holds the frames that it still runs. 0 is a
// timer that does not run, so a field of zeros is a field of stopped timers.
import type { FieldArray } from '@lite-rollback/core';

/**
 * Starts the timer in cells[index], or starts it anew: it ends in the `frames`th stepTimer from here on. 0 stops it.
 * @throws RangeError unless the cell can hold `frames`: an integer from 0 to 255 in a Uint8Array, to 65,535 in a
 * Uint16Array, and so on; or for an index outside the array.
 */
export function startTimer(cells: FieldArray, index: number, frames: number): void {
  const before = cells[index] ?? 0;
  cells[index] = frames;
  if (cells[index] === frames && Number.isInteger(frames) && frames >= 0) return;
  cells[index] = before;
  throw new RangeError(
    `startTimer() needs frames that fit their cell, an integer ≥ 0, and a cell that is there; got ${String(frames)} frames ` +
      `for cell ${String(index)} of ${cells.length}, of ${cells.BYTES_PER_ELEMENT * 8} bits`,
  );
}

/** Takes one frame off a timer that runs. Call it once a frame. True in the frame in which the timer ends. */
export function stepTimer(cells: FieldArray, index: number): boolean {
  const left = cells[index] ?? 0;
  if (left <= 0) return false;
  cells[index] = left - 1;
  return left === 1;
}

/** True for a timer that has frames left. */
export const isRunning = (cells: FieldArray, index: number): boolean => (cells[index] ?? 0) > 0;

/**
 * True in every `period`th frame, the first of them being `offset`: for what comes again and again, and needs no state.
 * Offsets may be negative, and larger than the period.
 * @throws RangeError unless period is an integer ≥ 1.
 */
export function isEvery(frame: number, period: number, offset = 0): boolean {
  if (!Number.isInteger(period) || period < 1)
    throw new RangeError(`isEvery() needs a period of at least 1 frame, an integer, got ${String(period)}`);
  return (frame - offset) % period === 0;
}
