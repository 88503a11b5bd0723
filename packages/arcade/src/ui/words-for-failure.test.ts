import { describe, expect, it } from 'vitest';
import { wordsForFailure } from './words-for-failure.js';

/** As in RoomError of @lite-rollback/webrtc; 'aborted' is the player's own doing, and shows nothing. */
const CODES = ['malformed-code', 'unavailable', 'no-such-room', 'signaling', 'ice', 'timeout', 'browser'];
const failWith = (code: string): Error => Object.assign(new Error(`raw ${code}`), { code });

describe('wordsForFailure', () => {
  it.each(CODES)(
    '%s: words of its own, without the raw message, and a step that is not the menu unless nothing helps',
    (code) => {
      for (const hosting of [true, false]) {
        const words = wordsForFailure(failWith(code), hosting, 'ABCD');
        expect(words.title).not.toBe('Could not connect');
        expect(words.title + words.detail).not.toContain('raw');
        expect(words.steps.at(-1)).toBe('menu');
        expect(words.steps.length).toBeGreaterThan(code === 'browser' ? 0 : 1);
      }
    },
  );

  it('says different things for different codes', () => {
    const titles = CODES.map((code) => wordsForFailure(failWith(code), false).title);
    expect(new Set(titles).size).toBe(CODES.length);
  });

  it('unavailable: a host is offered to join, a guest to open a game of their own', () => {
    expect(wordsForFailure(failWith('unavailable'), true).steps[0]).toBe('join');
    expect(wordsForFailure(failWith('unavailable'), false).steps[0]).toBe('host');
  });

  it('names the code that leads nowhere', () => {
    expect(wordsForFailure(failWith('no-such-room'), false, '<b>4K7Q</b>').detail).toContain('<b>4K7Q</b>');
  });

  it.each([[new RangeError('too long')], ['a string'], [undefined], [null], [{ code: 'of another library' }]])(
    '%s: what is known, and the ways on',
    (thrown) => {
      expect(wordsForFailure(thrown, false)).toMatchObject({ title: 'Could not connect', steps: ['retry', 'menu'] });
    },
  );
});
