import { createPeerServer } from './peerjs/peer-server.js';
import type { PeerServerOptions } from './peerjs/server-url.js';
import { createRooms, type Room } from './rooms/room.js';
import type { RoomOptions } from './rooms/room-options.js';

export { formatRoomCode, isRoomCode } from './rooms/room-code.js';
export { RoomError, type RoomErrorCode } from './rooms/room-error.js';
export type { PeerServerOptions, Room, RoomOptions };

/** Where the PeerJS server is, how machines reach each other, and how long to try. */
export interface PeerJSOptions extends PeerServerOptions, RoomOptions {}

/** A room that is open: its transport reaches every machine in it. */
export type PeerJSRoom = Room;

/**
 * Opens a room under a new code, or under `code` (a code or a name), and resolves when others can join it. A room is a
 * full mesh of up to maxPeers machines (default 4, 2 … 16): the host lists the addresses, each pair dials once.
 * @throws RoomError 'unavailable' when the room has a host already, 'signaling', 'aborted', 'browser'; TypeError or
 * RangeError for a bad option.
 */
export async function hostRoom(
  options: PeerJSOptions & { code?: string; maxPeers?: number } = {},
): Promise<PeerJSRoom> {
  return createRooms(createPeerServer(options)).hostRoom(options);
}

/**
 * Joins a room and resolves when every machine in it is linked with this one.
 * @throws RoomError 'no-such-room', 'unavailable' when the room is full, 'ice', 'timeout', 'signaling', 'aborted',
 * 'browser'; TypeError or RangeError for a bad option.
 */
export async function joinRoom(code: string, options: PeerJSOptions = {}): Promise<PeerJSRoom> {
  return createRooms(createPeerServer(options)).joinRoom(code, options);
}

/**
 * Joins `room`, or hosts it if nobody does: the same line on every machine. Of two that open it at once one hosts.
 * `maxPeers` counts where this machine hosts.
 * @throws RoomError as joinRoom, but never 'no-such-room'.
 */
export async function openRoom(room: string, options: PeerJSOptions & { maxPeers?: number } = {}): Promise<PeerJSRoom> {
  return createRooms(createPeerServer(options)).openRoom(room, options);
}
