// The same game on three engines, without a network: what each of them does to a frame. Player 0 is local, player 1
// remote. The two others are driven twice: with the game as their README writes one, and with the fastest game that we
// could write for them.

/**
 * A machine that plays the game. Its state is three arrays of int32 of a half, a quarter and a quarter of the bytes.
 */
export interface Contestant {
  /** `count` frames, the remote input of each known before it is simulated: nothing is ever guessed. */
  onTime(count: number): void;
  /**
   * `count` frames, the remote input of each known DEPTH frames after it was simulated, and always another than the
   * guess.
   */
  late(count: number): void;
  /** Hands over all that is missing, plays one frame with both inputs known, and gives the state as x, y, v. */
  finish(): readonly ArrayLike<number>[];
  /** How often the game was asked to simulate since the start. */
  simulated(): number;
  frame(): number;
}

export const DEPTH = 8;

export interface Lengths {
  readonly x: number;
  readonly y: number;
  readonly v: number;
}

export const lengthsOf = (bytes: number): Lengths => ({ x: bytes / 8, y: bytes / 16, v: bytes / 16 });

/** What stands in the state before frame 0: numbers of up to five digits, as positions are. */
export const initial = (index: number): number => Math.imul(index + 1, 0x9e3779b1) >>> 16;

export const localInput = (frame: number): number => (frame >> 2) & 15;
/** Another one every frame, so that repeating the last one is always a wrong guess. */
export const remoteInput = (frame: number): number => 1 + ((frame ^ (frame >> 3)) & 1) + 2 * (frame & 1);
