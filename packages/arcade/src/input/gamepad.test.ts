import { describe, expect, it } from 'vitest';
import { createButtons } from './buttons.js';
import { createGamepads } from './gamepad.js';
import { createPadBindings, type PadKind } from './pad-bindings.js';
import type { GamepadLike, PadControl } from './pad-control.js';
import { createPadMenu } from './pad-menu.js';
import { createSeats } from './seats.js';

const MAP = { left: 1, right: 2, up: 4, down: 8, buttons: { 0: 16, 3: 32 } };

const STANDARD: PadKind = { id: 'a pad', mapping: 'standard' };
/** One that the browser does not know: its cross is axis 9. */
const RAW: PadKind = { id: 'a raw pad', mapping: '' };
const AT_REST = [0, 0, 0, -1, -1, 0, 0, 0, 0, 9 / 7];
const withHat = (value: number): number[] => [...AT_REST.slice(0, 9), value];

function setUp(localHandles: readonly number[] = [0, 1]) {
  const seats = createSeats();
  seats.fill(localHandles);
  const buttons = createButtons(2);
  const pads: (GamepadLike | null)[] = [];
  const now: { focus: 'game' | 'screen' | 'nobody'; starts: number } = { focus: 'game', starts: 0 };
  const did: string[] = [];
  const bindings = createPadBindings(MAP, { get: () => null, set: () => {} });
  const gamepads = createGamepads({
    buttons,
    bindings,
    read: () => pads,
    focus: () => now.focus,
    handleOf: seats.handleOf,
    press: seats.press,
    leave: seats.leave,
    menu: createPadMenu({
      move: (by) => did.push(by > 0 ? 'down' : 'up'),
      turn: (by) => did.push(by > 0 ? 'right' : 'left'),
      press: () => did.push('press'),
      back: () => did.push('back'),
    }),
    onStart: () => void now.starts++,
  });
  let time = 0;
  /** Sets pad `index` and reads all; gives what the two players hold. */
  const put = (index: number, axes: number[], down: number[] = [], kind: PadKind = STANDARD): number[] => {
    pads[index] = {
      index,
      ...kind,
      connected: true,
      axes,
      buttons: Array.from({ length: 17 }, (_, button) => ({ pressed: down.includes(button) })),
    };
    gamepads.poll((time += 16));
    return [0, 1].map((handle) => buttons.held('gamepad', handle));
  };
  return { bindings, buttons, did, gamepads, now, pads, put };
}

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
    now.focus = 'screen';
    expect(put(0, [1, 0])).toEqual([0, 0]);
    now.focus = 'game';
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
    gamepads.poll(0);
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

  it('reads a pad that the browser does not know: its stick, its buttons, and its cross on axis 9', () => {
    const { put } = setUp([0]);
    expect(put(0, AT_REST, [], RAW)).toEqual([0, 0]);
    expect(put(0, withHat(-1), [], RAW)).toEqual([4, 0]);
    expect(put(0, withHat(-5 / 7), [], RAW)).toEqual([4 | 2, 0]);
    expect(put(0, withHat(3 / 7), [], RAW)).toEqual([8 | 1, 0]);
    expect(put(0, withHat(1), [], RAW)).toEqual([4 | 1, 0]);
    // Before it was first touched, and at rest.
    expect([put(0, withHat(0), [], RAW), put(0, AT_REST, [], RAW)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    // Buttons 12 to 15 may be anything there.
    expect(put(0, AT_REST, [12, 0], RAW)).toEqual([16, 0]);
    expect(put(0, [0, -0.9, ...AT_REST.slice(2)], [], RAW)).toEqual([4, 0]);
  });

  it('tells the next control that goes down, which does nothing else, and plays by it from then on', () => {
    const { bindings, did, gamepads, now, put } = setUp([0]);
    now.focus = 'screen';
    put(0, AT_REST, [], RAW);
    expect(gamepads.kinds()).toEqual([RAW]);
    const told: PadControl[] = [];
    const listen = (): (() => void) => gamepads.next(RAW, (control) => told.push(control));
    listen();
    put(0, AT_REST, [], RAW); // two triggers rest at -1 all the time: they are no answer
    expect(told).toEqual([]);
    put(0, AT_REST, [7], RAW);
    expect([told, did]).toEqual([['button 7'], []]);
    bindings.bind(RAW, 4, 'button 7');
    put(0, AT_REST, [], RAW);
    listen()(); // called off
    put(0, AT_REST, [1], RAW);
    expect([told, did]).toEqual([['button 7'], ['back']]);
    now.focus = 'game';
    put(0, AT_REST, [], RAW);
    expect(put(0, AT_REST, [7], RAW)).toEqual([4, 0]);
    expect(put(0, withHat(-1), [], RAW)).toEqual([0, 0]);
  });

  it('works the screens: one step a tilt, more while it is held, and nothing that was down before the screen', () => {
    const { did, now, put } = setUp([0]);
    put(0, [0, 0], [0]);
    now.focus = 'screen';
    for (let i = 0; i < 40; i++) put(0, [0, 0], [0]);
    expect(did).toEqual([]);
    put(0, [0, 0]);
    for (let i = 0; i < 60; i++) put(0, [0, 0.9]);
    expect(did.length).toBeGreaterThan(3);
    expect(did.length).toBeLessThan(8);
    expect(new Set(did)).toEqual(new Set(['down']));
    did.splice(0);
    for (const button of [0, 1, 12, 14]) {
      for (let i = 0; i < 40; i++) put(0, [0, 0], button < 2 ? [button] : i < 5 ? [button] : []);
      put(0, [0, 0]);
    }
    expect(did).toEqual(['press', 'back', 'up', 'left']);
    // The press that ended the screen does not play.
    put(0, [0, 0], [0]);
    now.focus = 'game';
    expect(put(0, [0, 0], [0])).toEqual([0, 0]);
    now.focus = 'nobody';
    put(0, [0, 0]);
    put(0, [0, 0], [0]);
    expect(did).toEqual(['press', 'back', 'up', 'left', 'press']);
  });
});
