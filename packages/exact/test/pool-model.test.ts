// A pool against a model of it: a plain array of entities and a set of handles that were once given out.
import { createPRNG, createRollback } from '@lite-rollback/core';
import { expect, it } from 'vitest';
import { definePool, NO_HANDLE, NO_SLOT } from '../src/index.js';

it.each([
  [1, 1],
  [2, 7],
  [3, 32],
  [4, 33],
  [5, 64],
  [6, 65],
  [7, 100],
  [8, 100],
])('does what the model does, seed %d, with room for %d', (seed, capacity) => {
  const prng = createPRNG(seed);
  const mobs = definePool({ name: 'mobs', capacity, columns: { id: { type: Int32Array, length: 1 } } });
  const pool = mobs.of(createRollback({ capacity: 1, fields: mobs.fields }).fields);
  /** By slot, who lives there. */
  let model: ({ id: number; handle: number } | undefined)[] = new Array<undefined>(capacity).fill(undefined);
  const gone: number[] = [];
  let spawned = 0;
  let refused = 0;
  for (let step = 0; step < 3_000; step++) {
    const slot = prng.range(0, capacity);
    // Up and down again, so that the pool is empty at times, and full at others.
    const growing = Math.floor(step / 300) % 2 === 0;
    const draw = prng.range(0, 100);
    if (draw < (growing ? 60 : 25)) {
      const free = model.findIndex((entity) => entity === undefined);
      expect(pool.spawn()).toBe(free === -1 ? NO_SLOT : free);
      if (free === -1) refused++;
      else {
        expect(pool.id[free]).toBe(0);
        pool.id[free] = ++spawned;
        model[free] = { id: spawned, handle: pool.handleOf(free) };
      }
    } else if (draw < 97) {
      const entity = model[slot];
      expect(pool.despawn(slot)).toBe(entity !== undefined);
      if (entity !== undefined) gone.push(entity.handle);
      model[slot] = undefined;
    } else if (draw === 99 && prng.range(0, 20) === 0) {
      pool.clear();
      gone.push(...model.flatMap((entity) => (entity === undefined ? [] : [entity.handle])));
      model = model.map(() => undefined);
    }
    const there = model.flatMap((entity, at) => (entity === undefined ? [] : [at]));
    const visited: number[] = [];
    for (let at = pool.first(); at !== NO_SLOT; at = pool.next(at)) visited.push(at);
    expect(visited, `step ${step}`).toEqual(there);
    expect(pool.count()).toBe(there.length);
    model.forEach((entity, at) => {
      expect(pool.isAlive(at)).toBe(entity !== undefined);
      expect(pool.handleOf(at)).toBe(entity?.handle ?? NO_HANDLE);
      if (entity !== undefined) expect([pool.id[at], pool.slotOf(entity.handle)]).toEqual([entity.id, at]);
    });
    for (let i = 0; i < 5 && gone.length > 0; i++) expect(pool.slotOf(gone[prng.range(0, gone.length)]!)).toBe(NO_SLOT);
  }
  expect(new Set([...gone, ...model.flatMap((entity) => entity?.handle ?? [])]).size, 'every handle once').toBe(
    spawned,
  );
  expect([spawned > 300, refused > 20, gone.length > 300]).toEqual([true, true, true]);
});
