// The rules in two sentences, in the ground, until the first fight has begun.
import { PHASE, PHASE_FIGHT, PHASE_FRAME, PHASE_INTRO, read, ROUND, type State } from '../sim/layout.js';
import { PAPER } from './palette.js';
import type { Sheet } from './sheet.js';
import { BIG_TYPE } from './big-words.js';

const SENTENCES = [
  'One punch kills. Block stops it, and costs a piece of your guard.',
  'Tap block just before it lands: a parry, and your punch is free.',
];
/** Frames of the first fight in which they can still be read, and in which they fade after that. */
const STAY = 90;
const FADE = 30;

/** 0 … 1: how plainly the guide stands there. */
function guideAlpha(state: State): number {
  if (read(state, ROUND) !== 1) return 0;
  if (read(state, PHASE) === PHASE_INTRO) return 1;
  if (read(state, PHASE) !== PHASE_FIGHT) return 0;
  return Math.max(0, Math.min(1, 1 - (read(state, PHASE_FRAME) - STAY) / FADE));
}

/** Between the pads, which leave `room` units in the middle. */
export function drawGuide(context: CanvasRenderingContext2D, state: State, sheet: Sheet, room: number): void {
  const alpha = guideAlpha(state);
  if (alpha === 0) return;
  const size = Math.max(sheet.tall ? 6.6 : 4.6, sheet.smallest);
  context.font = `${size}px ${BIG_TYPE}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const lines = SENTENCES.flatMap((sentence) => linesOf(context, sentence, room));
  const step = size * 1.5;
  // On a sheet as small as a stamp the rules have no place.
  if (lines.length * step > sheet.height - sheet.ground) return;
  const top = sheet.ground + (sheet.height - sheet.ground - (lines.length - 1) * step) / 2;
  context.globalAlpha = alpha;
  context.fillStyle = PAPER;
  lines.forEach((line, i) => context.fillText(line, sheet.width / 2, top + i * step));
  context.globalAlpha = 1;
}

/** As few lines as fit across `room`, in the type that is set. */
export function linesOf(context: CanvasRenderingContext2D, sentence: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines[lines.length - 1] ?? ''} ${word}`;
    if (lines.length > 0 && context.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
