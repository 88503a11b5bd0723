import { describe, expect, it } from 'vitest';
import { createButtons } from './buttons.js';

describe('createButtons', () => {
  it('adds up what every source holds, for each handle on its own', () => {
    const buttons = createButtons(2);
    buttons.hold('keyboard', 0, 1);
    buttons.hold('touch', 0, 4);
    buttons.hold('script', 1, 0x80000000);
    expect(buttons.sample(0)).toBe(5);
    expect(buttons.sample(1)).toBe(0x80000000);
  });

  it('keeps a tap between two ticks until it has been taken, once', () => {
    const buttons = createButtons(1);
    buttons.hold('keyboard', 0, 2);
    buttons.hold('keyboard', 0, 0);
    expect(buttons.sample(0)).toBe(2);
    expect(buttons.sample(0)).toBe(2);
    buttons.taken();
    expect(buttons.sample(0)).toBe(0);
  });

  it('does not turn a key that stays down into a tap', () => {
    const buttons = createButtons(1);
    buttons.hold('keyboard', 0, 2);
    buttons.taken();
    buttons.hold('keyboard', 0, 3);
    buttons.taken();
    buttons.hold('keyboard', 0, 0);
    expect(buttons.sample(0)).toBe(0);
  });

  it('releases one source, taps and all, and leaves the others alone', () => {
    const buttons = createButtons(2);
    buttons.hold('keyboard', 0, 1);
    buttons.hold('keyboard', 1, 1);
    buttons.hold('keyboard', 1, 0);
    buttons.hold('script', 0, 2);
    buttons.releaseAll('keyboard');
    expect(buttons.sample(0)).toBe(2);
    expect(buttons.sample(1)).toBe(0);
  });

  it('refuses handles that do not exist', () => {
    const buttons = createButtons(2);
    for (const call of [() => buttons.hold('script', 2, 1), () => buttons.sample(-1), () => buttons.held('script', 2)])
      expect(call).toThrow(RangeError);
    expect(() => buttons.hold('script', 2, 1)).toThrow('handle must be in 0 … 1, got 2');
    expect(() => buttons.sample(0.5)).toThrow(TypeError);
  });
});
