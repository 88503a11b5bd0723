// What is said when others cannot be reached, and what can be done about it.
import { messageOf } from './message-of.js';
import type { Words } from './words-for-end.js';

/** The `code` of what is thrown for a code that is none. */
export const MALFORMED_CODE = 'malformed-code';

/** What a person can do next. 'retry' opens the same address again. */
export type NextStep = 'retry' | 'host' | 'join' | 'menu';

export interface Failure extends Words {
  /** The likeliest first. */
  steps: readonly NextStep[];
}

/**
 * By the `code` that the online provider's error carries, if it carries one: those of RoomError. `hosting`: whether a
 * room was to be opened, or one to be joined under `room`.
 */
export function wordsForFailure(error: unknown, hosting: boolean, room = ''): Failure {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const message = messageOf(error);
  switch (code) {
    case MALFORMED_CODE:
      return {
        title: 'This is not a whole code',
        detail: `“${room}” is no code of a game. Compare it with the one that you were sent, or ask your friend for the link.`,
        steps: ['host', 'menu'],
      };
    case 'no-such-room':
      return {
        title: 'No game under this code',
        detail: `Nobody is hosting ${room}. Check the code, or ask your friend to open the game again.`,
        steps: ['retry', 'host', 'menu'],
      };
    case 'unavailable':
      return hosting
        ? {
            title: 'This game is open elsewhere',
            detail: 'Another page hosts it already. Close that one, or join it from here.',
            steps: ['join', 'retry', 'menu'],
          }
        : {
            title: 'This game is full',
            detail: 'All its places are taken. Start a new game and send its link instead.',
            steps: ['host', 'menu'],
          };
    case 'signaling':
      return {
        title: 'The meeting point does not answer',
        detail:
          'The server that introduces players cannot be reached. Check your connection and try again, or play on this machine.',
        steps: ['retry', 'menu'],
      };
    case 'ice':
      return {
        title: 'No way through',
        detail:
          'Your networks do not let the two machines connect. Try another network, such as a phone’s hotspot, or ask whoever runs this site to add a TURN server.',
        steps: ['retry', 'menu'],
      };
    case 'timeout':
      return {
        title: 'They do not answer',
        detail:
          'The game is there, but another player’s page does not answer. Ask them to bring it to the front, and try again.',
        steps: ['retry', 'menu'],
      };
    case 'browser':
      return {
        title: 'This browser cannot connect',
        detail: 'It lacks WebRTC, or has it turned off. Use a current Chrome, Edge, Firefox or Safari.',
        steps: ['menu'],
      };
    default:
      return {
        title: 'Could not connect',
        detail: `Try again, or go back to the menu. (${message})`,
        steps: ['retry', 'menu'],
      };
  }
}
