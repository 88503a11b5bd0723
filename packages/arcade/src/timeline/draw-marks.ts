// The marks of the timeline, each told by its shape and letter as well as by its colour.
import type { FlightMark } from './flight-log.js';

/** Of the cabinet's custom properties. */
export interface Inks {
  readonly ink: string;
  readonly paper: string;
  readonly soft: string;
  readonly quiet: string;
  readonly accent: string;
  readonly focus: string;
  readonly face: string;
}

export function inksOf(place: Element): Inks {
  const style = getComputedStyle(place);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: read('ink'),
    paper: read('paper'),
    soft: read('soft'),
    quiet: read('quiet'),
    accent: read('accent'),
    focus: read('focus'),
    face: style.fontFamily,
  };
}

/** 'way': a known input of our own that is not acked yet. */
export type CellMark = FlightMark | 'way';

const LETTERS: Readonly<Record<CellMark, string>> = {
  known: '✓',
  way: '→',
  guessed: '?',
  right: '=',
  wrong: '×',
  none: '',
};
/** px. Lower rows have no letters. */
export const LETTER_HEIGHT = 14;

/** Fills the box with a mark. */
export function drawMark(
  context: CanvasRenderingContext2D,
  inks: Inks,
  mark: CellMark,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const letters = height >= LETTER_HEIGHT;
  if (mark === 'none') return;
  if (mark === 'wrong') {
    context.fillStyle = inks.accent;
    context.fillRect(x, y, width, height);
  } else if (mark === 'guessed' || mark === 'right') {
    context.strokeStyle = mark === 'guessed' ? inks.ink : inks.quiet;
    context.lineWidth = 1;
    if (mark === 'guessed') context.setLineDash([4, 3]);
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    if (mark === 'guessed') context.setLineDash([]);
  } else {
    context.fillStyle = inks.soft;
    context.fillRect(x, y, width, height);
    if (!letters) {
      const middle = y + Math.floor(height / 2);
      context.fillStyle = mark === 'way' ? inks.ink : inks.quiet;
      if (mark === 'known') context.fillRect(x, middle, width, 1);
      else for (let at = 0; at < width; at += 8) context.fillRect(x + at, middle - 1, 4, 2);
    }
  }
  if (!letters) return;
  context.fillStyle = mark === 'wrong' ? inks.paper : inks.ink;
  context.font = `700 16px ${inks.face}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(LETTERS[mark], x + width / 2, y + height / 2 + 1);
}

/** px. */
const SQUARE = 5;
const STRIPE = 2;

/** A square for each time that a frame was redone. Gives the width. */
export function drawRedone(
  context: CanvasRenderingContext2D,
  inks: Inks,
  times: number,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  const shown = Math.max(0, Math.min(times, Math.floor(width / (SQUARE + 2))));
  const side = Math.min(height, SQUARE);
  context.fillStyle = inks.ink;
  for (let i = 0; i < shown; i++)
    context.fillRect(x + i * (SQUARE + 2), y + Math.floor((height - side) / 2), SQUARE, side);
  return shown * (SQUARE + 2);
}

/** Stripes, three for each tick stalled. Gives the width. */
export function drawStalled(
  context: CanvasRenderingContext2D,
  inks: Inks,
  ticks: number,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  const shown = Math.max(0, Math.min(ticks * 3, Math.floor(width / (2 * STRIPE))));
  context.fillStyle = inks.ink;
  for (let i = 0; i < shown; i++) context.fillRect(x + i * 2 * STRIPE, y, STRIPE, height);
  return shown * 2 * STRIPE;
}
