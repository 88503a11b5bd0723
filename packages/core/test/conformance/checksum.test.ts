import { describe, expect, it } from 'vitest';
import { checksum, createRollback, createSession, stateChecksum } from '../../src/index.js';
import { expectRefusal } from './refusal.js';

function pattern(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => (i * 73 + 41) ^ (i >> 3));
}

describe('checksum', () => {
  it('is a uint32', () => {
    for (let length = 0; length <= 70; length++) {
      const sum = checksum(pattern(length));
      expect(Number.isInteger(sum)).toBe(true);
      expect(sum).toBeGreaterThanOrEqual(0);
      expect(sum).toBeLessThan(2 ** 32);
      expect(Object.is(sum, -0)).toBe(false);
    }
  });

  it('depends on the bytes alone, at any alignment, whatever lies around them', () => {
    for (let length = 0; length <= 70; length++) {
      const bytes = pattern(length);
      for (const seed of [0, 0xdead_beef]) {
        const expected = checksum(bytes, seed);
        for (let offset = 0; offset <= 17; offset++) {
          for (const around of [0, 255]) {
            const home = new Uint8Array(length + 40).fill(around);
            home.set(bytes, offset);
            expect(checksum(home.subarray(offset, offset + length), seed)).toBe(expected);
            expect([...home.subarray(offset, offset + length)]).toEqual([...bytes]);
          }
        }
      }
    }
  });

  it('takes an ArrayBuffer and every kind of view over the same bytes alike', () => {
    for (const length of [0, 8, 16, 64, 4096]) {
      const { buffer } = pattern(length);
      const expected = checksum(buffer);
      for (const view of [
        new Uint8Array(buffer),
        new Int8Array(buffer),
        new Uint8ClampedArray(buffer),
        new Uint16Array(buffer),
        new Int16Array(buffer),
        new Uint32Array(buffer),
        new Int32Array(buffer),
        new Float32Array(buffer),
        new Float64Array(buffer),
        new BigInt64Array(buffer),
        new DataView(buffer),
      ]) {
        expect(checksum(view)).toBe(expected);
      }
    }
    const { buffer } = pattern(64);
    expect(checksum(new DataView(buffer, 3, 21))).toBe(checksum(new Uint8Array(buffer, 3, 21)));
    expect(checksum(new Float32Array(buffer, 4, 5))).toBe(checksum(new Uint8Array(buffer, 4, 20)));
  });

  it('has the length mixed in: zeros of different lengths differ', () => {
    for (const seed of [0, 1, 0xffff_ffff]) {
      const sums = new Set(Array.from({ length: 301 }, (_, length) => checksum(new Uint8Array(length), seed)));
      expect(sums.size).toBe(301);
    }
  });

  it('has zeros appended to data differ too', () => {
    for (let length = 0; length <= 70; length++) {
      const longer = new Uint8Array(length + 16);
      longer.set(pattern(length));
      const sums = new Set(Array.from({ length: 17 }, (_, more) => checksum(longer.subarray(0, length + more))));
      expect(sums.size).toBe(17);
    }
  });

  it('changes with every single bit, at every length', () => {
    for (let length = 1; length <= 70; length++) {
      const bytes = pattern(length);
      const original = checksum(bytes);
      for (let bit = 0; bit < length * 8; bit++) {
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(checksum(bytes)).not.toBe(original);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
      }
      expect(checksum(bytes)).toBe(original);
    }
  });

  it('changes with the order of words: any two of sixteen swapped', () => {
    const words = Uint32Array.from({ length: 16 }, (_, i) => i + 1);
    const seen = new Set([checksum(words)]);
    let swaps = 0;
    for (let a = 0; a < 16; a++) {
      for (let b = a + 1; b < 16; b++) {
        const swapped = words.slice();
        [swapped[a], swapped[b]] = [words[b]!, words[a]!];
        seen.add(checksum(swapped));
        swaps++;
      }
    }
    expect(seen.size).toBe(1 + swaps);
  });

  it('does not cancel equal changes in two words', () => {
    // The sort of change a game makes: +1 here and -1 there, or the same bit in two fields.
    const seen = new Set<number>();
    let made = 0;
    for (let a = 0; a < 24; a++) {
      for (let b = 0; b < 24; b++) {
        if (a === b) continue;
        for (const delta of [1, 0x8000_0000, 0x0101_0101]) {
          const words = new Uint32Array(24).fill(7);
          words[a] = words[a]! + delta;
          words[b] = words[b]! - delta;
          seen.add(checksum(words));
          made++;
        }
      }
    }
    // delta 2^31 is its own negative, so its pairs count once each.
    expect(seen.size).toBe(made - (24 * 23) / 2);
  });

  it('spreads: 200,000 small states that differ in two counters collide about as chance has it, in all 32 bits', () => {
    const words = new Uint32Array(6);
    const seen = new Set<number>();
    const ones = new Array<number>(32).fill(0);
    for (let i = 0; i < 200_000; i++) {
      words[1] = i % 500;
      words[4] = Math.floor(i / 500);
      const sum = checksum(words);
      seen.add(sum);
      for (let bit = 0; bit < 32; bit++) ones[bit]! += (sum >>> bit) & 1;
    }
    // Chance: n²/2^33 = 4.7 collisions.
    expect(200_000 - seen.size).toBeLessThan(20);
    for (const count of ones) expect(Math.abs(count / 200_000 - 0.5)).toBeLessThan(0.02);
  });

  it('has the seed change it, 0 being the default', () => {
    for (const length of [0, 1, 7, 8, 64]) {
      const bytes = pattern(length);
      expect(checksum(bytes)).toBe(checksum(bytes, 0));
      const seeds = [0, 1, 2, 3, 0x1234_5678, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
      expect(new Set(seeds.map((seed) => checksum(bytes, seed))).size).toBe(seeds.length);
    }
  });

  it('is a function: the same bytes give the same value, call after call, and are not changed', () => {
    const bytes = pattern(1000);
    const copy = [...bytes];
    const first = checksum(bytes, 9);
    for (let i = 0; i < 2000; i++) expect(checksum(bytes, 9)).toBe(first);
    expect([...bytes]).toEqual(copy);
  });

  it.each([undefined, null, 3, 'abc', [1, 2, 3], {}, { byteLength: 4 }, () => 1])('of %o: TypeError', (data) => {
    // @ts-expect-error on purpose
    expectRefusal(() => checksum(data), TypeError);
  });
});

describe('stateChecksum', () => {
  const specs = {
    b: { type: Uint8Array, length: 5 },
    x: { type: Float64Array, length: 3 },
    s: { type: Int16Array, length: 3 },
  } as const;

  it('is checksum(new Uint8Array(buffer, 0, stride), seed), padding included', () => {
    const ring = createRollback({ capacity: 4, fields: specs });
    ring.fields.x.set([1.5, -0, 7]);
    ring.fields.b.set([1, 2, 3, 4, 5]);
    for (let i = 0; i < 6; i++) {
      ring.fields.s[i % 3] = i;
      for (const seed of [0, 7, 0xffff_ffff]) {
        expect(stateChecksum(ring, seed)).toBe(checksum(new Uint8Array(ring.buffer, 0, ring.stride), seed));
      }
      expect(stateChecksum(ring)).toBe(stateChecksum(ring, 0));
      ring.commit();
    }
    ring.rollback(3);
    expect(stateChecksum(ring)).toBe(checksum(new Uint8Array(ring.buffer, 0, ring.stride)));
  });

  it('needs of its source the fields alone', () => {
    const ring = createRollback({ capacity: 2, fields: specs });
    ring.fields.x[1] = 3;
    expect(stateChecksum({ fields: ring.fields })).toBe(stateChecksum(ring));
  });

  it('is right for every total from 1 to 40 bytes', () => {
    for (let length = 1; length <= 40; length++) {
      const ring = createRollback({ capacity: 1, fields: { only: { type: Uint8Array, length } } });
      ring.fields.only.fill(length);
      ring.commit();
      ring.fields.only.fill(200);
      expect(stateChecksum(ring)).toBe(checksum(new Uint8Array(ring.buffer, 0, ring.stride)));
    }
  });

  it('of a session equals checksumAt(frame()-1) after step', () => {
    const session = createSession({
      capacity: 4,
      numPlayers: 1,
      fields: specs,
      simulate: (fields, inputs, frame) => {
        fields.x[0] = (fields.x[0] ?? 0) + (inputs[0] ?? 0) + frame;
        fields.b[4] = frame;
      },
    });
    for (let i = 0; i < 12; i++) {
      session.setLocalInput(i * 5);
      session.step();
      for (const seed of [0, 3])
        expect(stateChecksum(session, seed)).toBe(session.checksumAt(session.frame() - 1, seed));
    }
  });

  it('of two rings in the same state is the same, whatever their capacities hold', () => {
    const a = createRollback({ capacity: 2, fields: specs });
    const b = createRollback({ capacity: 64, fields: specs });
    for (let i = 0; i < 70; i++) {
      b.fields.x[0] = i;
      b.commit();
    }
    a.fields.x[0] = 69;
    expect(stateChecksum(a)).toBe(stateChecksum(b));
  });

  it.each([undefined, null, 3, {}, { fields: null }, { fields: {} }, { fields: { x: 1 } }])(
    'of %o: TypeError',
    (source) => {
      // @ts-expect-error on purpose
      expectRefusal(() => stateChecksum(source), TypeError);
    },
  );
});
