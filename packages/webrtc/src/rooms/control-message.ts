import type { PeerId } from '@lite-rollback/core';

/**
 * What the machines of one room say to each other over PeerJS's own reliable channel, as JSON text.
 * - `welcome`, `full`  host → newcomer, the answer to its dial. `members` are the machines already there, the host left
 *   out
 * - `members`          host → all, whenever the list changes
 * - `check`            newcomer → host: somebody listed does not connect, see who is still alive
 * - `ping`, `pong`     host → member and back
 * - `bye`              any → all, on leaving
 */
export type ControlMessage =
  | { readonly t: 'welcome' | 'members'; readonly members: readonly PeerId[] }
  | { readonly t: 'full' | 'check' | 'ping' | 'pong' | 'bye' };

/** Longest text that is parsed: 16 members of 64 characters and the JSON around them stay below it. */
const TEXT_MAX = 2_048;
const MEMBERS_MAX = 16;
const PEER_ID = /^[A-Za-z0-9-]{1,64}$/;
const BARE = new Set<unknown>(['full', 'check', 'ping', 'pong', 'bye']);

export function encodeControlMessage(message: ControlMessage): string {
  return JSON.stringify(message);
}

/** Undefined for anything that is not a control message. Never throws. */
export function parseControlMessage(text: unknown): ControlMessage | undefined {
  if (typeof text !== 'string' || text.length > TEXT_MAX) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('t' in value)) return undefined;
  const { t } = value;
  // BARE holds exactly the literals of the second half of the union.
  if (BARE.has(t)) return { t: t as 'full' | 'check' | 'ping' | 'pong' | 'bye' };
  if ((t !== 'welcome' && t !== 'members') || !('members' in value) || !Array.isArray(value.members)) return undefined;
  const members: readonly unknown[] = value.members;
  if (
    members.length > MEMBERS_MAX ||
    !members.every((member): member is PeerId => typeof member === 'string' && PEER_ID.test(member))
  )
    return undefined;
  return { t, members };
}
