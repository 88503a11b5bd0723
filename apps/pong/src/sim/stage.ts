// Rolls back: constants of the simulation. A change here changes the game's rules, so its id must change too.

/** Parts of a pixel: every position is an integer count of 1/256 px, every velocity of 1/256 px per frame. */
export const ONE_PX = 256;

export const STAGE_WIDTH = 480 * ONE_PX;
export const STAGE_HEIGHT = 288 * ONE_PX;

/** Half the side of the square ball. */
export const BALL_HALF = 4 * ONE_PX;
/** The centre of a ball that touches the upper, the lower wall. */
export const WALL_TOP = BALL_HALF;
export const WALL_BOTTOM = STAGE_HEIGHT - BALL_HALF;
/** A centre strictly past one of these is a goal: the ball is wholly out of the stage. */
export const GOAL_LEFT = -BALL_HALF;
export const GOAL_RIGHT = STAGE_WIDTH + BALL_HALF;

/** Ball speeds along its path. */
export const SERVE_SPEED = 3 * ONE_PX + 192;
export const FIRST_RETURN_SPEED = 5 * ONE_PX + 128;
export const SPEED_PER_RETURN = 64;
export const TOP_SPEED = 12 * ONE_PX;

/**
 * A frame of flight is cut into this many equal parts, so that at top speed walls and paddles are met within 1.5 px of
 * the truth.
 */
export const SUBSTEPS = 8;

/**
 * A paddle starts with the first speed and gains the second each frame, up to the third: short taps aim, long holds
 * cross the court.
 */
export const PADDLE_START_SPEED = 2 * ONE_PX + 128;
export const PADDLE_ACCELERATION = 192;
export const PADDLE_TOP_SPEED = 6 * ONE_PX + 128;

export const POINTS_TO_WIN = 7;

/** Frames at 60 a second. */
export const FIRST_SERVE_FRAMES = 90;
export const SERVE_FRAMES = 50;
export const GOAL_FRAMES = 60;

/** Input bits. Both at once, and any other bit, mean nothing. */
export const UP = 1;
export const DOWN = 2;
