import { createRollback, defineGame, type FieldViews } from '@lite-rollback/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { definePool } from './pool.js';
import { NO_HANDLE, NO_SLOT, type Slots } from './slots.js';

const shots = definePool({
  name: 'shots',
  capacity: 40,
  columns: { pos: { type: Int32Array, length: 2 }, age: { type: Uint8Array, length: 1 } },
});
const stateOf = () =>
  createRollback({ capacity: 4, fields: { score: { type: Int32Array, length: 1 }, ...shots.fields } });
const slotsOf = (pool: Slots): number[] => {
  const found: number[] = [];
  for (let slot = pool.first(); slot !== NO_SLOT; slot = pool.next(slot)) found.push(slot);
  return found;
};

describe('definePool', () => {
  it('gives field specs, ready to be spread into a game', () => {
    expect(shots.fields).toEqual({
      'shots.pos': { type: Int32Array, length: 80 },
      'shots.age': { type: Uint8Array, length: 40 },
      'shots.alive': { type: Uint32Array, length: 2 },
      'shots.generation': { type: Uint32Array, length: 40 },
    });
    const game = defineGame({
      id: 'pool/1',
      numPlayers: 1,
      fields: { score: { type: Int32Array, length: 1 }, ...shots.fields },
      simulate(fields) {
        expectTypeOf(shots.of(fields).pos).toEqualTypeOf<Int32Array<ArrayBuffer>>();
        expectTypeOf(shots.of(fields).age).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
        expectTypeOf(fields['shots.pos']).toEqualTypeOf<Int32Array<ArrayBuffer>>();
        expectTypeOf(fields['shots.alive']).toEqualTypeOf<Uint32Array>();
      },
    });
    expect(Object.keys(game.fields)).toHaveLength(5);
  });
  it.each([
    [
      'a name that is none',
      { name: '', capacity: 1, columns: { x: { type: Int8Array, length: 1 } } },
      TypeError,
      /needs a name/,
    ],
    [
      'no room',
      { name: 'p', capacity: 0, columns: { x: { type: Int8Array, length: 1 } } },
      RangeError,
      /\[1, 65536\], got 0/,
    ],
    [
      'too much room',
      { name: 'p', capacity: 65_537, columns: { x: { type: Int8Array, length: 1 } } },
      RangeError,
      /65537/,
    ],
    ['half a place', { name: 'p', capacity: 1.5, columns: { x: { type: Int8Array, length: 1 } } }, RangeError, /1\.5/],
    ['no columns', { name: 'p', capacity: 1, columns: {} }, TypeError, /no columns/],
    [
      'a reserved name',
      { name: 'p', capacity: 1, columns: { spawn: { type: Int8Array, length: 1 } } },
      TypeError,
      /'spawn'/,
    ],
    [
      "a name of its fields' own",
      { name: 'p', capacity: 1, columns: { alive: { type: Int8Array, length: 1 } } },
      TypeError,
      /'alive'/,
    ],
    [
      'no type',
      { name: 'p', capacity: 1, columns: { x: { length: 1 } } },
      TypeError,
      /'x' of pool 'p' needs a typed array/,
    ],
    [
      'an array that is not typed',
      { name: 'p', capacity: 1, columns: { x: { type: Array, length: 1 } } },
      TypeError,
      /typed array/,
    ],
    ['no length', { name: 'p', capacity: 1, columns: { x: { type: Int8Array } } }, TypeError, /needs a length/],
    [
      'a length of nothing',
      { name: 'p', capacity: 1, columns: { x: { type: Int8Array, length: 0 } } },
      RangeError,
      /at least 1/,
    ],
  ])('refuses %s', (_, options, kind, message) => {
    const define = (): unknown => definePool(options as unknown as Parameters<typeof definePool>[0]);
    expect(define).toThrow(kind);
    expect(define).toThrow(message);
  });
  it('reserves every member of a view', () => {
    const view = shots.of(stateOf().fields);
    for (const member of Object.keys(view).filter((key) => !['pos', 'age'].includes(key)))
      expect(() =>
        definePool({ name: 'p', capacity: 1, columns: { [member]: { type: Int8Array, length: 1 } } }),
      ).toThrow(`'${member}'`);
  });
  it('does not follow the caller’s objects once made', () => {
    const columns = { x: { type: Int8Array, length: 1 } };
    const pool = definePool({ name: 'p', capacity: 2, columns });
    columns.x.length = 5;
    expect(pool.fields['p.x'].length).toBe(2);
    expect(Object.isFrozen(pool) && Object.isFrozen(pool.fields) && Object.isFrozen(pool.fields['p.x'])).toBe(true);
  });
});

