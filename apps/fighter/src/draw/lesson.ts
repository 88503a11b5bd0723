// What the training room writes on the sheet: the task and how it goes, and when a tap would have parried.
import { PUNCH_ACTIVE, PUNCH_RECOVERY, PUNCH_STARTUP } from '../sim/constants.js';
import { BIG_TYPE } from './big-words.js';
import { linesOf } from './guide.js';
import { ACCENTS, ACCENTS_ON_INK, GOLD, INK, PAPER } from './palette.js';
import type { Sheet } from './sheet.js';

export interface LessonView {
  readonly task: string;
  readonly how: string;
  /** "2 of 5, 3 are enough" */
  readonly count: string;
  /** The latest attempts, oldest first: whether each was good. There are `attempts` places. */
  readonly record: readonly boolean[];
  readonly attempts: number;
  readonly passed: boolean;
  readonly slow: boolean;
  /** How the attempt came out, while that is shown; '' else. */
  readonly verdict: string;
  readonly good: boolean;
  /** Steps from the fist: now, and the tap; null where there is none yet. `window`: steps in which a tap parries. */
  readonly clock: { readonly now: number | null; readonly tap: number | null; readonly window: number } | null;
}

/** Steps that the clock shows before and after the moment at which the fist goes live. */
const BEFORE = 36;
const AFTER = 12;

/** The task; in its place, for a while, how an attempt came out. `flooded`: the sheet is one colour. */
export function drawLessonTask(
  context: CanvasRenderingContext2D,
  view: LessonView,
  sheet: Sheet,
  flooded: boolean,
): void {
  const size = sheet.tall ? 17 : 10.5;
  const top = sheet.tall ? 46 : 9;
  const middle = sheet.width / 2;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.font = `${size}px ${BIG_TYPE}`;
  context.fillStyle = view.verdict === '' || view.good || flooded ? INK : ACCENTS[0];
  context.fillText((view.verdict || view.task).toUpperCase(), middle, top + size * 0.86);
  const pip = size * 0.3;
  const row = top + size * 1.5;
  for (let attempt = 0; attempt < view.attempts; attempt++) {
    drawAttempt(context, middle + (attempt - (view.attempts - 1) / 2) * pip * 3, row, pip, view.record[attempt]);
  }
  context.font = `${size * 0.52}px ${BIG_TYPE}`;
  context.fillStyle = INK;
  context.fillText((view.passed ? 'Passed' : view.count).toUpperCase(), middle, row + size * 0.96);
}

/** A diamond: filled for a good one, crossed for another, empty for none yet. */
function drawAttempt(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  good: boolean | undefined,
): void {
  context.beginPath();
  context.moveTo(x, y - r);
  context.lineTo(x + r, y);
  context.lineTo(x, y + r);
  context.lineTo(x - r, y);
  context.closePath();
  if (good === true) {
    context.fillStyle = INK;
    context.fill();
  }
  context.lineWidth = 0.8;
  context.strokeStyle = INK;
  context.stroke();
  if (good !== false) return;
  context.beginPath();
  context.moveTo(x - r * 0.45, y - r * 0.45);
  context.lineTo(x + r * 0.45, y + r * 0.45);
  context.moveTo(x - r * 0.45, y + r * 0.45);
  context.lineTo(x + r * 0.45, y - r * 0.45);
  context.stroke();
}

/** In the ground, between the pads, which leave `room` units in the middle. */
export function drawLessonGround(
  context: CanvasRenderingContext2D,
  view: LessonView,
  sheet: Sheet,
  room: number,
): void {
  const size = sheet.tall ? 8.6 : 5.6;
  const middle = sheet.width / 2;
  const depth = sheet.height - sheet.ground;
  let top = sheet.ground + depth * 0.12;
  if (view.clock !== null) {
    drawClock(context, view.clock, middle - room / 2, top, room, size);
    top += size * 2.5;
  }
  context.font = `${size}px ${BIG_TYPE}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = PAPER;
  for (const line of linesOf(context, view.how, room)) {
    top += size * 1.3;
    context.fillText(line, middle, top);
  }
}

/** A row of frames: the punch from its first one on, in gold those in which a tap parries, a mark for now and the tap. */
function drawClock(
  context: CanvasRenderingContext2D,
  { now, tap, window }: NonNullable<LessonView['clock']>,
  left: number,
  top: number,
  width: number,
  size: number,
): void {
  const cell = width / (BEFORE + AFTER);
  const height = size * 0.9;
  const at = (step: number): number => left + (step + BEFORE) * cell;
  for (let step = -BEFORE; step < AFTER; step++) {
    context.fillStyle = cellColour(step);
    context.fillRect(at(step) + cell * 0.08, top + size, cell * 0.84, height);
  }
  // A tap on the step on which the fist goes live is the last one that parries.
  context.fillStyle = GOLD;
  context.fillRect(at(1 - window), top + size + height + size * 0.12, window * cell, size * 0.3);
  if (tap !== null)
    drawMark(context, at(clamp(tap)) + cell / 2, top, size, tap > 0 || tap <= -window ? ACCENTS_ON_INK[0] : GOLD);
  if (now !== null) {
    context.fillStyle = PAPER;
    context.fillRect(at(clamp(now)) + cell * 0.3, top + size * 0.7, cell * 0.4, height + size * 0.6);
  }
}

function cellColour(step: number): string {
  if (step < -PUNCH_STARTUP) return '#37323f';
  if (step < 0) return '#7d8fb5';
  if (step < PUNCH_ACTIVE) return ACCENTS_ON_INK[1];
  return step < PUNCH_ACTIVE + PUNCH_RECOVERY ? '#4d5670' : '#37323f';
}

/** Points down at what lies under it. */
function drawMark(context: CanvasRenderingContext2D, x: number, top: number, size: number, colour: string): void {
  context.beginPath();
  context.moveTo(x, top + size * 0.92);
  context.lineTo(x - size * 0.4, top + size * 0.2);
  context.lineTo(x + size * 0.4, top + size * 0.2);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

function clamp(step: number): number {
  return Math.max(-BEFORE, Math.min(AFTER - 1, step));
}
