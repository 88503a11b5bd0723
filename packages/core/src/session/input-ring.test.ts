import { describe, expect, it } from 'vitest';
import { createInputRing } from './input-ring.js';

const SLOTS = 4;

function make(
  numPlayers: number,
  inputWords: number,
  neutralUntil = new Array<number>(numPlayers).fill(0),
  startFrame = 0,
) {
  const ring = createInputRing(SLOTS, numPlayers, inputWords, undefined);
  ring.forget(startFrame, neutralUntil);
  return ring;
}

describe('an input ring', () => {
  it('gives every input of every slot, real and used, words of its own, and none of them to neutral inputs', () => {
    for (const [numPlayers, inputWords] of [
      [1, 1],
      [2, 1],
      [3, 5],
      [32, 16],
    ] as const) {
      const ring = make(numPlayers, inputWords, new Array<number>(numPlayers).fill(10));
      const owners = new Map<number, string>();
      const own = (at: number, owner: string) => {
        for (let word = at; word < at + inputWords; word++) {
          expect(word).toBeLessThan(ring.words.length);
          expect([undefined, owner]).toContain(owners.get(word));
          owners.set(word, owner);
        }
      };
      for (let player = 0; player < numPlayers; player++) {
        own(ring.realAt(player, 3), 'neutral');
        for (let frame = 10; frame < 10 + SLOTS; frame++) {
          ring.write(player, frame, new Uint32Array(inputWords).fill(9));
          own(ring.realAt(player, frame), `real ${player} ${frame}`);
          own(ring.usedAt(player, frame), `used ${player} ${frame}`);
        }
      }
      expect(owners.size).toBe(inputWords * (1 + 2 * numPlayers * SLOTS));
      for (let word = 0; word < inputWords; word++) expect(ring.words[ring.realAt(0, 9) + word]).toBe(0);
    }
  });

  it("never takes what stood in a cell a revolution ago for this frame's, nor a later revolution's", () => {
    const ring = make(2, 1);
    for (let frame = 0; frame < 20; frame++) {
      expect(ring.realAt(1, frame)).toBe(-1);
      ring.write(1, frame, Uint32Array.of(100 + frame));
      expect(ring.words[ring.realAt(1, frame)]).toBe(100 + frame);
      expect(ring.realAt(1, frame - SLOTS)).toBe(frame < SLOTS ? 1 : -1);
      expect(ring.realAt(0, frame)).toBe(-1);
    }
  });

  it('knows frame 0 and the last of all frames by their numbers, not by an empty cell', () => {
    const ring = make(1, 1);
    expect(ring.realAt(0, 0)).toBe(-1);
    const last = 2 ** 31 - 1;
    ring.forget(last, [last]);
    expect([ring.realAt(0, last - 1), ring.realAt(0, last)]).toEqual([1, -1]);
    ring.write(0, last, Uint32Array.of(5));
    expect(ring.words[ring.realAt(0, last)]).toBe(5);
    expect(ring.confirmed()).toBe(last);
  });

  it('moves a watermark over what is contiguous, over the waiting frames at once, and never back', () => {
    const ring = make(2, 1, [0, 2]);
    expect([ring.confirmedOf(0), ring.confirmedOf(1), ring.confirmed()]).toEqual([-1, 1, -1]);
    for (const [frame, mark] of [
      [2, -1],
      [1, -1],
      [0, 2],
      [1, 2],
      [3, 3],
    ] as const) {
      ring.write(0, frame, Uint32Array.of(1));
      expect(ring.confirmedOf(0)).toBe(mark);
    }
    expect(ring.confirmed()).toBe(1);
  });

  it('forgets everything, and takes what lies before the start for settled', () => {
    const ring = make(1, 2);
    ring.write(0, 0, Uint32Array.of(1, 2));
    ring.words.set([3, 4], ring.usedAt(0, 1));
    ring.forget(50, [3]);
    expect(ring.words.every((word) => word === 0)).toBe(true);
    expect([ring.confirmed(), ring.realAt(0, 0), ring.realAt(0, 4), ring.realAt(0, 50)]).toEqual([49, 1, -1, -1]);
  });
});