describe('of', () => {
  it('is one view for one state, over its memory', () => {
    const { fields } = stateOf();
    const view = shots.of(fields);
    expect(shots.of(fields)).toBe(view);
    expect(view.pos).toBe(fields['shots.pos']);
    expect(shots.of(stateOf().fields)).not.toBe(view);
  });
  it('names what the game’s fields lack', () => {
    const { fields } = createRollback({ capacity: 1, fields: { x: { type: Int32Array, length: 1 } } });
    expect(() => shots.of(fields as unknown as FieldViews<typeof shots.fields>)).toThrow(
      /'shots\.pos'.*\.\.\.shots\.fields/,
    );
  });
});

describe('a pool', () => {
  it('gives the lowest free slot, with zeros in it', () => {
    const pool = shots.of(stateOf().fields);
    expect([pool.spawn(), pool.spawn(), pool.spawn()]).toEqual([0, 1, 2]);
    pool.pos.set([7, 8], 2);
    pool.age[1] = 9;
    expect([pool.despawn(1), [...pool.pos.subarray(2, 4)]]).toEqual([true, [7, 8]]);
    expect(pool.spawn()).toBe(1);
    expect([[...pool.pos.subarray(2, 4)], pool.age[1]]).toEqual([[0, 0], 0]);
    expect(pool.spawn()).toBe(3);
  });
  it('says when it is full, and is left as it was', () => {
    const { fields } = stateOf();
    const pool = shots.of(fields);
    for (let i = 0; i < 40; i++) expect(pool.spawn()).toBe(i);
    const before = JSON.stringify(fields);
    const slot = pool.spawn();
    expect(slot).toBe(NO_SLOT);
    // What a game does that does not ask.
    pool.pos[slot * 2] = 5;
    pool.pos[slot * 2 + 1] = 5;
    pool.age[slot] = 5;
    expect(JSON.stringify(fields)).toBe(before);
    expect(Object.keys(pool.pos)).toHaveLength(80);
    expect(pool.count()).toBe(40);
  });
  it('is gone through from the lowest slot to the highest', () => {
    const pool = shots.of(stateOf().fields);
    expect([pool.first(), slotsOf(pool)]).toEqual([NO_SLOT, []]);
    for (let i = 0; i < 40; i++) pool.spawn();
    for (const slot of [0, 1, 5, 31, 32, 38]) pool.despawn(slot);
    const left = Array.from({ length: 40 }, (_, i) => i).filter((slot) => ![0, 1, 5, 31, 32, 38].includes(slot));
    expect(slotsOf(pool)).toEqual(left);
    expect([pool.count(), pool.first(), pool.next(39), pool.next(NO_SLOT)]).toEqual([34, 2, NO_SLOT, 2]);
  });
  it('may change while one goes through it', () => {
    const pool = shots.of(stateOf().fields);
    for (let i = 0; i < 4; i++) pool.spawn();
    const visited: number[] = [];
    for (let slot = pool.first(); slot !== NO_SLOT; slot = pool.next(slot)) {
      visited.push(slot);
      if (slot === 1) {
        pool.despawn(0);
        pool.despawn(1);
        pool.despawn(2);
        pool.spawn();
        pool.spawn();
        pool.spawn();
        pool.spawn();
      }
    }
    expect(visited).toEqual([0, 1, 2, 3, 4]);
  });
  it('despawns once', () => {
    const pool = shots.of(stateOf().fields);
    const slot = pool.spawn();
    expect([
      pool.isAlive(slot),
      pool.despawn(slot),
      pool.despawn(slot),
      pool.isAlive(slot),
      pool.despawn(NO_SLOT),
    ]).toEqual([true, true, false, false, false]);
  });
  it('is cleared', () => {
    const pool = shots.of(stateOf().fields);
    const handles = Array.from({ length: 9 }, () => pool.handleOf(pool.spawn()));
    pool.clear();
    expect([pool.count(), slotsOf(pool)]).toEqual([0, []]);
    expect([pool.spawn(), ...handles.map((handle) => pool.slotOf(handle))]).toEqual([0, ...handles.map(() => NO_SLOT)]);
  });
  it.each(['despawn', 'isAlive', 'next', 'handleOf'] as const)('%s refuses a slot that it does not have', (call) => {
    const pool = shots.of(stateOf().fields);
    for (const slot of [40, -2, 1.5, NaN, '0' as unknown as number])
      expect(() => pool[call](slot)).toThrow(
        new RegExp(`^${call}\\(\\) needs a slot: NO_SLOT, or an integer in \\[0, 39\\]; got`),
      );
  });
  it('rolls back whole', () => {
    const ring = stateOf();
    const pool = shots.of(ring.fields);
    const first = pool.handleOf(pool.spawn());
    ring.commit();
    pool.despawn(0);
    const second = pool.handleOf(pool.spawn());
    ring.commit();
    expect([pool.slotOf(first), pool.slotOf(second)]).toEqual([NO_SLOT, 0]);
    ring.rollback(1);
    expect([pool.slotOf(first), pool.slotOf(second), pool.count()]).toEqual([0, NO_SLOT, 1]);
    pool.despawn(0);
    expect(pool.handleOf(pool.spawn()), 'the same entity in the redo').toBe(second);
  });
});

