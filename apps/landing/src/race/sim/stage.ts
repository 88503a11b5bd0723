// Rolls back: the numbers of the race. Lengths are 1/256 px, times are frames of 1/60 s, speeds 1/256 px a frame.

/** 1 px of the stage. */
export const PX = 256;
/** Fixed: the stage never learns the size of a window. */
export const STAGE_WIDTH = 272 * PX;
export const STAGE_HEIGHT = 170 * PX;
/** Of a runner's body. */
export const BODY = 12 * PX;
export const COIN = 7 * PX;
/** Nearest a centre may come to a wall. */
export const EDGE = BODY + 3 * PX;

/**
 * 0.41 px. With the drag it gives a top speed of 2.9 px a frame, nearly all of it after a sixth of a second: hands can
 * be read, but not foreseen.
 */
export const PUSH = 105;
/** The same push along a diagonal: 105 / √2. */
export const PUSH_DIAGONAL = 74;
/** What a bump adds to each runner's speed away from the other: 2 px. */
export const KICK = 2 * PX;

export const POINTS_TO_WIN = 7;
/** So long the winner's colour stays over the stage. */
export const WIN_FRAMES = 110;

/** A new coin: this many places are drawn, and the fairest one is taken. */
export const COIN_DRAWS = 6;
/** A place nearer than this to either runner is a gift. */
export const COIN_NEAREST = 56 * PX;
/** Nearest a coin may lie to a wall. */
export const COIN_EDGE = 22 * PX;

/** Bits of a player's input. */
export const LEFT = 1;
export const RIGHT = 2;
export const UP = 4;
export const DOWN = 8;
