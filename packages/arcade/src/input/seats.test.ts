import { describe, expect, it } from 'vitest';
import { createSeats } from './seats.js';

describe('seats', () => {
  it('one player here: every device plays it, and no press is spent on claiming', () => {
    const seats = createSeats();
    seats.fill([3]);
    expect([seats.press('keys 0'), seats.press('gamepad 0')]).toEqual([true, true]);
    expect([seats.handleOf('keys 1'), seats.handleOf('gamepad 0')]).toEqual([3, 3]);
  });

  it('one player here: the device that was used last is the one to speak of, until it is gone', () => {
    let changes = 0;
    const seats = createSeats(() => changes++);
    seats.fill([3]);
    expect(seats.ownerOf(3)).toBeUndefined();
    seats.press('keys 1', 1);
    seats.press('keys 1', 1);
    expect([seats.ownerOf(3), seats.ownerOf(0), changes]).toEqual(['keys 1', undefined, 1]);
    seats.take('touch', 3);
    expect([seats.ownerOf(3), changes]).toEqual(['touch', 2]);
    seats.press('gamepad 0');
    seats.leave('gamepad 0');
    expect([seats.ownerOf(3), changes]).toEqual([undefined, 4]);
    // It claims nothing: with two seats everybody still has to press.
    seats.press('keys 1', 1);
    seats.fill([0, 1]);
    expect([seats.ownerOf(0), seats.ownerOf(1), seats.press('keys 1', 1)]).toEqual([undefined, undefined, false]);
  });

  it('several: the first press claims the lowest free seat and does not act; the next one does', () => {
    let changes = 0;
    const seats = createSeats(() => changes++);
    seats.fill([2, 3]);
    expect(seats.handleOf('gamepad 5')).toBe(-1);
    expect(seats.press('gamepad 5')).toBe(false);
    expect(seats.handleOf('gamepad 5')).toBe(2);
    expect(seats.press('gamepad 5')).toBe(true);
    expect(seats.press('keys 0')).toBe(false);
    expect(seats.handleOf('keys 0')).toBe(3);
    expect(changes).toBe(2);
  });

  it('a player elsewhere is never claimed: who finds no free seat here has none', () => {
    const seats = createSeats();
    seats.fill([0, 1]); // of four
    for (const device of ['a', 'b', 'c', 'd']) seats.press(device);
    expect(['a', 'b', 'c', 'd'].map((device) => seats.handleOf(device))).toEqual([0, 1, -1, -1]);
    expect([seats.press('c'), seats.handleOf('c')]).toEqual([false, -1]);
    expect([seats.ownerOf(0), seats.ownerOf(2)]).toEqual(['a', undefined]);
  });

  it('nobody claims anything where nobody plays', () => {
    const seats = createSeats();
    seats.fill([]);
    expect([seats.press('a', 0), seats.handleOf('a')]).toEqual([false, -1]);
    seats.fill([0, 1]);
    expect(seats.ownerOf(0)).toBeUndefined();
  });

  it('keys claim the seat they are printed for while it is free', () => {
    const seats = createSeats();
    seats.fill([0, 1]);
    seats.press('keys 1', 1);
    expect(seats.handleOf('keys 1')).toBe(1);
    seats.press('gamepad 0');
    expect(seats.handleOf('gamepad 0')).toBe(0);
    seats.leave('keys 1');
    seats.press('keys 0', 0);
    expect(seats.handleOf('keys 0')).toBe(1);
  });

  it('stay with their devices in the next match, whatever its handles are', () => {
    const seats = createSeats();
    seats.fill([0, 1]);
    seats.press('a');
    seats.press('b');
    seats.fill([2, 3]);
    expect([seats.handleOf('a'), seats.handleOf('b'), seats.press('b')]).toEqual([2, 3, true]);
    seats.fill([2]);
    expect([seats.handleOf('a'), seats.handleOf('b')]).toEqual([2, 2]);
  });

  it('a touch pad has its own, and takes nobody’s', () => {
    const seats = createSeats();
    seats.fill([0, 1]);
    seats.press('a');
    seats.take('touch', 0);
    seats.take('touch', 1);
    expect([seats.ownerOf(0), seats.ownerOf(1)]).toEqual(['a', 'touch 1']);
  });
});
