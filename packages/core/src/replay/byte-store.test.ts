import { expect, it } from 'vitest';
import { createByteStore } from './byte-store.js';

it('gives back what was appended, over many chunks, to any place', () => {
  const store = createByteStore();
  const all: number[] = [];
  for (let i = 0; all.length < 50_000; i++) {
    const piece = Uint8Array.from({ length: (i * 37) % 500 }, (_, j) => i + j);
    const count = piece.length - (i % 3 && piece.length ? 1 : 0);
    store.append(piece, count);
    all.push(...piece.subarray(0, count));
  }
  expect(store.length).toBe(all.length);
  const target = new Uint8Array(all.length + 5).fill(9);
  store.copyTo(target, 3);
  expect([...target]).toEqual([9, 9, 9, ...all, 9, 9]);
});

it('at the edge of a chunk, and empty', () => {
  const store = createByteStore();
  store.copyTo(new Uint8Array(0), 0);
  store.append(new Uint8Array(16_384).fill(1), 16_384);
  const target = new Uint8Array(16_384);
  store.copyTo(target, 0);
  expect(target.every((byte) => byte === 1)).toBe(true);
});
