// Rolls back: the whole state of a game of pong. What is not here does not exist for the simulation.

/** Indices into `ball`: its centre and its velocity. */
export const X = 0;
export const Y = 1;
export const VX = 2;
export const VY = 3;

/** Indices into `phase`. */
export const PHASE = 0;
export const FRAMES_LEFT = 1;
/** Values of `phase[PHASE]`. SERVE and GOAL last `phase[FRAMES_LEFT]` frames more. */
export const SERVE = 0;
export const PLAY = 1;
export const GOAL = 2;
export const OVER = 3;

/**
 * Indices into `serve`: −1 to the left or 1 to the right, −1 upwards or 1 downwards, and an entry of the table of
 * angles.
 */
export const SERVE_X = 0;
export const SERVE_Y = 1;
export const SERVE_ANGLE = 2;

/**
 * Indices into `rally`. SPEED is the ball's; LAST_HIT is the handle that returned it last, or −1; LAST_HIT_FRAME the
 * frame of that.
 */
export const SPEED = 0;
export const LAST_HIT = 1;
export const LAST_HIT_FRAME = 2;
export const RETURNS_IN_RALLY = 3;

/** Indices into `tally`: what has happened since the match began. */
export const RETURNS = 0;
export const WALL_BOUNCES = 1;
export const SERVES = 2;

/** Sides of the court, and indices into `score`. */
export const LEFT = 0;
export const RIGHT = 1;
export type Side = typeof LEFT | typeof RIGHT;

/** Bits of `cues[0]`: what this frame would sound like. Cleared at the top of every frame. */
export const CUE_HIT = 1;
export const CUE_WALL = 2;
export const CUE_GOAL = 4;
export const CUE_SERVE = 8;
export const CUE_WIN = 16;

export interface PongFields {
  readonly ball: Int32Array<ArrayBuffer>;
  /** Centre of each paddle, by handle. */
  readonly paddleY: Int32Array<ArrayBuffer>;
  /** Signed speed of each paddle in the frame before. */
  readonly paddleV: Int32Array<ArrayBuffer>;
  readonly score: Int32Array<ArrayBuffer>;
  readonly phase: Int32Array<ArrayBuffer>;
  readonly serve: Int32Array<ArrayBuffer>;
  readonly rally: Int32Array<ArrayBuffer>;
  readonly tally: Int32Array<ArrayBuffer>;
  readonly cues: Uint32Array<ArrayBuffer>;
  readonly random: Uint32Array<ArrayBuffer>;
}

/** The layout, as createSession and Game take it. */
export function pongFields(numPlayers: 2 | 4) {
  return {
    ball: { type: Int32Array, length: 4 },
    paddleY: { type: Int32Array, length: numPlayers },
    paddleV: { type: Int32Array, length: numPlayers },
    score: { type: Int32Array, length: 2 },
    phase: { type: Int32Array, length: 2 },
    serve: { type: Int32Array, length: 3 },
    rally: { type: Int32Array, length: 4 },
    tally: { type: Int32Array, length: 3 },
    cues: { type: Uint32Array, length: 1 },
    random: { type: Uint32Array, length: 1 },
  } as const;
}
