import { describe, expect, it } from 'vitest';
import { createBindings, keyName } from './bindings.js';

const DEFAULTS = [
  { KeyW: 1, KeyS: 2 },
  { ArrowUp: 1, ArrowDown: 2 },
];
function memory(text: string | null = null) {
  const store = { text, get: () => store.text, set: (next: string | null) => void (store.text = next) };
  return store;
}

describe('bindings', () => {
  it('move an action to another key, and remember it', () => {
    const store = memory();
    const bindings = createBindings(DEFAULTS, store);
    const { maps } = bindings;
    expect([bindings.changed, bindings.codeOf(0, 1)]).toEqual([false, 'KeyW']);
    expect(bindings.bind(0, 1, 'KeyQ')).toBe(true);
    expect(maps).toEqual([
      { KeyQ: 1, KeyS: 2 },
      { ArrowUp: 1, ArrowDown: 2 },
    ]);
    const again = createBindings(DEFAULTS, store);
    expect([again.maps, again.changed]).toEqual([maps, true]);
    again.reset();
    expect([again.maps, again.changed, store.text]).toEqual([DEFAULTS, false, null]);
  });

  it('swap where the key is in use, also between seats: a key never does two things, and no action loses its key', () => {
    const bindings = createBindings(DEFAULTS, memory());
    bindings.bind(0, 1, 'KeyS');
    expect(bindings.maps[0]).toEqual({ KeyS: 1, KeyW: 2 });
    bindings.bind(0, 1, 'ArrowDown');
    expect(bindings.maps).toEqual([
      { ArrowDown: 1, KeyW: 2 },
      { ArrowUp: 1, KeyS: 2 },
    ]);
  });

  it('leave the defaults as they were', () => {
    createBindings(DEFAULTS, memory()).bind(0, 1, 'KeyQ');
    expect(DEFAULTS[0]).toEqual({ KeyW: 1, KeyS: 2 });
  });

  it.each(['Escape', 'Tab', 'Enter', ''])('refuse %s, which menus need', (code) => {
    const bindings = createBindings(DEFAULTS, memory());
    expect([bindings.bind(0, 1, code), bindings.maps]).toEqual([false, DEFAULTS]);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['another number of seats', '[{"KeyW":1,"KeyS":2}]'],
    ['an action without a key', '[{"KeyW":1},{"ArrowUp":1,"ArrowDown":2}]'],
    ['an action that is not the game’s', '[{"KeyW":1,"KeyS":2,"KeyX":64},{"ArrowUp":1,"ArrowDown":2}]'],
    ['a value that is no number', '[{"KeyW":"1","KeyS":2},{"ArrowUp":1,"ArrowDown":2}]'],
    ['null', '[null,null]'],
  ])('take the defaults where storage holds %s', (_, text) => {
    const bindings = createBindings(DEFAULTS, memory(text));
    expect([bindings.maps, bindings.changed]).toEqual([DEFAULTS, false]);
  });
});

it('keys are named as they are printed', () => {
  expect(['KeyW', 'Digit4', 'ArrowLeft', 'Numpad8', 'Space', 'ShiftRight', 'BracketLeft', ''].map(keyName)).toEqual([
    'W',
    '4',
    '←',
    'Num 8',
    'Space',
    'Right Shift',
    'Bracket Left',
    'none',
  ]);
});
