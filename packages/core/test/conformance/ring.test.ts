import { describe, expect, it } from 'vitest';
import { createRollback, type FieldSpecs, type Rollback } from '../../src/index.js';
import { expectRefusal, shown } from './refusal.js';

const ARRAY_TYPES = [
  Float32Array,
  Float64Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
] as const;

function counter(capacity: number) {
  return createRollback({ capacity, fields: { x: { type: Int32Array, length: 1 } } });
}

function commitValue(ring: ReturnType<typeof counter>, value: number): void {
  ring.fields.x[0] = value;
  ring.commit();
}

function observe(ring: Rollback<FieldSpecs>): unknown {
  const held = [...Array(ring.depth()).keys()].map((n) => Object.values(ring.peek(n)).map((view) => [...view]));
  return { depth: ring.depth(), held, bytes: [...new Uint8Array(ring.buffer)] };
}

/** Byte ranges [from, to) of all fields of one snapshot. */
function ranges(snapshot: Readonly<Record<string, ArrayBufferView>>): [number, number][] {
  return Object.values(snapshot).map((view) => [view.byteOffset, view.byteOffset + view.byteLength]);
}

describe('the buffer', () => {
  const mixed: FieldSpecs = {
    a: { type: Uint8Array, length: 3 },
    b: { type: Float64Array, length: 1 },
    c: { type: Int16Array, length: 5 },
    d: { type: Float32Array, length: 3 },
    e: { type: Int8Array, length: 1 },
    f: { type: Uint32Array, length: 1 },
    g: { type: Uint16Array, length: 2 },
    h: { type: Int32Array, length: 7 },
    i: { type: Uint8ClampedArray, length: 2 },
  };
  const payload = 3 + 8 + 10 + 12 + 1 + 4 + 4 + 28 + 2;

  it('is one ArrayBuffer of (capacity + 1) strides', () => {
    for (const capacity of [1, 2, 8, 64]) {
      const ring = createRollback({ capacity, fields: mixed });
      expect(ring.buffer).toBeInstanceOf(ArrayBuffer);
      expect(ring.buffer.byteLength).toBe((capacity + 1) * ring.stride);
      for (const view of Object.values(ring.fields)) expect(view.buffer).toBe(ring.buffer);
    }
  });

  it('starts zeroed', () => {
    expect(new Uint8Array(createRollback({ capacity: 4, fields: mixed }).buffer).every((byte) => byte === 0)).toBe(
      true,
    );
  });

  it('has a stride that is the fields plus padding up to a multiple of 8, and no more', () => {
    expect(createRollback({ capacity: 2, fields: mixed }).stride).toBe(Math.ceil(payload / 8) * 8);
    for (let length = 1; length <= 17; length++) {
      const ring = createRollback({ capacity: 2, fields: { only: { type: Uint8Array, length } } });
      expect(ring.stride).toBe(Math.ceil(length / 8) * 8);
    }
  });

  it('holds the live snapshot in its first stride and each commit wholly inside a stride of its own', () => {
    const ring = createRollback({ capacity: 8, fields: mixed });
    for (const [from, to] of ranges(ring.fields)) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(ring.stride);
    }
    for (let i = 0; i < 8; i++) ring.commit();
    const slots = [...Array(8).keys()].map((n) => {
      const inSlot = ranges(ring.peek(n)).map(([from, to]) => {
        expect(Math.floor(from / ring.stride)).toBe(Math.floor((to - 1) / ring.stride));
        return Math.floor(from / ring.stride);
      });
      expect(new Set(inSlot).size).toBe(1);
      return inSlot[0];
    });
    expect(new Set(slots)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  });

  it('lays every snapshot out alike, so that one slice moves a state', () => {
    const ring = createRollback({ capacity: 4, fields: mixed });
    for (let i = 0; i < 4; i++) ring.commit();
    const offsets = (snapshot: Readonly<Record<string, ArrayBufferView>>) =>
      Object.entries(snapshot).map(([name, view]) => [
        name,
        view.byteOffset % ring.stride,
        view.byteLength,
        view.constructor,
      ]);
    for (let n = 0; n < 4; n++) expect(offsets(ring.peek(n))).toEqual(offsets(ring.fields));
  });

  it.each(ARRAY_TYPES)('gives a %o field its own type, length and alignment, wherever it is declared', (type) => {
    for (const length of [1, 2, 3, 5]) {
      const fields = {
        first: { type: Uint8Array, length: 1 },
        it: { type, length },
        last: { type: Int8Array, length: 3 },
      };
      const ring = createRollback({ capacity: 2, fields });
      ring.commit();
      for (const view of [ring.fields.it, ring.peek().it]) {
        expect(view.constructor).toBe(type);
        expect(view.length).toBe(length);
        expect(view.byteOffset % type.BYTES_PER_ELEMENT).toBe(0);
      }
    }
  });

  it('never lets two fields overlap', () => {
    const ring = createRollback({ capacity: 2, fields: mixed });
    const sorted = [...ranges(ring.fields)].sort(([a], [b]) => a - b);
    sorted.reduce((end, [from, to]) => {
      expect(from).toBeGreaterThanOrEqual(end);
      return to;
    }, 0);
  });

  it('is not shared between two rings', () => {
    expect(counter(2).buffer).not.toBe(counter(2).buffer);
  });

  it('takes field names that objects inherit', () => {
    const length = 1;
    const ring = createRollback({
      capacity: 2,
      fields: {
        constructor: { type: Int32Array, length },
        toString: { type: Int8Array, length },
        length: { type: Uint8Array, length },
      },
    });
    ring.fields.constructor[0] = 5;
    ring.commit();
    expect(ring.peek().constructor[0]).toBe(5);
    expect(Object.keys(ring.fields).sort()).toEqual(['constructor', 'length', 'toString']);
  });

  it("does not follow the caller's specification once made", () => {
    const spec = { type: Int32Array, length: 1 };
    const fields: Record<string, typeof spec> = { x: spec };
    const ring = createRollback({ capacity: 2, fields });
    spec.length = 9;
    fields.y = spec;
    ring.commit();
    expect(Object.keys(ring.peek())).toEqual(['x']);
    expect(ring.peek().x?.length).toBe(1);
  });
});

