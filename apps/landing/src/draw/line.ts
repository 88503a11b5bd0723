// The line between the two machines, with every packet where it is.
import { LINGER, type Line, type Packet } from '../world/line.js';
import { COLOURS_ON_INK } from './palette.js';
import type { SharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';

/** CSS px. */
const SIZE = 9;
const MARGIN = 8;
/** Share of its speed per frame that a packet draws behind itself. */
const TAIL = 0.8;

/** Red's machine is at the left end and sends in the upper half, blue's at the right end and in the lower. */
export function drawLine(sharp: SharpCanvas, line: Line): void {
  if (sharp.width === 0) return;
  const { context, width: length, height: breadth } = sharp;
  const now = line.now();
  sharp.begin(1);
  for (const packet of line.packets) {
    const half = (breadth - 3 * MARGIN) / 2 - SIZE;
    const across = MARGIN + (packet.from === 0 ? 0 : half + SIZE + MARGIN) + packet.lane * half + SIZE / 2;
    drawPacket(context, packet, now, length, across);
  }
}

function drawPacket(
  context: CanvasRenderingContext2D,
  packet: Packet,
  now: number,
  length: number,
  across: number,
): void {
  const { from, sentAt, arrivesAt, lostAt } = packet;
  const gone = lostAt === null ? Infinity : sentAt + (arrivesAt - sentAt) * lostAt;
  const way = arrivesAt === sentAt ? 1 : (Math.min(now, gone) - sentAt) / (arrivesAt - sentAt);
  const along = from === 0 ? way * length : (1 - way) * length;
  context.fillStyle = COLOURS_ON_INK[from];
  if (now < gone) {
    const heading = from === 0 ? 1 : -1;
    const tail = Math.min(
      Math.abs(from === 0 ? along : length - along),
      (length / Math.max(1, arrivesAt - sentAt)) * 16.7 * TAIL,
    );
    context.globalAlpha = 0.32;
    context.fillRect(heading > 0 ? along - tail : along, across - SIZE / 6, tail, SIZE / 3);
    context.globalAlpha = 1;
    context.fillRect(along - SIZE / 2, across - SIZE / 2, SIZE, SIZE);
    return;
  }
  // Lost: it bursts where it was.
  const age = (now - gone) / LINGER;
  if (age >= 1) return;
  const out = SIZE / 2 + age * 5;
  context.globalAlpha = 1 - age;
  context.strokeStyle = COLOURS_ON_INK[from];
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(along - out, across - out);
  context.lineTo(along + out, across + out);
  context.moveTo(along + out, across - out);
  context.lineTo(along - out, across + out);
  context.stroke();
  context.globalAlpha = 1;
}
