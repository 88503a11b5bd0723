export { formatRoomCode, isRoomCode } from './peerjs/room-code.js';
export { RoomError, type RoomErrorCode } from './peerjs/room-error.js';
export type { PeerJSOptions } from './peerjs/room-options.js';
export { hostRoom, joinRoom, openRoom, type PeerJSRoom } from './peerjs/room.js';
