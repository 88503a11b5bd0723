// Paddles and ball.
import type { Picture } from '@lite-rollback/arcade';
import type { Court } from '../sim/court.js';
import {
  GOAL,
  LAST_HIT,
  LAST_HIT_FRAME,
  LEFT,
  OVER,
  PHASE,
  PLAY,
  RETURNS,
  RIGHT,
  SERVE,
  VX,
  VY,
  X,
  Y,
  pongFields,
  type PongFields,
} from '../sim/fields.js';
import { BALL_HALF, DOWN, ONE_PX, UP } from '../sim/stage.js';
import { COURT_HEIGHT, between, ease } from './place.js';
import { FACE, INK, READABLE, SIDE_COLOURS } from './palette.js';

export type PongPicture = Picture<ReturnType<typeof pongFields>>;

/** Indices into what smoothing offsets: the ball's two, then each paddle's height. */
export const SMOOTH_BALL_X = 0;
export const SMOOTH_BALL_Y = 1;
export const SMOOTH_PADDLES = 2;

const THICK = 6;
/** Frames that a paddle recoils after a hit. */
const RECOIL_FRAMES = 9;
const GHOSTS = 7;

function recoil(picture: PongPicture, handle: number): number {
  const { rally } = picture.fields;
  if (rally[LAST_HIT] !== handle || picture.reducedMotion) return 0;
  const age = picture.frame - (rally[LAST_HIT_FRAME] ?? 0) + picture.alpha;
  return age >= 0 && age < RECOIL_FRAMES ? 1 - age / RECOIL_FRAMES : 0;
}

export function drawPaddles(context: CanvasRenderingContext2D, court: Court, picture: PongPicture): void {
  const { fields, previous } = picture;
  const half = court.paddleHalf / ONE_PX;
  for (let handle = 0; handle < court.numPlayers; handle++) {
    const side = court.sideOf[handle] ?? LEFT;
    const outward = side === LEFT ? -1 : 1;
    const face = ((court.contactX[handle] ?? 0) + outward * BALL_HALF) / ONE_PX;
    const y =
      between(previous.paddleY[handle] ?? 0, fields.paddleY[handle] ?? 0, picture.alpha) +
      picture.offset(SMOOTH_PADDLES + handle);
    const pushed = recoil(picture, handle);
    context.fillStyle = SIDE_COLOURS[side];
    const x = face + outward * pushed * 4;
    context.fillRect(outward < 0 ? x - THICK : x, y - half - pushed * 2, THICK, 2 * half + pushed * 4);
    const sign = signOf(picture, handle);
    if (sign !== '')
      drawSign(context, sign, outward < 0 ? x + 9 : x - 9, y, side, Math.max(17, READABLE / picture.pxPerUnit));
  }
}

/**
 * What stands beside a paddle until the first ball has been returned: whose it is, and which keys move it. '' for
 * nothing.
 */
function signOf(picture: PongPicture, handle: number): string {
  const { fields, localHandles } = picture;
  const begun = (fields.tally[RETURNS] ?? 0) > 0 || (fields.score[LEFT] ?? 0) + (fields.score[RIGHT] ?? 0) > 0;
  if (!picture.live || begun || !localHandles.includes(handle)) return '';
  const controls = picture.controls(handle);
  const keys = [UP, DOWN].map((bit) => controls.key(bit)).filter((name) => name !== '');
  return [...(localHandles.length === 1 ? ['YOU'] : []), ...keys].join(' ');
}

function drawSign(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  side: number,
  size: number,
): void {
  context.font = `700 ${size}px ${FACE}`;
  context.textAlign = side === LEFT ? 'left' : 'right';
  context.textBaseline = 'middle';
  context.fillText(text, x, y);
}

/** The ball's place, px: between two frames, and with what is left of a rollback's jump. */
function ballPlace(picture: PongPicture): { x: number; y: number } {
  const { ball } = picture.fields;
  const before = picture.previous.ball;
  return {
    x: between(before[X] ?? 0, ball[X] ?? 0, picture.alpha) + picture.offset(SMOOTH_BALL_X),
    y: between(before[Y] ?? 0, ball[Y] ?? 0, picture.alpha) + picture.offset(SMOOTH_BALL_Y),
  };
}

/** Reflects a height that lies beyond a wall: the trail bends where the ball did. */
function folded(y: number): number {
  const low = BALL_HALF / ONE_PX;
  const high = COURT_HEIGHT - low;
  return y < low ? 2 * low - y : y > high ? 2 * high - y : y;
}

export function drawBall(context: CanvasRenderingContext2D, court: Court, picture: PongPicture): void {
  const { fields } = picture;
  const phase = fields.phase[PHASE] ?? SERVE;
  if (phase === GOAL || phase === OVER) return;
  const { x, y } = ballPlace(picture);
  const half = BALL_HALF / ONE_PX;
  if (phase === PLAY && !picture.reducedMotion) drawTrail(context, court, fields, x, y);
  context.fillStyle = INK;
  context.fillRect(x - half, y - half, 2 * half, 2 * half);
}

function drawTrail(context: CanvasRenderingContext2D, court: Court, fields: PongFields, x: number, y: number): void {
  const hitter = fields.rally[LAST_HIT] ?? -1;
  const half = BALL_HALF / ONE_PX;
  context.fillStyle = hitter < 0 ? INK : SIDE_COLOURS[court.sideOf[hitter] ?? LEFT];
  // No ghost stands behind the paddle that the ball has just left.
  const flown = hitter < 0 ? Infinity : Math.abs(x - (court.contactX[hitter] ?? 0) / ONE_PX);
  for (let i = GHOSTS; i >= 1; i--) {
    const back = i * 0.75;
    const dx = ((fields.ball[VX] ?? 0) / ONE_PX) * back;
    if (Math.abs(dx) > flown) continue;
    const size = half * (1 - 0.75 * ease(i / (GHOSTS + 1)));
    context.globalAlpha = 0.5 * (1 - i / (GHOSTS + 1));
    context.fillRect(x - dx - size, folded(y - ((fields.ball[VY] ?? 0) / ONE_PX) * back) - size, 2 * size, 2 * size);
  }
  context.globalAlpha = 1;
}
