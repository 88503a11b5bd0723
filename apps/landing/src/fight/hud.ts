// Names, rounds won and guard, at the top of a picture. The fighter's own scoreboard also names its bars, in letters too
// small for half a page.
import { BIG_TYPE } from '@lite-rollback/fighter/src/draw/big-words.js';
import { ACCENTS, INK, NAMES } from '@lite-rollback/fighter/src/draw/palette.js';
import { GUARD_PIPS, ROUNDS_TO_WIN } from '@lite-rollback/fighter/src/sim/constants.js';
import { type Fighter, GUARD, readOf, type State, WINS } from '@lite-rollback/fighter/src/sim/layout.js';

/** Units of the sheet. */
const EDGE = 8;
const LETTERS = 12;
const PIP = { width: 15, height: 5, gap: 2.5 };
const DIAMOND = 4;

/** @param width units of the sheet @param flooded the sheet has the winner's colour */
export function drawHud(context: CanvasRenderingContext2D, state: State, width: number, flooded: boolean): void {
  context.save();
  context.font = `${LETTERS}px ${BIG_TYPE}`;
  context.textBaseline = 'alphabetic';
  for (const fighter of [0, 1] as const) drawSide(context, state, fighter, width, flooded ? INK : ACCENTS[fighter]);
  context.restore();
}

function drawSide(
  context: CanvasRenderingContext2D,
  state: State,
  fighter: Fighter,
  width: number,
  accent: string,
): void {
  const way = fighter === 0 ? 1 : -1;
  const from = fighter === 0 ? EDGE : width - EDGE;
  const baseline = EDGE + LETTERS * 0.82;
  context.textAlign = fighter === 0 ? 'left' : 'right';
  context.fillStyle = accent;
  context.fillText(NAMES[fighter].toUpperCase(), from, baseline);

  for (let round = 0; round < ROUNDS_TO_WIN; round++) {
    const x = width / 2 - way * (10 + round * DIAMOND * 2.7);
    context.beginPath();
    for (const [dx, dy] of [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const)
      context.lineTo(x + dx * DIAMOND, baseline - 4 + dy * DIAMOND);
    context.closePath();
    fillOrOutline(context, round < readOf(state, fighter, WINS) ? accent : null);
  }
  for (let pip = 0; pip < GUARD_PIPS; pip++) {
    const x = from + way * pip * (PIP.width + PIP.gap);
    context.beginPath();
    context.rect(way === 1 ? x : x - PIP.width, baseline + 4, PIP.width, PIP.height);
    fillOrOutline(context, pip < readOf(state, fighter, GUARD) ? INK : null);
  }
}

function fillOrOutline(context: CanvasRenderingContext2D, colour: string | null): void {
  context.fillStyle = colour ?? 'transparent';
  context.fill();
  context.strokeStyle = INK;
  context.lineWidth = 0.8;
  context.stroke();
}
