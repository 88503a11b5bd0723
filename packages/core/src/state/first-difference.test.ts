import { describe, expect, it } from 'vitest';
import { layoutFields } from './fields.js';
import { firstDifference } from './first-difference.js';

const { stride, views } = layoutFields({
  small: { type: Uint8Array, length: 3 },
  wide: { type: Float64Array, length: 2 },
  half: { type: Float32Array, length: 2 },
});

const pair = () => [views(new ArrayBuffer(stride), 0), views(new ArrayBuffer(stride), 0)] as const;

/** The bits of one float, the most significant word first. */
function setBits(array: Float64Array, index: number, high: number, low: number): void {
  new Uint32Array(array.buffer, array.byteOffset + index * 8, 2).set([low, high]);
}

describe('firstDifference', () => {
  it('finds none between equal bytes, NaN included', () => {
    const [ours, theirs] = pair();
    for (const side of [ours, theirs]) side.wide[1] = Number.NaN;
    expect(firstDifference(ours, theirs)).toBeUndefined();
  });

  it('names the first field in the order of declaration, not in that of memory, and the first element', () => {
    const [ours, theirs] = pair();
    ours.wide[0] = 7;
    theirs.small[2] = 9;
    ours.small[1] = 4;
    expect(firstDifference(ours, theirs)).toEqual({ field: 'small', index: 1, local: 4, remote: 0 });
    ours.small.fill(0);
    theirs.small.fill(0);
    expect(firstDifference(ours, theirs)).toEqual({ field: 'wide', index: 0, local: 7, remote: 0 });
  });

  it('gives no bytes where the numbers tell', () => {
    const [ours, theirs] = pair();
    ours.half[1] = Number.NaN;
    theirs.half[1] = 2;
    expect(firstDifference(ours, theirs)).toEqual({ field: 'half', index: 1, local: Number.NaN, remote: 2 });
  });

  it('tells 0 from -0 by their bytes', () => {
    const [ours, theirs] = pair();
    theirs.half[1] = -0;
    expect(firstDifference(ours, theirs)).toEqual({
      field: 'half',
      index: 1,
      local: 0,
      remote: -0,
      localBytes: '00000000',
      remoteBytes: '80000000',
    });
  });

  it('tells one NaN from another by their bytes', () => {
    const [ours, theirs] = pair();
    setBits(ours.wide, 1, 0x7ff8_0000, 1);
    setBits(theirs.wide, 1, 0x7ff8_0000, 0);
    expect(firstDifference(ours, theirs)).toEqual({
      field: 'wide',
      index: 1,
      local: Number.NaN,
      remote: Number.NaN,
      localBytes: '7ff8000000000001',
      remoteBytes: '7ff8000000000000',
    });
  });
});
