/** A simulation step: 0-based, below 2^31 (414 days at 60 Hz), so frames never wrap. -1 is NULL_FRAME. */
export type Frame = number;

/** A player's index, 0 … numPlayers-1. One machine may own several. */
export type PlayerHandle = number;

/** "Before frame 0" or "none yet". */
export const NULL_FRAME = -1;

/** The highest frame: frames are kept in Int32Arrays. */
export const FRAME_MAX = 0x7fffffff;

/** Most snapshots in one ring: 4.8 hours at 60 Hz, far past what can be replayed within a frame. */
export const CAPACITY_MAX = 1_048_576;
/** 32 players fit one bit mask. */
export const MAX_PLAYERS = 32;
/** 64 bytes of one player's input a frame. */
export const INPUT_WORDS_MAX = 16;

/** The limits above, for callers. */
export const CONSTANTS = /* @__PURE__ */ Object.freeze({
  CAPACITY_MIN: 1,
  CAPACITY_MAX,
  MAX_PLAYERS,
  INPUT_WORDS_MAX,
} as const);