describe('a handle', () => {
  it('is good for its entity alone', () => {
    const pool = shots.of(stateOf().fields);
    const handles = new Set<number>();
    for (let i = 0; i < 500; i++) {
      const slot = pool.spawn();
      const handle = pool.handleOf(slot);
      expect(handle > 0 && handle < 2 ** 30 && Number.isInteger(handle) && !handles.has(handle)).toBe(true);
      expect(pool.slotOf(handle)).toBe(slot);
      handles.add(handle);
      pool.despawn(slot);
      expect([pool.slotOf(handle), pool.handleOf(slot)]).toEqual([NO_SLOT, NO_HANDLE]);
    }
  });
  it('is none where nobody lives, and no number of a stranger is one', () => {
    const pool = shots.of(stateOf().fields);
    pool.spawn();
    expect(pool.handleOf(NO_SLOT)).toBe(NO_HANDLE);
    for (const handle of [NO_HANDLE, -1, 1, 63, 64.5, 2 ** 30, 2 ** 31, 2 ** 32 + 64, NaN, Infinity, -0])
      expect(pool.slotOf(handle), String(handle)).toBe(NO_SLOT);
    expect(pool.slotOf(64)).toBe(0);
  });
  it.each([1, 2, 32, 33, 65_536])('is never given twice, with room for %d: a worn slot is left out', (capacity) => {
    const tiny = definePool({ name: 'tiny', capacity, columns: { x: { type: Int8Array, length: 1 } } });
    const { fields } = createRollback({ capacity: 1, fields: tiny.fields });
    const pool = tiny.of(fields);
    const last = 2 ** 30 / 2 ** Math.ceil(Math.log2(capacity)) - 1;
    fields['tiny.generation'][0] = last - 1;
    expect(pool.spawn()).toBe(0);
    expect(pool.handleOf(0)).toBe(last * 2 ** Math.ceil(Math.log2(capacity)));
    expect(pool.handleOf(0)).toBeLessThan(2 ** 30);
    expect(pool.slotOf(pool.handleOf(0))).toBe(0);
    pool.despawn(0);
    expect(pool.spawn()).toBe(capacity === 1 ? NO_SLOT : 1);
    fields['tiny.generation'].fill(last);
    fields['tiny.alive'].fill(0);
    expect(pool.spawn()).toBe(NO_SLOT);
  });
});
