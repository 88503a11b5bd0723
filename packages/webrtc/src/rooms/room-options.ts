/** How machines reach each other, and how long to try. */
export interface RoomOptions {
  /** Default: one public STUN server and no TURN. */
  iceServers?: RTCIceServer[];
  /** 'relay' allows TURN only. Default 'all'. */
  iceTransportPolicy?: 'all' | 'relay';
  /** ms until opening the room fails with a RoomError, 1 … 600,000. Default 15,000. */
  timeoutMs?: number;
  /** Aborts the opening, and nothing after it. */
  signal?: AbortSignal;
}

const DEFAULT_ICE_SERVERS: readonly RTCIceServer[] = [{ urls: 'stun:stun.l.google.com:19302' }];

/** A service may take 7 s to report an absent room, and a connection through TURN up to 5 s more. */
const TIMEOUT_DEFAULT_MS = 15_000;
const TIMEOUT_MAX_MS = 600_000;
export const MAX_PEERS_DEFAULT = 4;
/**
 * Machines in one room, the host among them. A match seats four; the rest watch. In a full mesh of 16 each machine
 * keeps 15 connections.
 */
const MAX_PEERS_LIMIT = 16;

/** Returns timeoutMs. @throws TypeError for a timeoutMs that is not a number, RangeError outside [1, 600000]. */
export function readTimeout(options: RoomOptions): number {
  const timeoutMs: unknown = options.timeoutMs ?? TIMEOUT_DEFAULT_MS;
  if (typeof timeoutMs !== 'number') throw new TypeError(`timeoutMs must be a number, got ${typeof timeoutMs}.`);
  if (!(timeoutMs >= 1 && timeoutMs <= TIMEOUT_MAX_MS))
    throw new RangeError(`timeoutMs must be in [1, ${TIMEOUT_MAX_MS}], got ${timeoutMs}.`);
  return timeoutMs;
}

/** @throws TypeError for a non-integer, RangeError outside [2, 16]. */
export function readMaxPeers(maxPeers: number = MAX_PEERS_DEFAULT): number {
  if (!Number.isInteger(maxPeers))
    throw new TypeError(`maxPeers must be an integer in [2, ${MAX_PEERS_LIMIT}], got ${String(maxPeers)}.`);
  if (maxPeers < 2 || maxPeers > MAX_PEERS_LIMIT)
    throw new RangeError(`maxPeers must be an integer in [2, ${MAX_PEERS_LIMIT}], got ${maxPeers}.`);
  return maxPeers;
}

/** What every connection of the room is made with. */
export function readRtc(options: RoomOptions): RTCConfiguration {
  const { iceServers = [...DEFAULT_ICE_SERVERS], iceTransportPolicy = 'all' } = options;
  return { iceServers, iceTransportPolicy };
}
