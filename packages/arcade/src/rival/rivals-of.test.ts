import { describe, expect, it } from 'vitest';
import type { Rival } from './rival.js';
import { assertRivals, rivalsOf } from './rivals-of.js';

const hands = (): number => 0;
const rival: Rival<Record<string, never>> = { id: 'rusher-1', name: 'Rusher', hands };

describe('rivalsOf', () => {
  it('takes one function, or several opponents', () => {
    expect(rivalsOf(hands)).toEqual([{ id: 'rival', name: 'Rival', hands }]);
    expect(rivalsOf([rival])).toEqual([rival]);
  });
});

describe('assertRivals', () => {
  it('takes what rivalsOf takes, and none', () => {
    for (const good of [undefined, hands, [rival], [rival, { ...rival, id: 'b', level: '2', reactionMs: 0 }]])
      expect(() => assertRivals(good)).not.toThrow();
  });

  it.each([
    [
      7,
      'mount: rival must be a function (fields, self) => bits, or a list of at least one { id, name, hands }, got number',
    ],
    [[], 'got an empty list'],
    [[null], 'mount: rival[0].id must be 1 to 32 of a-z, 0-9 and -, as in an address, got undefined'],
    [[{ ...rival, id: 'A b' }], 'got A b'],
    [[{ ...rival, id: '' }], 'mount: rival[0].id must be'],
    [[rival, rival], "mount: rival[1].id must be its own, but 'rusher-1' is there twice"],
    [[{ ...rival, name: 3 }], 'mount: rival[0].name must be a string, got number'],
    [[{ ...rival, hands: 'x' }], 'mount: rival[0].hands must be a function, got string'],
    [[{ ...rival, reactionMs: -1 }], 'mount: rival[0].reactionMs must be a number in 0 … 1000 ms, got -1'],
    [[{ ...rival, reactionMs: '240' }], 'got 240'],
  ])('refuses %j', (bad, message) => {
    expect(() => assertRivals(bad)).toThrow(message);
  });
});
