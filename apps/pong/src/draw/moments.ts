// Serve, rally, goal and the end, each drawn from the state alone, so that a rollback takes back what never happened.
import {
  FRAMES_LEFT,
  GOAL,
  OVER,
  PHASE,
  PLAY,
  RETURNS_IN_RALLY,
  SERVE,
  SERVE_ANGLE,
  SERVE_X,
  SERVE_Y,
  LEFT,
  RIGHT,
  X,
  type PongFields,
  type Side,
} from '../sim/fields.js';
import { COSINES, SINES } from '../sim/angles.js';
import { GOAL_FRAMES, SERVE_FRAMES } from '../sim/stage.js';
import { drawScore } from './court.js';
import { COURT_HEIGHT, COURT_WIDTH, MARGIN_X, MARGIN_Y, ease } from './place.js';
import { FACE, INK, PAPER, READABLE, SIDE_COLOURS } from './palette.js';
import type { PongPicture } from './players.js';

const DOTS = 4;
/** Rallies shorter than this are nothing to speak of. */
const RALLY_WORTH_SAYING = 4;
/** Of GOAL_FRAMES: the colour comes in, stays, and leaves. */
const IN_FRAMES = 16;
const OUT_FRAMES = 18;

/** Dots from the middle towards where the serve will fly, coming up one by one: a countdown and a warning in one. */
export function drawServe(context: CanvasRenderingContext2D, picture: PongPicture): void {
  const { phase, serve } = picture.fields;
  if (phase[PHASE] !== SERVE) return;
  const left = (phase[FRAMES_LEFT] ?? 0) - picture.alpha;
  const lit = Math.ceil((1 - Math.min(1, Math.max(0, left / SERVE_FRAMES))) * DOTS);
  const angle = serve[SERVE_ANGLE] ?? 0;
  const dx = ((COSINES[angle] ?? 0) / 1024) * (serve[SERVE_X] ?? 1);
  const dy = ((SINES[angle] ?? 0) / 1024) * (serve[SERVE_Y] ?? 1);
  context.fillStyle = INK;
  for (let i = 1; i <= DOTS; i++) {
    const size = i <= lit ? 2.4 : 1.1;
    context.fillRect(COURT_WIDTH / 2 + dx * i * 13 - size, COURT_HEIGHT / 2 + dy * i * 13 - size, 2 * size, 2 * size);
  }
}

export function drawRally(context: CanvasRenderingContext2D, picture: PongPicture): void {
  const returns = picture.fields.rally[RETURNS_IN_RALLY] ?? 0;
  if (picture.fields.phase[PHASE] !== PLAY || returns < RALLY_WORTH_SAYING) return;
  const text = `RALLY ${returns}`;
  const size = Math.max(15, READABLE / picture.pxPerUnit);
  context.font = `700 ${size}px ${FACE}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const width = context.measureText(text).width + 12;
  context.fillStyle = PAPER;
  context.fillRect(COURT_WIDTH / 2 - width / 2, COURT_HEIGHT - 10 - size, width, size + 3);
  context.fillStyle = INK;
  context.fillText(text, COURT_WIDTH / 2, COURT_HEIGHT - 7.5 - size / 2);
}

function scorer(fields: PongFields): Side {
  return (fields.ball[X] ?? 0) < 0 ? RIGHT : LEFT;
}

/** The scorer's colour floods the court from the goal it scored in, and leaves at the other end. */
export function drawGoal(context: CanvasRenderingContext2D, picture: PongPicture): void {
  const { fields } = picture;
  const phase = fields.phase[PHASE];
  if (phase !== GOAL && phase !== OVER) return;
  const side = scorer(fields);
  const passed = phase === OVER ? IN_FRAMES : GOAL_FRAMES - (fields.phase[FRAMES_LEFT] ?? 0) + picture.alpha;
  if (picture.reducedMotion && phase === GOAL) {
    drawScore(context, fields, SIDE_COLOURS[side], 0.9);
    return;
  }
  const width = COURT_WIDTH + 2 * MARGIN_X;
  const front = ease(passed / IN_FRAMES) * width;
  const back = phase === OVER ? 0 : ease((passed - (GOAL_FRAMES - OUT_FRAMES)) / OUT_FRAMES) * width;
  const from = side === RIGHT ? back : width - front;
  context.save();
  context.beginPath();
  context.rect(from - MARGIN_X, -MARGIN_Y, front - back, COURT_HEIGHT + 2 * MARGIN_Y);
  context.clip();
  context.fillStyle = SIDE_COLOURS[side];
  context.fillRect(-MARGIN_X, -MARGIN_Y, width, COURT_HEIGHT + 2 * MARGIN_Y);
  drawScore(context, fields, PAPER, 1);
  context.restore();
}
