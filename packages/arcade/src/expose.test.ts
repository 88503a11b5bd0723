import { createMatch, defineGame, type FieldSpecs, type Match } from '@lite-rollback/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expose } from './expose.js';
import { createButtons } from './input/buttons.js';

const game = defineGame({
  id: 'exposed/1',
  numPlayers: 3,
  fields: { x: { type: Int32Array, length: 1 } },
  simulate() {},
});

function setUp() {
  const buttons = createButtons(3);
  const exposed = expose(game, buttons);
  const { arcade } = globalThis;
  if (arcade === undefined) throw new Error('it is not there');
  return { arcade, buttons, exposed };
}
/**
 * A match of which press reads two members. The fields' types do not matter to it, as they do not to the page's global.
 */
const asPlayed = (state: Match<FieldSpecs>['state'], localHandles: readonly number[]): Match<FieldSpecs> => ({
  ...(createMatch({ game, localPlayers: 3 }) as unknown as Match<FieldSpecs>),
  state,
  localHandles,
});

describe('arcade.press', () => {
  beforeEach(() => vi.stubGlobal('document', { documentElement: { dataset: {} } }));
  afterEach(() => {
    vi.unstubAllGlobals();
    globalThis.arcade = undefined;
  });

  it('holds for the players of this machine, and throws for another’s, naming them', () => {
    const { arcade, buttons, exposed } = setUp();
    exposed.match = asPlayed('running', [0, 2]);
    arcade.press(2, 5);
    expect(buttons.sample(2)).toBe(5);
    expect(() => arcade.press(1, 1)).toThrow(new RangeError('handle 1 is not played at this machine (here: 0, 2)'));
    expect(buttons.sample(1)).toBe(0);
    exposed.match = asPlayed('paused', []);
    expect(() => arcade.press(0, 1)).toThrow(/none is, this page watches/);
  });

  it('waits for a match that has not begun, and lets go of a handle that is played elsewhere by now', () => {
    const { arcade, buttons, exposed } = setUp();
    arcade.press(1, 1);
    exposed.match = asPlayed('syncing', []);
    arcade.press(1, 2);
    expect(buttons.sample(1)).toBe(3);
    exposed.match = asPlayed('running', [0]);
    arcade.release(1, 3);
    expect(buttons.held('script', 1)).toBe(0);
  });

  it('throws for a handle or bits that no game has', () => {
    const { arcade } = setUp();
    expect(() => arcade.press(3, 1)).toThrow(RangeError);
    expect(() => arcade.press(0.5, 1)).toThrow(TypeError);
    expect(() => arcade.press(0, 0.5)).toThrow(TypeError);
    expect(() => arcade.release(-1, 1)).toThrow(RangeError);
  });

  it('tells that a script is at work with the first press or release, and not with one that throws', () => {
    for (const name of ['press', 'release'] as const) {
      const { arcade, exposed } = setUp();
      expect(() => arcade[name](3, 1)).toThrow();
      expect(exposed.scripted).toBe(false);
      arcade[name](0, 0);
      expect(exposed.scripted).toBe(true);
    }
  });
});
