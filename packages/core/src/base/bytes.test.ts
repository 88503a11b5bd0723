import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isArrayBuffer, isBytes } from './bytes.js';

/** What an expression gives in another realm, as in an iframe. */
const elsewhere = (source: string): unknown => runInNewContext(source);

describe('isBytes', () => {
  it('takes a Uint8Array of any realm', () => {
    const foreign = elsewhere('new Uint8Array(3)');
    expect(foreign instanceof Uint8Array).toBe(false);
    for (const value of [foreign, new Uint8Array(3), Buffer.from('x')]) expect(isBytes(value)).toBe(true);
  });

  it('takes nothing else', () => {
    class Named {
      readonly [Symbol.toStringTag] = 'Uint8Array';
    }
    for (const value of [undefined, null, 'x', [1], new ArrayBuffer(1), new Uint8ClampedArray(1), new Named()])
      expect(isBytes(value)).toBe(false);
    expect(isBytes(elsewhere('new Uint16Array(3)'))).toBe(false);
  });
});

describe('isArrayBuffer', () => {
  it('takes an ArrayBuffer of any realm, and nothing else', () => {
    const foreign = elsewhere('new ArrayBuffer(3)');
    expect(foreign instanceof ArrayBuffer).toBe(false);
    for (const value of [foreign, new ArrayBuffer(3)]) expect(isArrayBuffer(value)).toBe(true);
    for (const value of [undefined, null, 'x', [1], {}, new Uint8Array(1), new SharedArrayBuffer(1)])
      expect(isArrayBuffer(value)).toBe(false);
  });
});