describe('commit, peek, rollback, reset', () => {
  it('counts commits up to the capacity', () => {
    for (const capacity of [1, 2, 4, 16]) {
      const ring = counter(capacity);
      expect(ring.capacity).toBe(capacity);
      expect(ring.depth()).toBe(0);
      for (let i = 1; i <= 3 * capacity; i++) {
        ring.commit();
        expect(ring.depth()).toBe(Math.min(i, capacity));
      }
    }
  });

  it('peeks the n-th most recent commit, 0 by default, and is not moved by later writes to live', () => {
    const ring = counter(4);
    for (let i = 1; i <= 11; i++) commitValue(ring, i);
    ring.fields.x[0] = 99;
    expect(ring.peek().x[0]).toBe(11);
    expect([0, 1, 2, 3].map((n) => ring.peek(n).x[0])).toEqual([11, 10, 9, 8]);
  });

  it('gives the same object for the same slot, every time', () => {
    const ring = counter(4);
    const bySlot: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      ring.commit();
      bySlot.push(ring.peek());
    }
    expect(new Set(bySlot).size).toBe(4);
    for (let i = 4; i < 20; i++) {
      ring.commit();
      for (let n = 0; n < 4; n++) expect(ring.peek(n)).toBe(bySlot[(i - n) % 4]);
    }
  });

  it('has peek(n) and rollback(n) agree, n newer commits being dropped', () => {
    for (let n = 0; n < 4; n++) {
      const ring = counter(4);
      for (let i = 1; i <= 6; i++) commitValue(ring, i);
      ring.fields.x[0] = 99;
      const target = ring.peek(n);
      ring.rollback(n);
      expect(ring.fields.x[0]).toBe(6 - n);
      expect(ring.depth()).toBe(4 - n);
      expect(ring.peek(0)).toBe(target);
      ring.fields.x[0] = 50;
      ring.commit();
      expect(ring.peek(0).x[0]).toBe(50);
      expect(ring.peek(1)).toBe(target);
    }
  });

  it('rolls back by 1 by default', () => {
    const ring = counter(4);
    commitValue(ring, 1);
    commitValue(ring, 2);
    ring.rollback();
    expect(ring.fields.x[0]).toBe(1);
    expect(ring.depth()).toBe(1);
  });

  it('forgets on reset, and zeroes neither live nor the slots', () => {
    const ring = counter(2);
    for (let i = 1; i <= 3; i++) commitValue(ring, i);
    const before = [...new Uint8Array(ring.buffer)];
    ring.reset();
    expect(ring.depth()).toBe(0);
    expect([...new Uint8Array(ring.buffer)]).toEqual(before);
    expectRefusal(() => ring.peek(), RangeError);
    commitValue(ring, 7);
    expect(ring.depth()).toBe(1);
    expect(ring.peek().x[0]).toBe(7);
  });

  it('works at capacity 1: one commit, only rollback(0)', () => {
    const ring = counter(1);
    commitValue(ring, 1);
    commitValue(ring, 2);
    ring.fields.x[0] = 9;
    expectRefusal(() => ring.rollback(), RangeError, 1);
    expect(ring.fields.x[0]).toBe(9);
    ring.rollback(0);
    expect(ring.fields.x[0]).toBe(2);
    expect(ring.depth()).toBe(1);
  });

  it('copies every byte of every field, NaN payloads and negative zero among them', () => {
    const ring = createRollback({
      capacity: 2,
      fields: { f: { type: Float64Array, length: 2 }, b: { type: Uint8Array, length: 5 } },
    });
    const live = new Uint8Array(ring.buffer, 0, ring.stride);
    for (let i = 0; i < 21; i++) live[i] = 255 - i;
    const copy = [...live];
    ring.commit();
    live.fill(0);
    ring.rollback(0);
    expect([...live]).toEqual(copy);
  });

  it('works at the largest capacity', () => {
    const ring = createRollback({ capacity: 1_048_576, fields: { x: { type: Uint8Array, length: 1 } } });
    ring.fields.x[0] = 3;
    for (let i = 0; i < 1_048_577; i++) ring.commit();
    expect(ring.depth()).toBe(1_048_576);
    expect(ring.peek(1_048_575).x[0]).toBe(3);
  });
});

