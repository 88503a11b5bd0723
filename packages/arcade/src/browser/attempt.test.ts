import { afterEach, describe, expect, it, vi } from 'vitest';
import { attempt, succeeds } from './attempt.js';
import { copyText } from './copy-text.js';
import { readGamepads } from './read-gamepads.js';

const forbid = (): never => {
  throw new DOMException('forbidden by a permissions policy', 'SecurityError');
};

describe('what the browser may forbid', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is tried, and never throws', async () => {
    expect([attempt(() => 1, 2), attempt(forbid, 2)]).toEqual([1, 2]);
    const rejects = (): Promise<never> => Promise.reject(new Error('no'));
    expect(await Promise.all([() => Promise.resolve(), rejects, forbid, () => undefined].map(succeeds))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('gamepads: none where asking throws', () => {
    vi.stubGlobal('navigator', { getGamepads: forbid });
    expect(readGamepads()).toEqual([]);
    vi.stubGlobal('navigator', {});
    expect(readGamepads()).toEqual([]);
  });

  it('the clipboard: says whether it has the text', async () => {
    const texts: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: (text: string) => Promise.resolve(texts.push(text)) } });
    expect([await copyText('a'), texts]).toEqual([true, ['a']]);
    for (const clipboard of [undefined, { writeText: forbid }, { writeText: () => Promise.reject(new Error('no')) }]) {
      vi.stubGlobal('navigator', { clipboard });
      expect(await copyText('a')).toBe(false);
    }
  });
});
