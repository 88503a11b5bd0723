import type { Advance } from '@lite-rollback/core';
import { describe, expect, it } from 'vitest';
import { createButtons } from '../input/buttons.js';
import { createMatchLoop } from './match-loop.js';

function setUp(
  localHandles: readonly number[],
  outcomes: Advance[] = [],
  pace = 1,
  localPlayers = localHandles.length,
  held = (): boolean => false,
) {
  const inputs: unknown[][] = [];
  const buttons = createButtons(4);
  const did: Advance[] = [];
  const loop = createMatchLoop({
    match: {
      localHandles,
      pacing: () => pace,
      advance(...given) {
        inputs.push(given.map((value) => (Array.isArray(value) ? [...value] : value)));
        return outcomes.shift() ?? 'advanced';
      },
    },
    hz: 60,
    localPlayers,
    buttons,
    held,
    afterTick: (outcome) => did.push(outcome),
  });
  let now = 0;
  loop.beat(now);
  /** Just over one frame, so that rounding never withholds a tick. */
  const oneTick = (): void => loop.beat((now += 1000 / 60 + 0.001));
  return { inputs, buttons, loop, did, oneTick };
}

describe('createMatchLoop', () => {
  it('runs 60 ticks for a second, however it is cut, and scales with pacing', () => {
    for (const [pace, expected] of [
      [1, 60],
      [1.1, 66],
      [0.9, 54],
    ] as const) {
      for (const beats of [30, 60, 144]) {
        const { inputs, loop } = setUp([0], [], pace);
        for (let i = 1; i <= beats; i++) loop.beat((i * 1000) / beats);
        expect(Math.abs(inputs.length - expected)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('hands over one value for one player, one each for several, nothing for none', () => {
    const one = setUp([2]);
    one.buttons.hold('script', 2, 5);
    one.oneTick();
    expect(one.inputs).toEqual([[5]]);
    const two = setUp([1, 3]);
    two.buttons.hold('script', 3, 7);
    two.oneTick();
    expect(two.inputs).toEqual([[[0, 7]]]);
    const none = setUp([]);
    none.oneTick();
    expect(none.inputs).toEqual([[]]);
  });

  it('hands over zeros until handles are given out: the tick that starts a match already takes inputs', () => {
    const one = setUp([], ['waiting'], 1, 1);
    one.oneTick();
    expect(one.inputs).toEqual([[0]]);
    const two = setUp([], ['waiting'], 1, 2);
    two.oneTick();
    expect(two.inputs).toEqual([[[0, 0]]]);
  });

  it('runs no tick while it is held, none in a burst afterwards, and keeps what was pressed', () => {
    let holding = true;
    const made = setUp([0], [], 1, 1, () => holding && made.inputs.length === 1);
    const { buttons, inputs, loop } = made;
    loop.beat(60); // three ticks are due: it is asked before each
    expect(inputs).toEqual([[0]]);
    buttons.hold('script', 0, 1);
    buttons.hold('script', 0, 0);
    for (let at = 70; at <= 2000; at += 10) loop.beat(at);
    expect(inputs).toEqual([[0]]);
    holding = false;
    loop.beat(2034);
    expect(inputs.length).toBeLessThanOrEqual(4);
    expect(inputs.slice(0, 3)).toEqual([[0], [1], [0]]);
  });

  it('spends a tap on exactly one frame', () => {
    const { buttons, inputs, oneTick } = setUp([0]);
    buttons.hold('script', 0, 1);
    buttons.hold('script', 0, 0);
    oneTick();
    oneTick();
    expect(inputs).toEqual([[1], [0]]);
  });

  it('keeps a tap that is made during a stall for the first frame after it', () => {
    const { buttons, inputs, oneTick } = setUp([0], ['stalled', 'stalled', 'advanced', 'advanced', 'advanced']);
    oneTick(); // the match takes the input of the frame due, and stalls on it
    buttons.hold('script', 0, 1);
    buttons.hold('script', 0, 0);
    oneTick(); // stalled: takes none
    oneTick(); // leaves the stall with the input it took at first
    oneTick(); // the first to take a new one
    oneTick();
    expect(inputs.map(([value]) => value)).toEqual([0, 1, 1, 1, 0]);
  });

  it('keeps a tap while the match does not run', () => {
    const { buttons, inputs, oneTick } = setUp([0], ['waiting', 'paused', 'advanced', 'advanced']);
    buttons.hold('script', 0, 1);
    buttons.hold('script', 0, 0);
    for (let i = 0; i < 4; i++) oneTick();
    expect(inputs.map(([value]) => value)).toEqual([1, 1, 1, 0]);
  });
});
