export { formatRoomCode, isRoomCode } from './rooms/room-code.js';
export { RoomError, type RoomErrorCode } from './rooms/room-error.js';
export type { RoomOptions } from './rooms/room-options.js';
export { createRooms, type Room, type Rooms } from './rooms/room.js';
export {
  ABSENT_BY_MS,
  SIGNAL_TEXT_MAX,
  type Signaling,
  type SignalingEvents,
  type SignalingService,
} from './rooms/signaling.js';
