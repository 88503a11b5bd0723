// Rolls back: one frame of pong, and the state a match opens with.
import { nextPRNG } from '@lite-rollback/core';
import { SERVE_ANGLES, alongX, alongY } from './angles.js';
import { type Court } from './court.js';
import {
  CUE_GOAL,
  CUE_SERVE,
  CUE_WIN,
  FRAMES_LEFT,
  GOAL,
  LAST_HIT,
  LAST_HIT_FRAME,
  LEFT,
  OVER,
  PHASE,
  PLAY,
  RETURNS_IN_RALLY,
  RIGHT,
  SERVE,
  SERVES,
  SERVE_ANGLE,
  SERVE_X,
  SERVE_Y,
  SPEED,
  VX,
  VY,
  X,
  Y,
  type PongFields,
  type Side,
} from './fields.js';
import { NO_GOAL, fly } from './flight.js';
import { movePaddles } from './paddles.js';
import {
  FIRST_SERVE_FRAMES,
  GOAL_FRAMES,
  POINTS_TO_WIN,
  SERVE_FRAMES,
  SERVE_SPEED,
  STAGE_HEIGHT,
  STAGE_WIDTH,
} from './stage.js';

/** Puts the ball in the middle, and draws where the coming serve will go: players see it before it flies. */
function prepareServe(fields: PongFields, frames: number): void {
  const { ball, phase, rally, random, serve } = fields;
  ball[X] = STAGE_WIDTH / 2;
  ball[Y] = STAGE_HEIGHT / 2;
  ball[VX] = 0;
  ball[VY] = 0;
  // Bits from the upper half: xorshift's low bits of neighbouring seeds resemble each other longer.
  const drawn = nextPRNG(random, 0) >>> 16;
  serve[SERVE_X] = (drawn & 1) === 0 ? -1 : 1;
  serve[SERVE_Y] = (drawn & 2) === 0 ? -1 : 1;
  serve[SERVE_ANGLE] = (drawn >> 2) % SERVE_ANGLES;
  rally[SPEED] = 0;
  rally[LAST_HIT] = -1;
  rally[LAST_HIT_FRAME] = -1;
  rally[RETURNS_IN_RALLY] = 0;
  phase[PHASE] = SERVE;
  phase[FRAMES_LEFT] = frames;
}

function launch(fields: PongFields): void {
  const { ball, phase, rally, serve } = fields;
  const angle = serve[SERVE_ANGLE] ?? 0;
  ball[VX] = alongX(SERVE_SPEED, angle) * (serve[SERVE_X] ?? 1);
  ball[VY] = alongY(SERVE_SPEED, angle) * (serve[SERVE_Y] ?? 1);
  rally[SPEED] = SERVE_SPEED;
  fields.tally[SERVES] = (fields.tally[SERVES] ?? 0) + 1;
  fields.cues[0] = (fields.cues[0] ?? 0) | CUE_SERVE;
  phase[PHASE] = PLAY;
  phase[FRAMES_LEFT] = 0;
}

function award(fields: PongFields, side: Side): void {
  const { ball, phase, score } = fields;
  const points = (score[side] ?? 0) + 1;
  score[side] = points;
  ball[VX] = 0;
  ball[VY] = 0;
  const won = points >= POINTS_TO_WIN;
  fields.cues[0] = (fields.cues[0] ?? 0) | CUE_GOAL | (won ? CUE_WIN : 0);
  phase[PHASE] = won ? OVER : GOAL;
  phase[FRAMES_LEFT] = won ? 0 : GOAL_FRAMES;
}

/** Fills a zeroed state. Every machine passes the same seed. */
export function openMatch(court: Court, fields: PongFields, seed: number): void {
  fields.random[0] = seed;
  // Small seeds leave xorshift's first outputs small: without these draws every such match would serve to the same
  // side.
  for (let i = 0; i < 8; i++) nextPRNG(fields.random, 0);
  for (let handle = 0; handle < court.numPlayers; handle++) fields.paddleY[handle] = STAGE_HEIGHT / 2;
  prepareServe(fields, FIRST_SERVE_FRAMES);
}

/** `inputs[handle]` holds UP and DOWN. */
export function simulateFrame(court: Court, fields: PongFields, inputs: Uint32Array, frame: number): void {
  const { phase } = fields;
  fields.cues[0] = 0;
  movePaddles(court, fields, inputs);
  const now = phase[PHASE] ?? SERVE;
  if (now === PLAY) {
    const scorer = fly(court, fields, frame);
    if (scorer !== NO_GOAL) award(fields, scorer);
    return;
  }
  if (now === OVER) return;
  const left = (phase[FRAMES_LEFT] ?? 0) - 1;
  phase[FRAMES_LEFT] = left;
  if (left > 0) return;
  if (now === GOAL) prepareServe(fields, SERVE_FRAMES);
  else launch(fields);
}

/**
 * The side with POINTS_TO_WIN, or NO_GOAL. There is no tie: a frame scores at most once, so the sides cannot reach it
 * together, and at 6 to 6 the next goal decides.
 */
export function winner(fields: PongFields): Side | typeof NO_GOAL {
  if ((fields.score[LEFT] ?? 0) >= POINTS_TO_WIN) return LEFT;
  if ((fields.score[RIGHT] ?? 0) >= POINTS_TO_WIN) return RIGHT;
  return NO_GOAL;
}
