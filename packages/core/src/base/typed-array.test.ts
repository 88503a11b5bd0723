import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { isTypedArray } from './typed-array.js';

it('tells typed arrays apart by what they are, whichever realm they come from', () => {
  const foreign: unknown = runInNewContext('new Uint32Array(2)');
  expect(foreign).not.toBeInstanceOf(Uint32Array);
  expect(isTypedArray(foreign, 'Uint32Array')).toBe(true);
  expect(isTypedArray(new Uint32Array(2), 'Uint32Array')).toBe(true);
  expect(isTypedArray(Buffer.alloc(2), 'Uint8Array')).toBe(true);
  for (const other of [new Uint8Array(2), new DataView(new ArrayBuffer(8)), [1], null, undefined, 'Uint32Array', 5])
    expect(isTypedArray(other, 'Uint32Array')).toBe(false);
  expect(isTypedArray({ [Symbol.toStringTag]: 'Uint32Array', length: 3 }, 'Uint32Array')).toBe(false);
});
