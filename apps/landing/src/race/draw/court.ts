// The ground of a picture: scores, coin, and what happened a moment ago. All of it follows from the state, so that a
// rollback takes back what never happened.
import { at, GRAB_BY, GRAB_FRAME, GRAB_X, GRAB_Y, NOBODY, type RaceFields, WIN_LEFT, X, Y } from '../sim/fields.js';
import { COIN, PX, STAGE_HEIGHT, STAGE_WIDTH, WIN_FRAMES } from '../sim/stage.js';
import { COLOURS, FACE, INK, NAMES, PAPER, SUN } from '../../draw/palette.js';

export const WIDTH = STAGE_WIDTH / PX;
export const HEIGHT = STAGE_HEIGHT / PX;

const DASHES = 11;
/** Frames that a grab is seen. */
const GRAB_SHOWN = 26;

/** 0 … 1, starting and ending gently. */
export function ease(t: number): number {
  const clamped = t < 0 ? 0 : t > 1 ? 1 : t;
  return clamped * clamped * (3 - 2 * clamped);
}

export function drawGround(context: CanvasRenderingContext2D): void {
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = INK;
  context.globalAlpha = 0.22;
  for (let i = 0; i < DASHES; i++)
    context.fillRect(WIDTH / 2 - 0.8, (i + 0.25) * (HEIGHT / DASHES), 1.6, HEIGHT / DASHES / 2);
  context.globalAlpha = 1;
}

export function drawScores(context: CanvasRenderingContext2D, fields: RaceFields, colour: string, alpha: number): void {
  context.globalAlpha = alpha;
  context.fillStyle = colour;
  context.font = `700 166px ${FACE}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const handle of [0, 1])
    context.fillText(String(at(fields.score, handle)), WIDTH * (handle === 0 ? 0.26 : 0.74), HEIGHT / 2 + 58);
  context.globalAlpha = 1;
}

/** A low sun, striped from the middle down, that comes up where the last one went. */
export function drawCoin(context: CanvasRenderingContext2D, fields: RaceFields, frame: number): void {
  if (at(fields.moment, WIN_LEFT) > 0) return;
  const x = at(fields.coin, X) / PX;
  const y = at(fields.coin, Y) / PX;
  const grown = ease((frame - at(fields.moment, GRAB_FRAME)) / 10);
  const radius = (COIN / PX + 2.4) * grown;
  context.save();
  context.translate(x, y);
  context.fillStyle = SUN;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = INK;
  context.lineWidth = 1.6;
  context.stroke();
  context.restore();
}

export function drawGrab(context: CanvasRenderingContext2D, fields: RaceFields, frame: number): void {
  const by = at(fields.moment, GRAB_BY);
  const age = (frame - at(fields.moment, GRAB_FRAME)) / GRAB_SHOWN;
  if (by === NOBODY || age < 0 || age >= 1) return;
  const out = 1 - (1 - age) ** 3;
  context.save();
  context.translate(at(fields.moment, GRAB_X) / PX, at(fields.moment, GRAB_Y) / PX);
  context.globalAlpha = 1 - age;
  context.strokeStyle = COLOURS[by] ?? INK;
  context.lineWidth = 5 * (1 - age) + 0.4;
  context.beginPath();
  context.arc(0, 0, 8 + out * 30, 0, 2 * Math.PI);
  context.stroke();
  context.restore();
}

/** The winner's colour floods the court from where the last coin lay, and leaves to the side. */
export function drawWin(
  context: CanvasRenderingContext2D,
  fields: RaceFields,
  alpha: number,
  reducedMotion: boolean,
): void {
  const left = at(fields.moment, WIN_LEFT);
  if (left === 0) return;
  const by = at(fields.moment, GRAB_BY);
  const passed = WIN_FRAMES - left + alpha;
  const whole = WIDTH * 1.2;
  context.save();
  context.beginPath();
  if (!reducedMotion) {
    const leaving = ease((passed - (WIN_FRAMES - 22)) / 22) * WIDTH;
    context.rect(by === 0 ? leaving : 0, 0, WIDTH - leaving, HEIGHT);
    context.clip();
    context.beginPath();
  }
  context.arc(
    at(fields.moment, GRAB_X) / PX,
    at(fields.moment, GRAB_Y) / PX,
    reducedMotion ? whole : ease(passed / 24) * whole,
    0,
    2 * Math.PI,
  );
  context.clip();
  context.fillStyle = COLOURS[by] ?? INK;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = PAPER;
  context.font = `700 62px ${FACE}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText(`${NAMES[by] ?? ''} wins`.toUpperCase(), WIDTH / 2, HEIGHT / 2 + 12);
  context.font = `700 30px ${FACE}`;
  context.fillText(`${at(fields.score, 0)} : ${at(fields.score, 1)}`, WIDTH / 2, HEIGHT / 2 + 48);
  context.restore();
}
