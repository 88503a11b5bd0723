import { afterEach, describe, expect, it, vi } from 'vitest';
import { attempt, succeeds } from './attempt.js';
import { copyText } from './copy-text.js';
import { canFillScreen, toggleFullScreen } from './full-screen.js';
import { readGamepads } from './read-gamepads.js';
import { canShareLink, shareLink } from './share-link.js';

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

describe('the share sheet and the full screen', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are offered where they are there and allowed', async () => {
    const shared: unknown[] = [];
    vi.stubGlobal('navigator', { canShare: () => true, share: (data: unknown) => Promise.resolve(shared.push(data)) });
    expect([canShareLink('https://x.test/'), await shareLink('Pong', 'https://x.test/')]).toEqual([true, true]);
    expect(shared).toEqual([{ title: 'Pong', url: 'https://x.test/' }]);
    for (const navigator of [
      {},
      { canShare: forbid, share: forbid },
      { canShare: () => false, share: () => undefined },
    ]) {
      vi.stubGlobal('navigator', navigator);
      expect([canShareLink('https://x.test/'), await shareLink('Pong', 'https://x.test/')]).toEqual([false, false]);
    }
    for (const [fullscreenEnabled, can] of [
      [true, true],
      [false, false],
      [undefined, false],
    ] as const) {
      const calls: string[] = [];
      const page = {
        fullscreenEnabled,
        fullscreenElement: null as unknown,
        documentElement: { requestFullscreen: () => Promise.resolve(calls.push('fill')) },
        exitFullscreen: () => Promise.resolve(calls.push('give back')),
      };
      vi.stubGlobal('document', page);
      expect([canFillScreen(), await toggleFullScreen()]).toEqual([can, true]);
      page.fullscreenElement = page.documentElement;
      expect([await toggleFullScreen(), calls]).toEqual([true, ['fill', 'give back']]);
    }
  });
});
