import { describe, expect, it } from 'vitest';
import { createLocalInputs, type LocalInput } from './local-input.js';
import { createToyContext, toyGame } from './toy-match.js';

const inputsOf = (localPlayers: number, inputWords = 1, hotseat = false) => {
  const change = { game: toyGame({ numPlayers: 4, inputWords }), localPlayers };
  const { context } = createToyContext(hotseat ? { game: change.game } : change);
  return { context, inputs: createLocalInputs(context) };
};

describe('what advance() is given', () => {
  it.each([
    [1, 1, undefined, 'advance() needs an input: a whole number for the one local player; got undefined'],
    [1, 1, 1.5, 'advance() needs an input: a whole number for the one local player; got 1.5'],
    [1, 1, NaN, 'advance() needs an input: a whole number for the one local player; got NaN'],
    [1, 1, 'up', "advance() needs an input: a whole number for the one local player; got the string 'up'"],
    [1, 1, null, 'advance() needs an input: a whole number for the one local player; got null'],
    [1, 1, [1, 2], 'advance() needs an input: a whole number for the one local player; got a list of 2'],
    [1, 3, 7, 'advance() needs an input: a list of 3 whole numbers for the one local player; got 7'],
    [1, 3, [1, 2], 'advance() needs an input: a list of 3 whole numbers for the one local player; got a list of 2'],
    [
      2,
      1,
      [1],
      'advance() needs a list of 2 inputs, each a whole number, in the order of localHandles; got a list of 1',
    ],
    [
      2,
      2,
      [[1, 2], [3]],
      'advance() needs a list of 2 inputs, each a list of 2 whole numbers, in the order of localHandles; got a list of 2',
    ],
  ])('%i players of %i words: %j', (players, words, input, message) => {
    const { inputs } = inputsOf(players, words);
    // Callers in JavaScript pass what they like.
    expect(() => inputs.check(input as LocalInput, true)).toThrow(new TypeError(message));
  });

  it('is refused from a spectator', () => {
    const { context } = createToyContext({ role: 'spectator' });
    const inputs = createLocalInputs(context);
    expect(() => inputs.check(3, true)).toThrow('advance() needs no input: a spectator has no players; got 3');
    inputs.check(undefined, true);
  });

  it('may be left out where none is needed, but not be wrong', () => {
    const { inputs } = inputsOf(1);
    inputs.check(undefined, false);
    expect(() => inputs.check('up' as unknown as LocalInput, false)).toThrow(TypeError);
  });

  it('is copied, each word as a uint32, and read once', () => {
    const { context, inputs } = inputsOf(2, 2);
    const given = [[1, -1], Uint32Array.of(3, 4)];
    inputs.check(given, true);
    given[0]![0] = 99;
    inputs.sample(1);
    const { words, realAt } = context.parts.inputs;
    const held = [1, 2].map((player) => [...words.subarray(realAt(player, 0), realAt(player, 0) + 2)]);
    expect(held).toEqual([
      [1, 0xffff_ffff],
      [3, 4],
    ]);
  });

  it('fills the frames that a raised delay left out with the input before', () => {
    const { context, inputs } = inputsOf(1);
    const { parts } = context;
    inputs.check(5, true);
    inputs.sample(0);
    parts.setDelay(3);
    inputs.check(8, true);
    inputs.sample(0);
    const { words, realAt, confirmedOf } = parts.inputs;
    expect(confirmedOf(0)).toBe(3);
    expect([0, 1, 2, 3].map((frame) => words[realAt(0, frame)])).toEqual([5, 5, 5, 8]);
    // Lowered again, the frame that is due has its input: the sample is skipped.
    parts.setDelay(1);
    inputs.check(9, true);
    inputs.sample(0);
    expect([confirmedOf(0), words[realAt(0, 1)]]).toEqual([3, 5]);
  });
});
