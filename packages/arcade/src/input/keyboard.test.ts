import { describe, expect, it } from 'vitest';
import { createButtons } from './buttons.js';
import { listenToKeyboard, type KeyMap } from './keyboard.js';

const MAPS: readonly KeyMap[] = [
  { KeyW: 1, KeyS: 2 },
  { ArrowUp: 1, ArrowDown: 2 },
];

function setUp(localHandles: readonly number[], numPlayers = 2, more: { press?: (seat: number) => boolean } = {}) {
  const target = new EventTarget();
  const buttons = createButtons(numPlayers);
  let active = true;
  const keyboard = listenToKeyboard({
    target,
    buttons,
    maps: MAPS,
    handleOf: (seat) => localHandles[seat % localHandles.length] ?? -1,
    ...more,
    active: () => active,
  });
  const send = (type: string, code: string, more: object = {}): Event => {
    const event = Object.assign(new Event(type, { cancelable: true }), { code }, more);
    target.dispatchEvent(event);
    return event;
  };
  return { target, buttons, keyboard, send, setActive: (value: boolean) => (active = value) };
}

describe('listenToKeyboard', () => {
  it('a press that claims a seat does not act, also while it is held and repeats; the next one does', () => {
    const claimed = new Set<number>();
    const press = (seat: number): boolean => claimed.size === claimed.add(seat).size;
    const { buttons, send } = setUp([0, 1], 2, { press });
    send('keydown', 'ArrowUp');
    send('keydown', 'ArrowUp', { repeat: true });
    expect([buttons.sample(0), buttons.sample(1), [...claimed]]).toEqual([0, 0, [1]]);
    send('keydown', 'ArrowDown');
    expect(buttons.sample(1)).toBe(2);
    send('keyup', 'ArrowUp');
    send('keydown', 'ArrowUp');
    expect(buttons.sample(1)).toBe(3);
  });

  it('gives each seat its player in a hotseat', () => {
    const { buttons, send } = setUp([0, 1]);
    send('keydown', 'KeyW');
    send('keydown', 'ArrowDown');
    expect([buttons.sample(0), buttons.sample(1)]).toEqual([1, 2]);
    send('keyup', 'KeyW');
    buttons.taken();
    expect([buttons.sample(0), buttons.sample(1)]).toEqual([0, 2]);
  });

  it('lets both sets of keys drive the one local player, and holds a bit until its last key is up', () => {
    const { buttons, send } = setUp([1]);
    send('keydown', 'KeyW');
    send('keydown', 'ArrowUp');
    send('keyup', 'KeyW');
    buttons.taken();
    expect(buttons.sample(1)).toBe(1);
    send('keyup', 'ArrowUp');
    expect(buttons.sample(1)).toBe(0);
    expect(buttons.sample(0)).toBe(0);
  });

  it('lets go of every key when the window loses the focus', () => {
    const { buttons, send, target } = setUp([0, 1]);
    send('keydown', 'KeyW');
    send('keydown', 'ArrowUp');
    target.dispatchEvent(new Event('blur'));
    expect([buttons.sample(0), buttons.sample(1)]).toEqual([0, 0]);
    // The key that was let go elsewhere can be pressed again, and its late keyup does no harm.
    send('keyup', 'KeyW');
    send('keydown', 'ArrowUp');
    expect([buttons.sample(0), buttons.sample(1)]).toEqual([0, 1]);
  });

  it('swallows game keys only while the game has them', () => {
    const { buttons, send, setActive } = setUp([0, 1]);
    expect(send('keydown', 'ArrowUp').defaultPrevented).toBe(true);
    expect(send('keydown', 'Tab').defaultPrevented).toBe(false);
    expect(send('keydown', 'KeyW', { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(buttons.sample(0)).toBe(0);
    setActive(false);
    send('keyup', 'ArrowUp');
    buttons.taken();
    expect(send('keydown', 'ArrowDown').defaultPrevented).toBe(false);
    expect(buttons.sample(1)).toBe(0);
  });

  it('ignores names that an object has by nature', () => {
    const { send } = setUp([0, 1]);
    expect(send('keydown', 'constructor').defaultPrevented).toBe(false);
  });

  it('presses nothing for a spectator', () => {
    const { buttons, send } = setUp([]);
    send('keydown', 'KeyW');
    expect([buttons.sample(0), buttons.sample(1)]).toEqual([0, 0]);
  });

  it.each([
    ['blur', 'blur', {}],
    ['a context menu', 'contextmenu', {}],
    ['another tab', 'visibilitychange', {}],
    ['the keyup of Cmd, which hides all others on macOS', 'keyup', { key: 'Meta', code: 'MetaLeft' }],
  ])('lets go of every key on %s, and the next key does not press the old one again', (_, type, more) => {
    const { buttons, send } = setUp([0, 1]);
    send('keydown', 'KeyW');
    buttons.taken();
    send(type, '', more);
    expect(buttons.sample(0)).toBe(0);
    send('keydown', 'KeyS');
    expect(buttons.sample(0)).toBe(2);
  });

  it('keeps a key through a context menu that the page has prevented, and through the keyup of another key', () => {
    const { buttons, send, target } = setUp([0, 1]);
    send('keydown', 'KeyW');
    buttons.taken();
    const prevented = new Event('contextmenu', { cancelable: true });
    prevented.preventDefault();
    target.dispatchEvent(prevented);
    send('keyup', 'ShiftLeft', { key: 'Shift' });
    expect(buttons.sample(0)).toBe(1);
  });

  it('a key that repeats because it was never let go presses nothing after it was released', () => {
    const { buttons, keyboard, send } = setUp([0, 1]);
    send('keydown', 'KeyW');
    keyboard.releaseAll();
    expect(send('keydown', 'KeyW', { repeat: true }).defaultPrevented).toBe(true);
    expect(buttons.sample(0)).toBe(0);
    send('keyup', 'KeyW');
    send('keydown', 'KeyW');
    expect(buttons.sample(0)).toBe(1);
  });

  it('listens no more once it is closed', () => {
    const { buttons, keyboard, send } = setUp([0, 1]);
    send('keydown', 'KeyW');
    keyboard.close();
    expect(buttons.sample(0)).toBe(0);
    send('keydown', 'KeyW');
    expect(buttons.sample(0)).toBe(0);
  });
});
