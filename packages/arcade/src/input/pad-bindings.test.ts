import { describe, expect, it } from 'vitest';
import { createPadBindings, type PadBinding, type PadKind } from './pad-bindings.js';

const MAP = { up: 1, down: 2, buttons: { 0: 2, 3: 1 } };
const KNOWN: PadKind = { id: 'known', mapping: 'standard' };
const RAW: PadKind = { id: 'raw', mapping: '' };

function memory(text: string | null = null) {
  const store = { text, get: () => store.text, set: (next: string | null) => void (store.text = next) };
  return store;
}
const controls = (bindings: readonly PadBinding[], bits: number): string[] =>
  bindings.filter((each) => each.bits === bits).map(({ control }) => control);

describe('pad bindings', () => {
  it('are the game’s, with the stick and the cross of the pad', () => {
    const bindings = createPadBindings(MAP, memory());
    expect(controls(bindings.of(KNOWN), 1)).toEqual(['axis 1 -', 'button 12', 'button 3']);
    expect(controls(bindings.of(RAW), 1)).toEqual(['axis 1 -', 'hat up', 'button 3']);
    expect(bindings.controlOf(RAW, 2)).toBe('axis 1 +');
  });

  it('are set for one kind of pad, and remembered', () => {
    const store = memory();
    const bindings = createPadBindings(MAP, store);
    bindings.bind(RAW, 1, 'button 7');
    const again = createPadBindings(MAP, store);
    for (const each of [bindings, again]) {
      expect(controls(each.of(RAW), 1)).toEqual(['button 7']);
      expect(controls(each.of(RAW), 2)).toEqual(['axis 1 +', 'hat down', 'button 0']);
      expect(controls(each.of(KNOWN), 1)).toEqual(['axis 1 -', 'button 12', 'button 3']);
    }
    again.reset();
    expect([controls(again.of(RAW), 1), store.text]).toEqual([['axis 1 -', 'hat up', 'button 3'], null]);
  });

  it('change places: no control does two things, and no action is left without one', () => {
    const bindings = createPadBindings(MAP, memory());
    bindings.bind(RAW, 1, 'button 7');
    bindings.bind(RAW, 2, 'button 7');
    expect([controls(bindings.of(RAW), 1), controls(bindings.of(RAW), 2)]).toEqual([['axis 1 +'], ['button 7']]);
    // What has others left is only taken one.
    bindings.bind(KNOWN, 1, 'button 0');
    expect([controls(bindings.of(KNOWN), 1), controls(bindings.of(KNOWN), 2)]).toEqual([
      ['button 0'],
      ['axis 1 +', 'button 13'],
    ]);
  });

  it('remember the last eight kinds', () => {
    const store = memory();
    const bindings = createPadBindings(MAP, store);
    for (let i = 0; i < 9; i++) bindings.bind({ id: `pad ${i}`, mapping: '' }, 1, 'button 7');
    expect(Object.keys(JSON.parse(store.text ?? '{}') as object)).toHaveLength(8);
    expect(controls(bindings.of({ id: 'pad 0', mapping: '' }), 1)).toHaveLength(3);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['no list', '{"raw":7}'],
    ['a control that is none', '{"raw":[{"control":"x","bits":1},{"control":"button 1","bits":2}]}'],
    ['an action that is not the game’s', '{"raw":[{"control":"button 1","bits":64}]}'],
    ['an action without a control', '{"raw":[{"control":"button 1","bits":1}]}'],
    ['null', '{"raw":[null]}'],
  ])('take the game’s where storage holds %s', (_, text) => {
    expect(controls(createPadBindings(MAP, memory(text)).of(RAW), 1)).toEqual(['axis 1 -', 'hat up', 'button 3']);
  });
});
