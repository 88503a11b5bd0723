/**
 * Why a room could not be opened:
 * - `unavailable` the code is already hosted (hostRoom), or the room is full (joinRoom, openRoom)
 * - `no-such-room` nobody hosts this room
 * - `signaling` the PeerJS server cannot be reached or refuses us
 * - `ice` the other machine answered, but no path between the two networks was found
 * - `timeout` the room is there, but somebody in it does not answer
 * - `aborted` by the caller's AbortSignal
 * - `browser` no WebRTC here
 */
export type RoomErrorCode = 'unavailable' | 'no-such-room' | 'signaling' | 'ice' | 'timeout' | 'aborted' | 'browser';

/** What openRoom, hostRoom and joinRoom reject with. `cause` holds the error underneath, where there is one. */
export class RoomError extends Error {
  override readonly name = 'RoomError';
  readonly code: RoomErrorCode;

  constructor(code: RoomErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
