import { SIGNAL_TEXT_MAX } from './signaling.js';

/**
 * What two machines tell each other over the signaling service, as JSON text, to make one connection. `dial` names the
 * attempt: the side that dials makes it up.
 * - `offer`      dialler → other side: its description
 * - `answer`     the other side's description
 * - `candidate`  both ways: an address at which a side may be reached
 * - `end`        both ways: the side has given this attempt up
 */
export type Signal =
  | { readonly t: 'offer' | 'answer'; readonly dial: string; readonly sdp: string }
  | { readonly t: 'candidate'; readonly dial: string; readonly candidate: RTCIceCandidateInit }
  | { readonly t: 'end'; readonly dial: string };

/** Signals of another version are not answered. */
const VERSION = 2;
const DIAL = /^[0-9a-z]{1,16}$/;
/** An ICE candidate is a line of some 200 characters; with the name of a long TURN server, a few more. */
const CANDIDATE_MAX = 1_024;
/** The one kind of media that a description of ours has: another one would start codecs. */
const MEDIA = /^m=/gm;
const DATA_CHANNELS = /^m=application /m;

export function encodeSignal(signal: Signal): string {
  return JSON.stringify({ v: VERSION, ...signal });
}

/** Undefined for anything that is not a signal. Never throws. */
export function parseSignal(text: string): Signal | undefined {
  if (text.length > SIGNAL_TEXT_MAX) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Anything but an object has none of these members.
  const { v, t, dial, sdp, candidate } = Object(value) as Readonly<Record<string, unknown>>;
  if (v !== VERSION || typeof dial !== 'string' || !DIAL.test(dial)) return undefined;
  if (t === 'end') return { t, dial };
  if (t === 'offer' || t === 'answer') {
    const sound = typeof sdp === 'string' && sdp.match(MEDIA)?.length === 1 && DATA_CHANNELS.test(sdp);
    return sound ? { t, dial, sdp } : undefined;
  }
  if (t !== 'candidate') return undefined;
  const parsed = parseCandidate(candidate);
  return parsed && { t, dial, candidate: parsed };
}

function parseCandidate(value: unknown): RTCIceCandidateInit | undefined {
  const { candidate, sdpMid = null, sdpMLineIndex = null } = Object(value) as Readonly<Record<string, unknown>>;
  if (typeof candidate !== 'string' || candidate.length > CANDIDATE_MAX) return undefined;
  if (sdpMid !== null && (typeof sdpMid !== 'string' || sdpMid.length > 16)) return undefined;
  if (sdpMLineIndex !== null && sdpMLineIndex !== 0) return undefined;
  return { candidate, sdpMid, sdpMLineIndex };
}

/** A new name for an attempt: some 41 random bits, enough to tell the attempts of two machines apart. */
export function createDialName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
}
