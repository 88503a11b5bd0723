import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_MAX, ROOM_NAME_MAX, linkTo, newRoomName, readAddress } from './address.js';

describe('readAddress', () => {
  it.each([
    ['', { kind: 'menu' }],
    ['?players=4', { kind: 'menu' }],
    ['?room=sofa', { kind: 'room', room: 'sofa' }],
    ['?room=%20%20', { kind: 'menu' }],
    ['?room=a%00b%0Ac', { kind: 'room', room: 'a b c' }],
    ['?join=ABCD-EFGH', { kind: 'join', code: 'ABCD-EFGH' }],
    ['?host=1', { kind: 'host' }],
    ['?host=0', { kind: 'menu' }],
    ['?host=4K7Q-9XWZ-2M3NP', { kind: 'host', code: '4K7Q-9XWZ-2M3NP' }],
    ['?room=sofa&watch=1', { kind: 'room', room: 'sofa', watch: true }],
    ['?join=ABCD&watch=1', { kind: 'join', code: 'ABCD', watch: true }],
    ['?watch=1', { kind: 'menu' }],
    ['?mode=replay', { kind: 'replay' }],
    ['?mode=hotseat', { kind: 'hotseat' }],
    ['?mode=boxes', { kind: 'mode', mode: 'boxes' }],
    ['?room=%3Cb%3E&mode=hotseat', { kind: 'room', room: '<b>' }],
  ])('%s', (search, expected) => {
    expect(readAddress(search)).toEqual(expected);
  });

  it('cuts what is too long, and not through the middle of a character', () => {
    const address = readAddress(`?room=${encodeURIComponent('🏓'.repeat(100))}`);
    expect(address).toEqual({ kind: 'room', room: '🏓'.repeat(ROOM_NAME_MAX) });
    expect(readAddress(`?join=${'x'.repeat(500)}`)).toEqual({ kind: 'join', code: 'x'.repeat(CODE_MAX) });
  });

  it('never throws, whatever a link holds', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (search) => void readAddress(search)));
  });
});

describe('linkTo', () => {
  it('comes back as the same address, and keeps the rest of the query', () => {
    const here = 'https://example.test/pong/?players=4&room=old&host=1#x';
    for (const address of [
      { kind: 'room', room: 'a&b=c#d' } as const,
      { kind: 'join', code: 'ABCD' } as const,
      { kind: 'host' } as const,
      { kind: 'host', code: 'ABCD' } as const,
      { kind: 'room', room: 'sofa', watch: true } as const,
      { kind: 'join', code: 'ABCD', watch: true } as const,
      { kind: 'replay' } as const,
      { kind: 'hotseat' } as const,
      { kind: 'menu' } as const,
    ]) {
      const link = new URL(linkTo(address, here));
      expect(readAddress(link.search)).toEqual(address);
      expect(link.searchParams.get('players')).toBe('4');
      expect(link.hash).toBe('');
    }
  });
});

describe('newRoomName', () => {
  it('is a name that a link and a person can carry', () => {
    let n = 0;
    const names = Array.from({ length: 50 }, () => newRoomName(() => (n = Math.imul(n + 1, 0x9e3779b1) >>> 0)));
    expect(new Set(names).size).toBeGreaterThan(30);
    for (const name of names) {
      expect(name).toMatch(/^[a-z]+-[a-z]+-[1-9]\d$/);
      expect(readAddress(`?room=${name}`)).toEqual({ kind: 'room', room: name });
    }
  });
});
