import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGuestId, createRoomCode, formatRoomCode, isRoomCode, parseRoom } from './room-code.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const code = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 13, maxLength: 13 });
/** PeerJS refuses every other id. */
const PEERJS_ID = /^[A-Za-z0-9]+(?:[ _-][A-Za-z0-9]+)*$/;

describe('createRoomCode', () => {
  it('gives 13 characters of the alphabet, all of them in use at every place, and no code twice', () => {
    const codes = Array.from({ length: 2_000 }, () => createRoomCode());
    expect(codes.every((each) => /^[0-9A-HJKMNP-TV-Z]{13}$/.test(each))).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
    // 2,000 draws of 32: one of them missing at a place has a probability below 1e-25.
    for (let place = 0; place < 13; place++) expect(new Set(codes.map((each) => each[place])).size).toBe(32);
  });
});

describe('parseRoom', () => {
  it('reads a code as it was printed, spelled out, and mistyped', () => {
    const { code: canonical, hostId } = parseRoom('0123456789ABC');
    expect(canonical).toBe('0123456789ABC');
    expect(hostId).toBe('lite-rollback-0123456789ABC');
    for (const typed of ['0123-4567-89ABC', ' 0123 4567 89abc\n', 'oI23_4567.89abc', 'OL23–4567—89ABC'])
      expect(parseRoom(typed)).toEqual({ code: canonical, hostId });
  });

  it('finds the way back from any spelling of any code', () => {
    const spelled = code.chain((value) =>
      fc.record({
        value: fc.constant(value),
        typed: fc
          .tuple(
            ...[...value].map((char) =>
              fc.record({
                char: fc.constantFrom(
                  char,
                  char.toLowerCase(),
                  ...(char === '0' ? ['o', 'O'] : char === '1' ? ['i', 'I', 'l', 'L'] : []),
                ),
                separator: fc.constantFrom('', '', '', '-', ' ', '_', '.'),
              }),
            ),
          )
          .map((parts) => parts.map(({ char, separator }) => separator + char).join('')),
      }),
    );
    fc.assert(
      fc.property(spelled, ({ value, typed }) => {
        expect(parseRoom(typed).code).toBe(value);
        expect(parseRoom(formatRoomCode(value)).code).toBe(value);
      }),
    );
  });

  it('takes anything else as a name, exactly, and finds an id for it that PeerJS takes', () => {
    expect(parseRoom('Friday pong')).toEqual({
      code: 'Friday pong',
      hostId: 'lite-rollback-room-46726964617920706f6e67',
    });
    expect(parseRoom('friday pong').hostId).not.toBe(parseRoom('Friday pong').hostId);
    const name = fc.string({ minLength: 1, maxLength: 64, unit: 'binary' }).filter((text) => text.length <= 64);
    fc.assert(
      fc.property(name, (text) => {
        expect(parseRoom(text).hostId).toMatch(PEERJS_ID);
      }),
    );
  });

  it('gives no two names one id', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [first, second] = [parseRoom(a), parseRoom(b)];
        expect(first.hostId === second.hostId).toBe(first.code === second.code);
      }),
    );
  });

  it('refuses what cannot be a room', () => {
    expect(() => parseRoom('')).toThrow(new RangeError('room must hold 1 to 64 characters, got 0.'));
    expect(() => parseRoom('x'.repeat(65))).toThrow(RangeError);
    // @ts-expect-error a JavaScript caller may pass anything
    expect(() => parseRoom(null)).toThrow(new TypeError('room must be a string, got null.'));
    // @ts-expect-error a JavaScript caller may pass anything
    expect(() => parseRoom(7)).toThrow(TypeError);
  });
});

it('isRoomCode tells a code, however it is typed, from what is only a name', () => {
  for (const typed of ['4K7Q9XWZ2M3NP', '4k7q-9xwz-2m3np', ' 4K7Q 9XWZ 2M3NP', 'OIL4-5678-9ABCD'])
    expect(isRoomCode(typed)).toBe(true);
  for (const typed of ['', '4K7Q-9XWZ-2M3N', '4K7Q-9XWZ-2M3NPP', '4K7Q-9XWZ-2M3NU', 'friday pong'])
    expect(isRoomCode(typed)).toBe(false);
});

describe('formatRoomCode', () => {
  it('groups a code and leaves a name alone', () => {
    expect(formatRoomCode('4K7Q9XWZ2M3NP')).toBe('4K7Q-9XWZ-2M3NP');
    expect(formatRoomCode('my room')).toBe('my room');
  });
});

describe('createGuestId', () => {
  it('is random, taken by PeerJS, and can stand in a list of members', () => {
    const id = createGuestId();
    expect(id).toMatch(PEERJS_ID);
    expect(id).toMatch(/^lite-rollback-guest-[0-9A-Z]{13}$/);
    expect(createGuestId()).not.toBe(id);
  });
});
