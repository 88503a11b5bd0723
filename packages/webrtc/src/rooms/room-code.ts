import type { PeerId } from '@lite-rollback/core';

/** Crockford's base32: no I, L, O, which are read as 1 and 0, and no U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/**
 * 13 × 5 = 65 random bits. A PeerServer limits nobody's attempts and asks for nothing but the id, so the code must be
 * what cannot be guessed; 64 bits is the least that holds against guessing at any rate a server could answer.
 */
const CODE_LENGTH = 13;
const CODE = /^[0-9A-HJKMNP-TV-Z]{13}$/;
const GROUP_SEPARATORS = /[\s\p{Pd}_.]+/gu;
const NAME_MAX = 64;
/**
 * Keeps our ids apart from those of other programs on a shared server. A PeerJS id is alphanumeric groups joined by
 * single dashes.
 */
const PREFIX = 'lite-rollback';

export interface RoomAddress {
  /** The canonical code, or the room's name as it was given. What PeerJSRoom.code shows and joinRoom takes. */
  readonly code: string;
  /** The PeerJS id that the room's host claims. */
  readonly hostId: PeerId;
}

/** 13 characters of base32, 65 bits from crypto.getRandomValues. */
export function createRoomCode(): string {
  // 256 is a multiple of 32: every character is equally likely.
  return Array.from(crypto.getRandomValues(new Uint8Array(CODE_LENGTH)), (byte) => ALPHABET.charAt(byte & 31)).join('');
}

/** Groups a code for reading aloud: 4K7Q-9XWZ-2M3NP. A room's name is returned as it is. */
export function formatRoomCode(code: string): string {
  return CODE.test(code) ? `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}` : code;
}

/** Without separators, in capitals, with the digits that O, I and L stand for. */
const canonical = (typed: string): string =>
  typed.replace(GROUP_SEPARATORS, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');

/** Whether `typed` reads as a code. What does not may still be the name of a room. */
export function isRoomCode(typed: string): boolean {
  return CODE.test(canonical(typed));
}

/**
 * What reads as a code is one, in either case, with or without separators between groups, with O for 0 and I or L for
 * 1. Anything else of 1 … 64 characters is a room's name, and names are compared exactly.
 * @throws TypeError for anything but a string; RangeError for an empty name or one above 64 characters.
 */
export function parseRoom(room: string): RoomAddress {
  if (typeof room !== 'string')
    throw new TypeError(`room must be a string, got ${room === null ? 'null' : typeof room}.`);
  const code = canonical(room);
  if (CODE.test(code)) return { code, hostId: `${PREFIX}-${code}` };
  if (room.length === 0 || room.length > NAME_MAX)
    throw new RangeError(`room must hold 1 to ${NAME_MAX} characters, got ${room.length}.`);
  return { code: room, hostId: `${PREFIX}-room-${hex(new TextEncoder().encode(room))}` };
}

/** A random id for a machine that joins. As hard to guess as a code: knowing it is enough to dial that machine. */
export function createGuestId(): PeerId {
  return `${PREFIX}-guest-${createRoomCode()}`;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
