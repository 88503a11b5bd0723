import { describe, expect, it } from 'vitest';
import { createToyContext, toyGame } from '../toy-match.js';
import { chooseEntries, isPlayable, makeRoster, type Applicant } from './roster.js';

const entry = (node: number, players = 1, delay = 2) => ({ node, nonce: node * 10, players, delay });
const applicant = (node: number, met: readonly number[], players = 1): Applicant => ({
  entry: entry(node, players),
  met,
});
const chosen = (applicants: readonly Applicant[], numPlayers: number): number[] | undefined =>
  chooseEntries(entry(1), applicants, numPlayers)?.map(({ node }) => node);

describe('who is chosen', () => {
  it('the first that fill the game and all hear each other', () => {
    expect(chosen([applicant(2, [1, 3, 4]), applicant(3, [1, 2, 4]), applicant(4, [1, 2, 3])], 3)).toEqual([1, 2, 3]);
  });

  it('one that does not hear an earlier one is left out, not the room', () => {
    // 2 and 3 do not hear each other; 4 hears both.
    const room = [applicant(2, [1, 4]), applicant(3, [1, 4]), applicant(4, [1, 2, 3])];
    expect(chosen(room, 3)).toEqual([1, 2, 4]);
  });

  it('hearing works both ways or not at all', () => {
    expect(chosen([applicant(2, [1, 3]), applicant(3, [1])], 3)).toBeUndefined();
    expect(chosen([applicant(2, [1]), applicant(3, [1, 2])], 3)).toBeUndefined();
  });

  it('nobody with more players than there are seats, and nobody twice', () => {
    expect(chosen([applicant(2, [1], 3), applicant(3, [1])], 2)).toEqual([1, 3]);
    expect(chosen([applicant(1, [1]), applicant(2, [1]), applicant(2, [1, 2])], 3)).toBeUndefined();
  });

  it('four machines at the most', () => {
    const nodes = [2, 3, 4, 5, 6];
    const room = nodes.map((node) => applicant(node, nodes));
    expect(chosen(room, 4)).toEqual([1, 2, 3, 4]);
    expect(chosen(room, 5)).toBeUndefined();
  });
});

describe('a roster', () => {
  const { settings } = createToyContext({ game: toyGame({ numPlayers: 3 }) }).context;

  it('has another token and another seed for every difference', () => {
    const base = [entry(1), entry(2, 2)];
    const changed = [
      [entry(2, 2), entry(1)],
      [entry(1), entry(3, 2)],
      [entry(1, 1, 3), entry(2, 2)],
      [entry(1, 2), entry(2)],
      [{ ...entry(1), nonce: 11 }, entry(2, 2)],
    ];
    const rosters = [base, ...changed].map((entries) => makeRoster(entries, settings));
    expect(new Set(rosters.map(({ token }) => token)).size).toBe(6);
    expect(new Set(rosters.map(({ seed }) => seed)).size).toBe(6);
    const other = createToyContext({ game: toyGame({ numPlayers: 3 }), dropAfterMs: 4000 }).context;
    expect(makeRoster(base, other.settings).token).not.toBe(rosters[0]!.token);
  });

  it.each([
    ['as many players as the game has', [entry(1), entry(2, 2)], true],
    ['too few', [entry(1), entry(2)], false],
    ['a machine twice', [entry(1), entry(1), entry(2)], false],
    ['a machine without players', [entry(1, 3), entry(2, 0)], false],
    ['a delay that no machine can have', [entry(1), entry(2, 2, 16)], false],
    ['a node that stands for nobody', [entry(1), entry(0, 2)], false],
  ])('%s', (_, entries, playable) => expect(isPlayable(entries, settings)).toBe(playable));
});
