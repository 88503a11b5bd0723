// The two runners, and what is known and guessed of them.
import { COLOURS, INK, PAPER } from '../../draw/palette.js';
import { GUESS_TICKS, type WrongGuess } from '../corrections.js';

/** px of the stage. */
const SIZE = 12;
const CORNER = 4.5;

/** Red is round, blue is square: centre at the origin. */
export function outline(context: CanvasRenderingContext2D, handle: number, size = SIZE): void {
  context.beginPath();
  if (handle === 0) context.arc(0, 0, size, 0, 2 * Math.PI);
  else context.roundRect(-size + 0.8, -size + 0.8, 2 * size - 1.6, 2 * size - 1.6, CORNER);
}

export interface RunnerLook {
  readonly x: number;
  readonly y: number;
  /** px a frame. */
  readonly vx: number;
  readonly vy: number;
  /** Where it looks, px of the stage. */
  readonly eyeX: number;
  readonly eyeY: number;
  /** 0 … 1, just bumped. */
  readonly shock: number;
}

export function drawRunner(context: CanvasRenderingContext2D, handle: number, look: RunnerLook): void {
  const speed = Math.hypot(look.vx, look.vy);
  context.save();
  context.translate(look.x, look.y);
  // Long along the way it runs.
  const way = Math.atan2(look.vy, look.vx);
  const stretch = Math.min(0.12, speed * 0.035) - look.shock * 0.18;
  context.rotate(way);
  context.scale(1 + stretch, 1 - stretch);
  context.rotate(-way);
  outline(context, handle);
  context.fillStyle = COLOURS[handle] ?? INK;
  context.fill();
  drawEyes(context, look);
  context.restore();
}

function drawEyes(context: CanvasRenderingContext2D, { x, y, eyeX, eyeY, shock }: RunnerLook): void {
  const far = Math.hypot(eyeX - x, eyeY - y) || 1;
  const [dx, dy] = [(eyeX - x) / far, (eyeY - y) / far];
  const open = 3.4 + shock * 0.9;
  for (const side of [-1, 1]) {
    const [ex, ey] = [side * 4.1 + dx * 3, -1.6 + dy * 3];
    context.fillStyle = PAPER;
    context.beginPath();
    context.arc(ex, ey, open, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = INK;
    context.beginPath();
    context.arc(ex + dx * 1.5, ey + dy * 1.5, 1.7, 0, 2 * Math.PI);
    context.fill();
  }
}

/** Where the other one was when this machine last heard of it, tied to where it is taken to be. */
export function drawLastKnown(
  context: CanvasRenderingContext2D,
  handle: number,
  known: { x: number; y: number },
  guessed: { x: number; y: number },
): void {
  if (Math.hypot(known.x - guessed.x, known.y - guessed.y) < 1.5) return;
  context.save();
  context.strokeStyle = COLOURS[handle] ?? INK;
  context.lineWidth = 1.1;
  context.translate(known.x, known.y);
  outline(context, handle, SIZE - 1);
  context.stroke();
  context.restore();
}

/** The place that was shown and was wrong: crossed out, and tied to the right one. */
export function drawWrongGuess(context: CanvasRenderingContext2D, guess: WrongGuess): void {
  context.save();
  context.globalAlpha = 1 - guess.age / GUESS_TICKS;
  context.strokeStyle = INK;
  context.lineWidth = 1.1;
  context.beginPath();
  context.moveTo(guess.x, guess.y);
  context.lineTo(guess.toX, guess.toY);
  context.stroke();
  context.translate(guess.x, guess.y);
  context.setLineDash([3, 2.4]);
  outline(context, guess.handle, SIZE - 1);
  context.stroke();
  context.restore();
}
