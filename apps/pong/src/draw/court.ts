// The court behind the play: walls, net, home lines, and the score as large as the court allows.
import { LEFT, RIGHT, type PongFields } from '../sim/fields.js';
import { COURT_HEIGHT, COURT_WIDTH, MARGIN_X, MARGIN_Y } from './place.js';
import { FACE, INK, SIDE_COLOURS } from './palette.js';

const WALL = 4;
const DASH = 9;

export function drawCourt(context: CanvasRenderingContext2D): void {
  context.fillStyle = INK;
  context.fillRect(-MARGIN_X, -MARGIN_Y, COURT_WIDTH + 2 * MARGIN_X, WALL);
  context.fillRect(-MARGIN_X, COURT_HEIGHT + MARGIN_Y - WALL, COURT_WIDTH + 2 * MARGIN_X, WALL);
  context.globalAlpha = 0.55;
  const dashes = 11;
  const step = COURT_HEIGHT / dashes;
  for (let i = 0; i < dashes; i++) context.fillRect(COURT_WIDTH / 2 - 1, i * step + (step - DASH) / 2, 2, DASH);
  context.globalAlpha = 1;
  for (const side of [LEFT, RIGHT] as const) {
    context.fillStyle = SIDE_COLOURS[side];
    const x = side === LEFT ? -MARGIN_X : COURT_WIDTH + MARGIN_X - 4;
    context.fillRect(x, 0, 4, COURT_HEIGHT);
  }
}

/** The two numerals. `alpha` of faint ink in play, full paper over a flood of colour. */
export function drawScore(context: CanvasRenderingContext2D, fields: PongFields, colour: string, alpha: number): void {
  context.fillStyle = colour;
  context.globalAlpha = alpha;
  context.font = `700 250px ${FACE}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const side of [LEFT, RIGHT] as const) {
    context.fillText(
      String(fields.score[side] ?? 0),
      COURT_WIDTH * (side === LEFT ? 0.27 : 0.73),
      COURT_HEIGHT / 2 + 88,
    );
  }
  context.globalAlpha = 1;
}
