import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestWords, readBlind, roundWords, writeBlind, type BlindResult } from './blind-result.js';
import { createBlindTest, shuffled, type BlindOrder } from './blind-test.js';
import { NETCODES } from './netcode.js';

const [ROLLBACK, DELAY, LOCKSTEP] = NETCODES;
const order: BlindOrder = [LOCKSTEP, ROLLBACK, DELAY];

describe('createBlindTest', () => {
  it('has three rounds of so many ticks, and then is over for good', () => {
    const test = createBlindTest(order, 3);
    const seen: string[] = [];
    for (let tick = 0; tick < 12; tick++) {
      const ended = test.tick();
      seen.push(`${test.round} ${test.left}${ended ? ' !' : ''}`);
    }
    expect(seen).toEqual(['0 2', '0 1', '1 3 !', '1 2', '1 1', '2 3 !', '2 2', '2 1', '3 0 !', '3 0', '3 0', '3 0']);
  });

  it('plays each netcode once, in any of the six orders', () => {
    const orders = [0, 1, 2, 3, 4, 5].map((drawn) => shuffled(() => drawn));
    expect(new Set(orders.map((names) => names.map(({ id }) => id).join())).size).toBe(6);
    for (const one of orders) expect(new Set(one).size).toBe(3);
  });
});

describe('a result in an address', () => {
  const result: BlindResult = {
    order,
    best: 1,
    feels: [
      { pressMs: 180, stalls: 412 },
      { pressMs: 45, stalls: 0 },
      { pressMs: -1, stalls: 15 },
    ],
  };

  it('is a few letters, and comes back as it was', () => {
    expect(writeBlind(result)).toBe('lrd.2.180-45-x.412-0-15');
    expect(readBlind('lrd.2.180-45-x.412-0-15')).toEqual(result);
    const feel = fc.record({ pressMs: fc.integer({ min: -1, max: 9999 }), stalls: fc.integer({ min: 0, max: 9999 }) });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: -1, max: 2 }),
        fc.tuple(feel, feel, feel),
        (drawn, best, feels) => {
          const one = { order: shuffled(() => drawn), best, feels };
          expect(readBlind(writeBlind(one))).toEqual(one);
        },
      ),
    );
  });

  it.each([
    '',
    'lrd',
    'llr.1.1-1-1.1-1-1',
    'lrd.4.1-1-1.1-1-1',
    'lrd.1.1-1-1.1-1-1<b>',
    'lrd.1.1-1-12345.1-1-1',
    'xyz.1.1-1-1.1-1-1',
  ])('is nothing where somebody typed %j', (text) => expect(readBlind(text)).toBeUndefined());

  it('says in words which was which', () => {
    expect([0, 1, 2].map((round) => roundWords(result, round))).toEqual([
      'Round 1 was Lockstep: 180 ms from press to picture, 412 frames stalled.',
      'Round 2 was Rollback: 45 ms from press to picture, 0 frames stalled.',
      'Round 3 was Delay-based: nothing was pressed, 15 frames stalled.',
    ]);
    expect(bestWords(result, 'You')).toBe('You liked round 2 best: Rollback.');
    expect(bestWords({ ...result, best: -1 }, 'They')).toBe('They felt no difference.');
  });
});
