import type { PeerId, Transport } from '@lite-rollback/core';
import { createWebRTCTransport, type WebRTCTransport } from '../transport.js';
import { type Deadline, startDeadline } from './deadline.js';
import { createDoor } from './door.js';
import { createGuest } from './guest.js';
import { createMesh, type Mesh } from './mesh.js';
import { createGuestId, createRoomCode, parseRoom, type RoomAddress } from './room-code.js';
import { RoomError, type RoomErrorCode } from './room-error.js';
import { type PeerJSOptions, readMaxPeers, readTimeout } from './room-options.js';
import { openSignaling, type Signaling } from './signaling.js';

/** A room that is open: its transport reaches every machine in it. */
export interface PeerJSRoom {
  /** transport.close() closes the room. */
  readonly transport: Transport;
  /**
   * What others join with: 13 characters of base32, or the room's name. formatRoomCode() groups it for reading aloud.
   */
  readonly code: string;
  readonly selfId: PeerId;
  /** Tells the others, closes every connection and gives up the room's id. Idempotent. */
  close(): void;
}

/**
 * Opens a room under a new code, or under `code` (a code or a name), and resolves when others can join it. A room is a
 * full mesh of up to maxPeers machines (default 4, 2 … 16): the host lists the ids, each pair dials once.
 * @throws RoomError 'unavailable' when the room has a host already, 'signaling', 'aborted', 'browser'; TypeError or
 * RangeError for a bad option.
 */
export async function hostRoom(
  options: PeerJSOptions & { code?: string; maxPeers?: number } = {},
): Promise<PeerJSRoom> {
  const address = parseRoom(options.code ?? createRoomCode());
  const maxPeers = readMaxPeers(options.maxPeers);
  return within(options, (deadline) => claimRoom(address, maxPeers, options, deadline));
}

/**
 * Joins a room and resolves when every machine in it is linked with this one.
 * @throws RoomError 'no-such-room', 'unavailable' when the room is full, 'ice', 'timeout', 'signaling', 'aborted',
 * 'browser'; TypeError or RangeError
 *   for a bad option.
 */
export async function joinRoom(code: string, options: PeerJSOptions = {}): Promise<PeerJSRoom> {
  const address = parseRoom(code);
  return within(options, (deadline) => enterRoom(address, options, deadline));
}

/**
 * Joins `room`, or hosts it if nobody does: the same line on every machine. Of two that open it at once one hosts.
 * `maxPeers` counts where this machine hosts.
 * @throws RoomError as joinRoom, but never 'no-such-room'.
 */
export async function openRoom(room: string, options: PeerJSOptions & { maxPeers?: number } = {}): Promise<PeerJSRoom> {
  const address = parseRoom(room);
  const maxPeers = readMaxPeers(options.maxPeers);
  return within(options, async (deadline) => {
    // The claim comes first: the server grants it to one machine only, so two that open the room at once cannot both
    // join or both host. It goes round again when the host leaves between the two steps, and the deadline ends it.
    for (;;) {
      try {
        return await claimRoom(address, maxPeers, options, deadline);
      } catch (error) {
        if (!isRoomError(error, 'unavailable')) throw error;
      }
      try {
        return await enterRoom(address, options, deadline);
      } catch (error) {
        if (!isRoomError(error, 'no-such-room')) throw error;
        if (deadline.expired()) throw new RoomError('timeout', 'This room has a host, but it does not answer.', error);
      }
    }
  });
}

async function claimRoom(
  address: RoomAddress,
  maxPeers: number,
  options: PeerJSOptions,
  deadline: Deadline,
): Promise<PeerJSRoom> {
  const signaling = await openSignaling(address.hostId, options, deadline);
  const transport = createWebRTCTransport({ selfId: address.hostId });
  const mesh = createMesh(signaling, address.hostId, transport, readTimeout(options), {
    opened: (peer) => door.opened(peer),
    message: (peer, message) => door.message(peer, message),
    dialFailed: () => {},
    lost: (peer) => door.lost(peer),
    reachability: (peer) => door.reachability(peer),
  });
  const door = createDoor(mesh, maxPeers);
  return createRoom(address, signaling, transport, mesh, () => door.close());
}

async function enterRoom(address: RoomAddress, options: PeerJSOptions, deadline: Deadline): Promise<PeerJSRoom> {
  const signaling = await openSignaling(createGuestId(), options, deadline);
  const transport = createWebRTCTransport({ selfId: signaling.id });
  const mesh = createMesh(signaling, address.hostId, transport, readTimeout(options), {
    opened: (peer) => guest.opened(peer),
    message: (peer, message) => guest.message(peer, message),
    dialFailed: (peer, why) => guest.dialFailed(peer, why),
    lost: (peer, why) => guest.lost(peer, why),
    reachability: (peer) => guest.reachability(peer),
  });
  const guest = createGuest(mesh);
  const room = createRoom(address, signaling, transport, mesh, () => guest.close());
  try {
    mesh.dial(address.hostId);
    await deadline.race(guest.entered, () => guest.obstacle());
    return room;
  } catch (error) {
    room.close();
    throw error;
  }
}

async function within<T>(options: PeerJSOptions, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  const deadline = startDeadline(readTimeout(options), options.signal);
  try {
    return await work(deadline);
  } finally {
    deadline.end();
  }
}

function createRoom(
  address: RoomAddress,
  signaling: Signaling,
  links: WebRTCTransport,
  mesh: Mesh,
  stop: () => void,
): PeerJSRoom {
  let closed = false;
  // A page that is left sends nothing more by itself, and ICE takes 16 s to give its connections up. They are not
  // closed here: that would cut the bye off.
  const onPageHide = (): void => mesh.sayBye();
  globalThis.addEventListener('pagehide', onPageHide);

  function close(): void {
    if (closed) return;
    closed = true;
    globalThis.removeEventListener('pagehide', onPageHide);
    stop();
    signaling.leave();
    mesh.close(() => signaling.destroy());
    links.close();
  }

  const { send, onMessage, onPeer, peers, selfId, maxPayload } = links;
  return Object.freeze({
    code: address.code,
    selfId,
    close,
    transport: Object.freeze({ send, onMessage, onPeer, peers, selfId, maxPayload, close }),
  });
}

function isRoomError(error: unknown, code: RoomErrorCode): boolean {
  return error instanceof RoomError && error.code === code;
}
