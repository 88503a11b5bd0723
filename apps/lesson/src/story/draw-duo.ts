// Draws two machines side by side: what each shows, and the presses between them. No words: those stand in the page.
import type { SharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';
import type { Cells } from '../run.js';
import { CELLS, LEFT, RIGHT } from '../sim/track.js';
import type { Flight } from './duo.js';
import { FRIEND, type Who, YOU } from './one-machine.js';

const PAPER = '#f4ebdc';
const SCREEN = '#fbf6ec';
const INK = '#191a23';
/** By player: you are round, your friend is square. */
export const COLOURS = ['#c23a24', '#1f4fd1'] as const;
/** What is played again, and what was wrong. */
export const REDO = '#f3bd3a';

/** One machine’s picture, as the figure wants it. */
export interface MachinePicture {
  /** Cells between two ticks may be fractions. */
  readonly cells: Cells;
  /** Whose place is a guess: drawn hollow. */
  readonly guessed?: Who;
  readonly waits?: boolean;
  /** Places that were shown and were wrong, of the friend: outlines. 0 … 1 is how much they have faded. */
  readonly wrong?: readonly number[];
  readonly faded?: number;
  /** The screen is lit: something has just been corrected on it. */
  readonly lit?: boolean;
}

export interface DuoPicture {
  readonly machines: readonly [MachinePicture, MachinePicture];
  readonly flights: readonly Flight[];
  /** Ticks, with a fraction: where the flights are. */
  readonly now: number;
  /** Presses that the wire shows; the figure may be about one direction only. */
  readonly from?: Who;
}

/** CSS px of one figure. */
interface Layout {
  readonly screen: number;
  readonly wire: number;
  readonly height: number;
  readonly ground: number;
  readonly cell: number;
  readonly radius: number;
}

function layoutOf(width: number, height: number): Layout {
  const wire = Math.max(56, width * 0.17);
  const screen = (width - wire) / 2;
  const cell = (screen - 24) / CELLS;
  return { screen, wire, height, ground: height * 0.74, cell, radius: Math.max(9, Math.min(26, cell * 1.2)) };
}

export function drawDuo(sharp: SharpCanvas, { flights, from, machines, now }: DuoPicture): void {
  if (sharp.width === 0) return;
  const { context } = sharp;
  const layout = layoutOf(sharp.width, sharp.height);
  sharp.begin(1);
  drawScreen(context, layout, 0, machines[YOU]);
  drawScreen(context, layout, layout.screen + layout.wire, machines[FRIEND]);
  drawWire(context, layout);
  for (const flight of flights)
    if (from === undefined || from === flight.from) drawFlight(context, layout, flight, now);
}

function drawScreen(context: CanvasRenderingContext2D, layout: Layout, left: number, picture: MachinePicture): void {
  const { ground, height, radius, screen } = layout;
  context.save();
  context.translate(left, 0);
  context.fillStyle = picture.lit === true ? '#fdeec4' : SCREEN;
  context.fillRect(1, 1, screen - 2, height - 2);
  context.strokeStyle = INK;
  context.lineWidth = 2;
  context.strokeRect(1, 1, screen - 2, height - 2);
  drawGround(context, layout);
  const x = (cell: number): number => 12 + (cell + 0.5) * layout.cell;
  for (const cell of picture.wrong ?? []) {
    context.globalAlpha = 1 - (picture.faded ?? 0);
    outline(context, FRIEND, x(cell), ground - radius, radius);
    context.setLineDash([4, 3]);
    context.strokeStyle = COLOURS[FRIEND];
    context.lineWidth = 1.6;
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
  for (const who of [YOU, FRIEND] as const)
    drawWalker(context, who, x(picture.cells[who]), ground - radius, radius, picture.guessed === who);
  if (picture.waits === true) drawWaiting(context, screen / 2, height * 0.2);
  context.restore();
}

function drawGround(context: CanvasRenderingContext2D, { cell, ground, screen }: Layout): void {
  context.fillStyle = INK;
  context.fillRect(1, ground, screen - 2, 2);
  context.globalAlpha = 0.35;
  for (let i = 0; i <= CELLS; i++) context.fillRect(12 + i * cell - 0.5, ground + 2, 1, 6);
  context.globalAlpha = 1;
}

function outline(context: CanvasRenderingContext2D, who: Who, x: number, y: number, radius: number): void {
  context.beginPath();
  if (who === YOU) context.arc(x, y, radius, 0, 2 * Math.PI);
  else context.roundRect(x - radius, y - radius, 2 * radius, 2 * radius, radius * 0.35);
}

function drawWalker(
  context: CanvasRenderingContext2D,
  who: Who,
  x: number,
  y: number,
  radius: number,
  hollow: boolean,
): void {
  outline(context, who, x, y, hollow ? radius - 1.2 : radius);
  context.fillStyle = hollow ? PAPER : COLOURS[who];
  context.fill();
  if (hollow) {
    context.strokeStyle = COLOURS[who];
    context.lineWidth = 2.4;
    context.stroke();
  }
  // Each looks at the other.
  const way = who === YOU ? 1 : -1;
  for (const side of [-0.36, 0.36]) {
    const eyeX = x + side * radius + way * radius * 0.14;
    context.fillStyle = hollow ? COLOURS[who] : PAPER;
    context.beginPath();
    context.arc(eyeX, y - radius * 0.16, radius * 0.25, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = hollow ? PAPER : INK;
    context.beginPath();
    context.arc(eyeX + way * radius * 0.09, y - radius * 0.16, radius * 0.12, 0, 2 * Math.PI);
    context.fill();
  }
}

/** Two bars, as on a pause button. */
function drawWaiting(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillStyle = INK;
  context.fillRect(x - 9, y - 9, 6, 18);
  context.fillRect(x + 3, y - 9, 6, 18);
}

function drawWire(context: CanvasRenderingContext2D, { height, screen, wire }: Layout): void {
  context.fillStyle = INK;
  context.globalAlpha = 0.3;
  for (const y of [height * 0.36, height * 0.6]) context.fillRect(screen, y - 0.5, wire, 1);
  context.globalAlpha = 1;
}

function drawFlight(context: CanvasRenderingContext2D, layout: Layout, flight: Flight, now: number): void {
  const { height, screen, wire } = layout;
  const way = (now - flight.sentAt) / (flight.arrivesAt - flight.sentAt);
  if (way < 0 || way > 1) return;
  const along = flight.from === YOU ? way : 1 - way;
  const x = screen + along * wire;
  const y = flight.from === YOU ? height * 0.36 : height * 0.6;
  context.fillStyle = COLOURS[flight.from];
  if (flight.press !== LEFT && flight.press !== RIGHT) {
    context.beginPath();
    context.arc(x, y, 3.2, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  const size = 8;
  context.beginPath();
  context.roundRect(x - size, y - size, 2 * size, 2 * size, 4);
  context.fill();
  const head = flight.press === RIGHT ? 1 : -1;
  context.strokeStyle = PAPER;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x - head * 4, y);
  context.lineTo(x + head * 4, y);
  context.moveTo(x + head * 0.6, y - 3.4);
  context.lineTo(x + head * 4, y);
  context.lineTo(x + head * 0.6, y + 3.4);
  context.stroke();
}

/** Cells between two states. */
export function between(from: Cells, to: Cells, alpha: number): Cells {
  const along = (who: Who): number => from[who] + (to[who] - from[who]) * alpha;
  return [along(YOU), along(FRIEND)];
}
