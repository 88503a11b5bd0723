import type { PeerId } from '@lite-rollback/core';
import { SIGNAL_TEXT_MAX } from '../rooms/signaling.js';

/**
 * What the server says, as far as a room asks:
 * - `OPEN`      the id is ours
 * - `ID-TAKEN`  it is somebody else's
 * - `ERROR`     the server refuses us
 * - `TEXT`      a text from another id
 * - `ABSENT`    nobody holds the id that a text was sent to
 */
export type ServerMessage =
  | { readonly type: 'OPEN' | 'ID-TAKEN' }
  | { readonly type: 'ERROR'; readonly reason: string }
  | { readonly type: 'TEXT'; readonly from: PeerId; readonly text: string }
  | { readonly type: 'ABSENT'; readonly from: PeerId };

/**
 * The server relays three types of messages alike, OFFER, ANSWER and CANDIDATE, and looks into none of them. This one is
 * ignored by a page that runs PeerJS itself.
 */
const RELAYED = 'CANDIDATE';
const ADDRESS = /^[A-Za-z0-9-]{1,160}$/;
/** Each character of a text may be escaped to six. */
const MESSAGE_MAX = 6 * SIGNAL_TEXT_MAX + 1_024;
/** The server's own words, shown to a person. */
const REASON_MAX = 200;

export const HEARTBEAT = JSON.stringify({ type: 'HEARTBEAT' });

/** `text` to the machine that holds the id `to`. */
export function relayed(to: PeerId, text: string): string {
  return JSON.stringify({ type: RELAYED, dst: to, payload: text });
}

/** Undefined for anything else. Never throws: `payload` is whatever a stranger sent. */
export function parseServerMessage(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string' || data.length > MESSAGE_MAX) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  // Anything but an object has none of these members.
  const { type, src, payload } = Object(value) as Readonly<Record<string, unknown>>;
  if (type === 'OPEN' || type === 'ID-TAKEN') return { type };
  if (type === 'ERROR') {
    const { msg } = Object(payload) as Readonly<Record<string, unknown>>;
    return { type, reason: typeof msg === 'string' ? msg.slice(0, REASON_MAX) : '' };
  }
  if (typeof src !== 'string' || !ADDRESS.test(src)) return undefined;
  // EXPIRE: a message waited 5 s for an id that nobody claimed. LEAVE: the id's socket broke when it was to be sent.
  if (type === 'EXPIRE' || type === 'LEAVE') return { type: 'ABSENT', from: src };
  if (type !== RELAYED || typeof payload !== 'string' || payload.length > SIGNAL_TEXT_MAX) return undefined;
  return { type: 'TEXT', from: src, text: payload };
}