describe('what a ring refuses', () => {
  const fields = { x: { type: Int32Array, length: 1 } };

  it.each([0, -1, 3, 5, 6, 7, 100, 1_048_577, 2_097_152, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 33 + 2, -4])(
    'capacity %d: RangeError with the value and the bounds',
    (capacity) => {
      expectRefusal(
        () => createRollback({ capacity, fields }),
        RangeError,
        capacity,
        1,
        /1048576|2\^20|2\*\*20/,
        /capacity/i,
      );
    },
  );

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, '4', null, undefined, true, 4n, [4]])(
    'capacity %o: TypeError',
    (capacity) => {
      // @ts-expect-error on purpose, a capacity of the wrong type
      expectRefusal(() => createRollback({ capacity, fields }), TypeError, /capacity/i);
    },
  );

  it.each([0, -1, -100])('a length of %d: RangeError that names the field, the value and the bound', (length) => {
    expectRefusal(
      () => createRollback({ capacity: 2, fields: { speed: { type: Int32Array, length } } }),
      RangeError,
      'speed',
      length,
      1,
    );
  });

  it.each([1.5, Number.NaN, '3', null, undefined, 2n])('a length of %o: TypeError that names the field', (length) => {
    expectRefusal(
      // @ts-expect-error on purpose, a length of the wrong type
      () => createRollback({ capacity: 2, fields: { speed: { type: Int32Array, length } } }),
      TypeError,
      'speed',
      String(length),
    );
  });

  it.each([undefined, null, Array, DataView, BigInt64Array, BigUint64Array, ArrayBuffer, 'Int32Array', {}, () => {}])(
    'the type %o: TypeError that names the field',
    (type) => {
      // @ts-expect-error on purpose, no typed array
      expectRefusal(() => createRollback({ capacity: 2, fields: { speed: { type, length: 1 } } }), TypeError, 'speed');
    },
  );

  it.each([{}, null, undefined, 3, 'x'])('the fields %o: TypeError', (none) => {
    // @ts-expect-error on purpose, no fields
    expectRefusal(() => createRollback({ capacity: 2, fields: none }), TypeError);
  });

  it.each([null, undefined, 3, Int32Array])('a field specification of %o: TypeError', (spec) => {
    // @ts-expect-error on purpose, no specification
    expectRefusal(() => createRollback({ capacity: 2, fields: { speed: spec } }), TypeError);
  });

  it.each([undefined, null, 4])('the options %o: TypeError', (options) => {
    // @ts-expect-error on purpose, no options
    expectRefusal(() => createRollback(options), TypeError);
  });

  it('a total past one ArrayBuffer: RangeError that gives the bytes asked for', () => {
    const big = { x: { type: Float64Array, length: 1_048_576 } };
    expectRefusal(() => createRollback({ capacity: 1_048_576, fields: big }), RangeError, 8 * 1_048_576 * 1_048_577);
    const wide = { x: { type: Uint8Array, length: 2 ** 46 } };
    expectRefusal(() => createRollback({ capacity: 1, fields: wide }), RangeError, 2 * 2 ** 46);
  });

  it('a total past all integers: RangeError all the same', () => {
    const absurd = { x: { type: Float64Array, length: Number.MAX_SAFE_INTEGER }, y: { type: Uint8Array, length: 1 } };
    expectRefusal(() => createRollback({ capacity: 1_048_576, fields: absurd }), RangeError);
  });

  it.each([-1, 3, 4, 2 ** 31, 2 ** 32, -(2 ** 32)])(
    'peek(%d) and rollback(%d) of a depth of 3: RangeError, nothing touched',
    (n) => {
      const ring = counter(4);
      for (let i = 1; i <= 3; i++) commitValue(ring, i);
      ring.fields.x[0] = 99;
      const before = observe(ring);
      expectRefusal(() => ring.peek(n), RangeError, n, 0, /2|3/);
      expectRefusal(() => ring.rollback(n), RangeError, n, 0, /2|3/);
      expect(observe(ring)).toEqual(before);
    },
  );

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null, true, {}, 1n])(
    'peek(%o) and rollback(%o): TypeError, nothing touched',
    (n) => {
      const ring = counter(4);
      for (let i = 1; i <= 3; i++) commitValue(ring, i);
      ring.fields.x[0] = 99;
      const before = observe(ring);
      // @ts-expect-error on purpose, no integer
      expectRefusal(() => ring.peek(n), TypeError, shown(n));
      // @ts-expect-error on purpose, no integer
      expectRefusal(() => ring.rollback(n), TypeError, shown(n));
      expect(observe(ring)).toEqual(before);
    },
  );

  it('peek(0) and rollback(0) of an empty ring: RangeError', () => {
    const ring = counter(4);
    ring.fields.x[0] = 5;
    expectRefusal(() => ring.peek(0), RangeError, 0);
    expectRefusal(() => ring.rollback(0), RangeError, 0);
    expect(ring.fields.x[0]).toBe(5);
  });
});
