import { describe, expect, it } from 'vitest';
import { createInputQueue } from './input-queue.js';

const SLOTS = 4;

function make(
  numPlayers: number,
  inputWords: number,
  neutralUntil = new Array<number>(numPlayers).fill(0),
  startFrame = 0,
  predicts = false,
) {
  const queue = createInputQueue({ numPlayers, inputWords, ...(predicts && { predict: () => {} }) }, SLOTS);
  queue.forget(startFrame, neutralUntil);
  return queue;
}

describe('an input queue', () => {
  it('gives every input of every slot, real and used, words of its own, and none of them to neutral inputs', () => {
    for (const [numPlayers, inputWords] of [
      [1, 1],
      [2, 1],
      [3, 5],
      [32, 16],
    ] as const) {
      const queue = make(numPlayers, inputWords, new Array<number>(numPlayers).fill(10));
      const owners = new Map<number, string>();
      const own = (at: number, owner: string) => {
        for (let word = at; word < at + inputWords; word++) {
          expect(word).toBeLessThan(queue.words.length);
          expect([undefined, owner]).toContain(owners.get(word));
          owners.set(word, owner);
        }
      };
      for (let player = 0; player < numPlayers; player++) {
        own(queue.realAt(player, 3), 'neutral');
        for (let frame = 10; frame < 10 + SLOTS; frame++) {
          queue.write(player, frame, new Uint32Array(inputWords).fill(9));
          own(queue.realAt(player, frame), `real ${player} ${frame}`);
          own(queue.usedAt(player, frame), `used ${player} ${frame}`);
        }
      }
      expect(owners.size).toBe(inputWords * (1 + 2 * numPlayers * SLOTS));
      for (let word = 0; word < inputWords; word++) expect(queue.words[queue.realAt(0, 9) + word]).toBe(0);
    }
  });

  it("never takes what stood in a cell a revolution ago for this frame's, nor a later revolution's", () => {
    const queue = make(2, 1);
    for (let frame = 0; frame < 20; frame++) {
      expect(queue.realAt(1, frame)).toBe(-1);
      queue.write(1, frame, Uint32Array.of(100 + frame));
      expect(queue.words[queue.realAt(1, frame)]).toBe(100 + frame);
      expect(queue.realAt(1, frame - SLOTS)).toBe(frame < SLOTS ? 1 : -1);
      expect(queue.realAt(0, frame)).toBe(-1);
    }
  });

  it('knows frame 0 and the last of all frames by their numbers, not by an empty cell', () => {
    const queue = make(1, 1);
    expect(queue.realAt(0, 0)).toBe(-1);
    const last = 2 ** 31 - 1;
    queue.forget(last, [last]);
    expect([queue.realAt(0, last - 1), queue.realAt(0, last)]).toEqual([1, -1]);
    queue.write(0, last, Uint32Array.of(5));
    expect(queue.words[queue.realAt(0, last)]).toBe(5);
    expect(queue.confirmed()).toBe(last);
  });

  it('moves a watermark over what is contiguous, over the waiting frames at once, and never back', () => {
    const queue = make(2, 1, [0, 2]);
    expect([queue.confirmedOf(0), queue.confirmedOf(1), queue.confirmed()]).toEqual([-1, 1, -1]);
    for (const [frame, mark] of [
      [2, -1],
      [1, -1],
      [0, 2],
      [1, 2],
      [3, 3],
    ] as const) {
      queue.write(0, frame, Uint32Array.of(1));
      expect(queue.confirmedOf(0)).toBe(mark);
    }
    expect(queue.confirmed()).toBe(1);
  });

  it('forgets everything, and takes what lies before the start for settled', () => {
    const queue = make(1, 2);
    queue.write(0, 0, Uint32Array.of(1, 2));
    queue.words.set([3, 4], queue.usedAt(0, 1));
    queue.forget(50, [3]);
    expect(queue.words.every((word) => word === 0)).toBe(true);
    expect([queue.confirmed(), queue.realAt(0, 0), queue.realAt(0, 4), queue.realAt(0, 50)]).toEqual([49, 1, -1, -1]);
  });
});
