// What one machine shows.
import { at, BUMP_FRAME, type RaceFields, X, Y } from '../sim/fields.js';
import { PX } from '../sim/stage.js';
import type { SharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';
import { COLOURS, FACE, INK, NAMES, PAPER, SUN } from '../../draw/palette.js';
import { type Corrections, TAKEN_BACK_TICKS, type TakenBack } from '../corrections.js';
import type { RaceMachine } from '../game.js';
import { drawCoin, drawGrab, drawGround, drawScores, drawWin, ease, HEIGHT, WIDTH } from './court.js';
import { drawLastKnown, drawRunner, drawWrongGuess } from './runners.js';

/** Frames that eyes stay wide after a bump. */
const SHOCKED = 20;
/** Of the last so many ticks, this share stalled: that is no hiccup any more. */
const HICCUP = 45;
const HICCUP_SHARE = 0.4;
/** px a frame. Nobody runs so fast: such a step is the walk back to the marks, shown at once. */
const LEAP = 12;

export function drawPicture(
  sharp: SharpCanvas,
  machine: RaceMachine,
  corrections: Corrections,
  reducedMotion: boolean,
): void {
  if (sharp.width === 0) return;
  const { context } = sharp;
  const { session } = machine.match;
  const frame = session.frame() - 1;
  const { fields } = session;
  // Stalled, time stands still: it does not swing between two frames.
  const stalled = machine.ticks[machine.ticks.length - 1]?.stalled === true;
  const alpha = stalled ? 1 : machine.alpha;
  const before = session.depth() > 1 ? session.stateAt(frame - 1) : fields;
  const other = 1 - machine.side;
  const places = [
    placeOf(corrections, fields, before, alpha, 0),
    placeOf(corrections, fields, before, alpha, 1),
  ] as const;
  const known = session.stateAt(Math.max(frame - session.depth() + 1, Math.min(frame, session.confirmedFrame())));

  sharp.begin(sharp.width / WIDTH);
  drawGround(context);
  drawScores(context, fields, INK, 0.09);
  drawCoin(context, fields, frame + alpha);
  drawGrab(context, fields, frame + alpha);
  for (const guess of corrections.wrongGuesses) drawWrongGuess(context, guess);
  const guessed = places[other === 0 ? 0 : 1];
  drawLastKnown(
    context,
    other,
    { x: at(known.body, 2 * other + X) / PX, y: at(known.body, 2 * other + Y) / PX },
    guessed,
  );
  for (const handle of [other, machine.side]) {
    const place = places[handle === 0 ? 0 : 1];
    const shock = reducedMotion ? 0 : 1 - Math.min(1, (frame - at(fields.moment, BUMP_FRAME)) / SHOCKED);
    drawRunner(context, handle, {
      ...place,
      vx: at(fields.speed, 2 * handle + X) / PX,
      vy: at(fields.speed, 2 * handle + Y) / PX,
      eyeX: at(fields.coin, X) / PX,
      eyeY: at(fields.coin, Y) / PX,
      shock,
    });
  }
  drawWin(context, fields, alpha, reducedMotion);
  if (corrections.takenBack !== null) drawTakenBack(context, corrections.takenBack);
  if (isWaiting(machine)) drawWaiting(context, NAMES[other] ?? '');
}

function placeOf(
  corrections: Corrections,
  fields: RaceFields,
  before: RaceFields,
  alpha: number,
  handle: number,
): { x: number; y: number } {
  const along = (axis: number): number => {
    const cell = 2 * handle + axis;
    const now = at(fields.body, cell) / PX;
    const then = at(before.body, cell) / PX;
    const from = Math.abs(now - then) > LEAP ? now : then;
    return from + (now - from) * alpha + (corrections.jumps[cell] ?? 0);
  };
  return { x: along(X), y: along(Y) };
}

function isWaiting({ ticks }: RaceMachine): boolean {
  let stalled = 0;
  for (let i = Math.max(0, ticks.length - HICCUP); i < ticks.length; i++) stalled += ticks[i]?.stalled === true ? 1 : 0;
  return stalled > HICCUP * HICCUP_SHARE;
}

function drawWaiting(context: CanvasRenderingContext2D, name: string): void {
  const text = `WAITING FOR ${name.toUpperCase()}`;
  context.font = `700 11px ${FACE}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = SUN;
  context.fillRect(0, 0, context.measureText(text).width + 14, 17);
  context.fillStyle = INK;
  context.fillText(text, 7, 9);
}

/** A stamp over the coin that somebody only seemed to have. */
function drawTakenBack(context: CanvasRenderingContext2D, { x, y, by, age }: TakenBack): void {
  const text = by === null ? 'TAKEN BACK' : `NO, ${(NAMES[by] ?? '').toUpperCase()} WAS FIRST`;
  const size = 1 + 0.5 * (1 - ease(age / 7));
  context.save();
  context.globalAlpha = 1 - ease((age - (TAKEN_BACK_TICKS - 14)) / 14);
  context.font = `700 19px ${FACE}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const width = context.measureText(text).width + 18;
  context.translate(
    Math.max(width / 2 + 6, Math.min(WIDTH - width / 2 - 6, x)),
    Math.max(24, Math.min(HEIGHT - 24, y - 26)),
  );
  context.rotate(-0.05);
  context.scale(size, size);
  context.fillStyle = by === null ? INK : (COLOURS[by] ?? INK);
  context.fillRect(-width / 2, -14, width, 28);
  context.fillStyle = PAPER;
  context.fillText(text, 0, 1);
  context.restore();
}
