import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedText } from './stored-text.js';

function forbid(): never {
  throw new DOMException('forbidden', 'SecurityError');
}

describe('storedText', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is what another one with the same key set, in its area', () => {
    const areas = [new Map<string, string>(), new Map<string, string>()];
    const [local, session] = areas.map((area) => ({
      getItem: (key: string) => area.get(key) ?? null,
      setItem: (key: string, text: string) => void area.set(key, text),
      removeItem: (key: string) => void area.delete(key),
    }));
    vi.stubGlobal('localStorage', local);
    vi.stubGlobal('sessionStorage', session);
    storedText('local', 'a').set('1');
    expect([storedText('local', 'a').get(), storedText('session', 'a').get()]).toEqual(['1', null]);
    storedText('local', 'a').set(null);
    expect([storedText('local', 'a').get(), areas[0]?.size]).toEqual([null, 0]);
  });

  it('lasts as long as the page where storage is forbidden, is full, or is not there', () => {
    const full = { getItem: () => 'old', setItem: forbid, removeItem: forbid };
    for (const area of [undefined, { getItem: forbid, setItem: forbid, removeItem: forbid }, full]) {
      vi.stubGlobal('localStorage', area);
      const stored = storedText('local', 'a');
      expect(stored.get()).toBe(area === full ? 'old' : null);
      stored.set('1');
      expect(stored.get()).toBe('1');
      stored.set(null);
      expect(stored.get()).toBe(null);
    }
  });
});
