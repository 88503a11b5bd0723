import { describe, expect, it } from 'vitest';
import { createRing } from './ring.js';

/** A ring in which each commit holds the number of its turn, 1 onwards. */
function filled(capacity: number, commits: number) {
  const ring = createRing(capacity, { x: { type: Int32Array, length: 3 } });
  for (let turn = 1; turn <= commits; turn++) commit(ring, turn);
  return ring;
}

function commit(ring: ReturnType<typeof filled>, turn: number): void {
  ring.handle.fields.x.fill(turn);
  ring.handle.commit();
}

const held = ({ handle }: ReturnType<typeof filled>): number[] =>
  Array.from({ length: handle.depth() }, (_, n) => handle.peek(n).x[0]!);

describe('rewind', () => {
  it('takes back what it dropped, for any number dropped at once, full or not', () => {
    for (const [capacity, commits] of [
      [4, 3],
      [4, 4],
      [4, 9],
      [8, 30],
    ] as const) {
      for (let n = 1; n < Math.min(capacity, commits); n++) {
        const ring = filled(capacity, commits);
        const before = held(ring);
        ring.rewind(n);
        expect(ring.handle.fields.x[2]).toBe(commits - n);
        expect(held(ring)).toEqual(before.slice(n));
        ring.rewind(-n);
        expect(held(ring)).toEqual(before);
        expect(ring.handle.fields.x[2]).toBe(commits);
      }
    }
  });

  it('takes back the rest, when some of them were committed again', () => {
    const ring = filled(8, 20);
    ring.rewind(5);
    commit(ring, 160);
    commit(ring, 170);
    ring.rewind(-3);
    expect(held(ring)).toEqual([20, 19, 18, 170, 160, 15, 14, 13]);
    expect(ring.handle.fields.x[0]).toBe(20);
  });

  it('of none brings live back', () => {
    const ring = filled(4, 2);
    ring.handle.fields.x.fill(99);
    ring.rewind(0);
    expect([...ring.handle.fields.x]).toEqual([2, 2, 2]);
    expect(ring.handle.depth()).toBe(2);
  });
});

describe('the words of a ring', () => {
  it('are the buffer; live is its beginning, and wordsAt finds each commit', () => {
    const ring = filled(4, 7);
    const span = ring.handle.stride / 4;
    expect(ring.words.length).toBe(5 * span);
    expect([ring.live.buffer, ring.live.byteOffset, ring.live.length]).toEqual([ring.handle.buffer, 0, span]);
    for (let n = 0; n < 4; n++) {
      const at = ring.wordsAt(n);
      expect(ring.words[at]).toBe(7 - n);
      expect(ring.handle.peek(n).x.byteOffset).toBe(at * 4);
    }
  });

  it('stay where they are through a reset: the same slots come round again', () => {
    const ring = filled(2, 3);
    const slots = new Set([ring.handle.peek(0), ring.handle.peek(1)]);
    ring.handle.reset();
    for (let turn = 1; turn <= 5; turn++) {
      commit(ring, turn);
      expect(slots).toContain(ring.handle.peek());
    }
  });

  it('can be seen as fields in another buffer', () => {
    const ring = filled(2, 3);
    const copy = ring.words.slice(ring.wordsAt(1), ring.wordsAt(1) + ring.live.length);
    expect([...ring.views(copy.buffer, 0).x]).toEqual([2, 2, 2]);
  });
});
