import { createRollback, defineGame } from '@lite-rollback/core';
import { describe, expect, it } from 'vitest';
import { playRival } from './play-rival.js';
import type { Rival } from './rival.js';

const fields = {
  big: { type: Float64Array, length: 2 },
  flag: { type: Uint8Array, length: 3 },
  count: { type: Int32Array, length: 1 },
} as const;
const game = defineGame({ id: 'watched/1', numPlayers: 2, fields, simulate: () => {} });

/** Says what it sees: the count, and 1000 for each frame of age. */
const parrot: Rival<typeof fields> = {
  id: 'parrot',
  name: 'Parrot',
  reactionMs: 200,
  hands: (seen, { age }) => (seen.count[0] ?? 0) + 1000 * age,
};

function blank() {
  return { big: new Float64Array(2), flag: new Uint8Array(3), count: new Int32Array(1) };
}

describe('playRival', () => {
  it('answers what was shown one reaction time ago, and says nothing before', () => {
    const player = playRival({ game, rival: parrot, handle: 1, seed: 1 });
    const shown = blank();
    const said = Array.from({ length: 30 }, (_, frame) => {
      shown.count[0] = 100 + frame;
      return player.input(shown, frame - 1, frame);
    });
    expect(said.slice(0, 12)).toEqual(new Array(12).fill(0));
    // 200 ms are 12 frames; the picture of frame f − 1 stands on the screen while frame f is due.
    expect(said.slice(12)).toEqual(Array.from({ length: 18 }, (_, i) => 100 + i + 1000 * 13));
  });

  it('sees every field of it, whether they lie in one snapshot or apart', () => {
    const seen: unknown[] = [];
    const rival: Rival<typeof fields> = {
      ...parrot,
      reactionMs: 0,
      hands: (view) => seen.push([...view.big, ...view.flag, ...view.count]),
    };
    for (const shown of [createRollback({ capacity: 1, fields }).fields, blank()]) {
      const player = playRival({ game, rival, handle: 0, seed: 1 });
      shown.big.set([1.5, -2]);
      shown.flag.set([7, 8, 9]);
      shown.count[0] = -4;
      player.input(shown, 0, 1);
    }
    expect(seen).toEqual([
      [1.5, -2, 7, 8, 9, -4],
      [1.5, -2, 7, 8, 9, -4],
    ]);
  });

  it('keeps what was seen, though the state of that frame is corrected later', () => {
    const player = playRival({ game, rival: parrot, handle: 0, seed: 1 });
    const slot = createRollback({ capacity: 1, fields }).fields;
    slot.count[0] = 5;
    player.input(slot, 0, 1);
    slot.count[0] = 6; // the same frame, rolled back and simulated again
    for (let frame = 2; frame < 13; frame++) player.input(slot, frame - 1, frame);
    expect(player.input(slot, 12, 13) % 1000).toBe(5);
  });

  it('counts a reaction time in ticks, and gives one input for a frame, however often a stall asks for it', () => {
    const player = playRival({ game, rival: parrot, handle: 0, seed: 1 });
    const shown = blank();
    let said = 0;
    for (let tick = 0; tick < 12; tick++) said = player.input(shown, 40, 43);
    expect(said).toBe(0);
    // Frame 44 is due at last: frame 40 has been seen for long enough by now.
    expect(player.input(shown, 41, 44)).toBe(4000);
  });

  it('knows what it pressed since, and nothing before or after', () => {
    const known: number[][] = [];
    const rival: Rival<typeof fields> = {
      ...parrot,
      reactionMs: 50,
      hands: (_, { age, frame, pressed }) => {
        known.push([0, 1, 2, 3, 4].map(pressed));
        return frame + age;
      },
    };
    const player = playRival({ game, rival, handle: 0, seed: 1 });
    for (let frame = 0; frame < 8; frame++) player.input(blank(), frame - 1, frame);
    // Ages of 4: three inputs of its own lie between the picture and the frame that is due.
    expect(known[known.length - 1]).toEqual([0, 10, 9, 8, 0]);
  });

  it('has whims that only seed, handle and number decide', () => {
    const whims = (seed: number, handle: number): number[] => {
      let drawn: number[] = [];
      const rival: Rival<typeof fields> = {
        ...parrot,
        reactionMs: 0,
        hands: (_, { whim }) => {
          drawn = [0, 1, 2, 1_000_000].map(whim);
          return 0;
        },
      };
      playRival({ game, rival, handle, seed }).input(blank(), 0, 1);
      return drawn;
    };
    expect(whims(3, 0)).toEqual(whims(3, 0));
    expect(new Set([...whims(3, 0), ...whims(3, 1), ...whims(4, 0)]).size).toBe(12);
    expect([...whims(3, 0), ...whims(4, 1)].every((drawn) => drawn >= 0 && drawn < 1)).toBe(true);
  });

  it('refuses a reaction time that nobody has', () => {
    const start = (reactionMs: unknown) =>
      playRival({ game, rival: { ...parrot, reactionMs: reactionMs as number }, handle: 0, seed: 1 });
    expect(() => start('soon')).toThrow('reactionMs must be a number of ms, got string');
    expect(() => start(-1)).toThrow('reactionMs must be in 0 … 1000 ms, got -1');
    expect(() => start(NaN)).toThrow(RangeError);
    expect(() => start(1001)).toThrow(RangeError);
  });
});
