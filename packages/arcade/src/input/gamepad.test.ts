import { describe, expect, it } from 'vitest';
import { createButtons } from './buttons.js';
import { createGamepads, quantise, TILT_OFF, TILT_ON, type GamepadLike } from './gamepad.js';
import { createSeats } from './seats.js';

const MAP = { left: 1, right: 2, up: 4, down: 8, buttons: { 0: 16, 3: 32 } };

function setUp(localHandles: readonly number[] = [0, 1]) {
  const seats = createSeats();
  seats.fill(localHandles);
  const buttons = createButtons(2);
  const pads: (GamepadLike | null)[] = [];
  const now = { active: true, starts: 0 };
  const gamepads = createGamepads({
    buttons,
    map: MAP,
    read: () => pads,
    active: () => now.active,
    handleOf: seats.handleOf,
    press: seats.press,
    leave: seats.leave,
    onStart: () => void now.starts++,
  });
  /** Sets pad `index` and reads all; gives what the two players hold. */
  const put = (index: number, axes: number[], down: number[] = []): number[] => {
    pads[index] = {
      index,
      connected: true,
      axes,
      buttons: Array.from({ length: 17 }, (_, button) => ({ pressed: down.includes(button) })),
    };
    gamepads.poll();
    return [0, 1].map((handle) => buttons.held('gamepad', handle));
  };
  return { buttons, gamepads, now, pads, put };
}

describe('quantise', () => {
  it('is -1, 0 or 1, with a dead zone and room against flicker', () => {
    expect([-1, -TILT_ON, -0.2, 0, 0.2, TILT_ON, 0.51, 1].map((value) => quantise(value, 0))).toEqual([
      -1, 0, 0, 0, 0, 0, 1, 1,
    ]);
    expect([0.4, TILT_OFF, 0.3].map((value) => quantise(value, 1))).toEqual([1, 0, 0]);
    expect(quantise(-0.4, 1)).toBe(0);
    expect([NaN, Infinity, undefined].map((value) => quantise(value, 1))).toEqual([0, 0, 0]);
  });
});

describe('gamepads', () => {
  it('the first press claims a seat and does not act, however long it is held; the second acts', () => {
    const { put } = setUp();
    expect(put(0, [0, 0], [0])).toEqual([0, 0]);
    expect(put(0, [0, -1], [0])).toEqual([0, 0]);
    expect(put(0, [0, 0])).toEqual([0, 0]);
    expect(put(0, [0, 0], [0, 3])).toEqual([48, 0]);
    expect(put(1, [0, 0], [15])).toEqual([48, 0]);
    put(1, [0, 0]);
    expect(put(1, [0, 0], [15])).toEqual([48, 2]);
  });

  it('stick and cross are the same directions', () => {
    const { put } = setUp([1]);
    expect(put(0, [-0.9, 0.9])).toEqual([0, 9]);
    expect(put(0, [0.1, -0.1], [12, 15])).toEqual([0, 6]);
  });

  it('nothing is held while a menu is up, nor what is still held when it goes away', () => {
    const { now, put } = setUp([0]);
    expect(put(0, [1, 0])).toEqual([2, 0]);
    now.active = false;
    expect(put(0, [1, 0])).toEqual([0, 0]);
    now.active = true;
    expect(put(0, [1, 0])).toEqual([0, 0]);
    put(0, [0, 0]);
    expect(put(0, [1, 0])).toEqual([2, 0]);
  });

  it('start is told once a press', () => {
    const { now, put } = setUp();
    for (let i = 0; i < 5; i++) put(0, [0, 0], [9]);
    put(0, [0, 0]);
    put(0, [0, 0], [9]);
    expect(now.starts).toBe(2);
  });

  it('one that is unplugged lets go, and frees its seat for the next', () => {
    const { gamepads, buttons, pads, put } = setUp();
    put(0, [0, 0], [0]);
    put(0, [0, 0]);
    expect(put(0, [1, 0])).toEqual([2, 0]);
    pads.splice(0, 1, null, null, null);
    gamepads.poll();
    expect(buttons.held('gamepad', 0)).toBe(0);
    put(3, [0, 0], [0]);
    put(3, [0, 0]);
    expect(put(3, [1, 0])).toEqual([2, 0]);
  });

  it('lets go of everything when the window loses the focus, until it is pressed anew', () => {
    const { buttons, gamepads, put } = setUp([0]);
    put(0, [1, 0]);
    gamepads.releaseAll();
    expect(buttons.sample(0)).toBe(0);
    expect(put(0, [1, 0])).toEqual([0, 0]);
    put(0, [0, 0]);
    expect(put(0, [1, 0])).toEqual([2, 0]);
  });
});
