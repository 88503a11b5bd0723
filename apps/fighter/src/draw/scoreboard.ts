// Names, rounds won, guard pips and the parry clock, at the top of the sheet.
import { GUARD_PIPS, PARRY_COOLDOWN, ROUNDS_TO_WIN } from '../sim/constants.js';
import {
  COOLDOWN,
  type Fighter,
  GUARD,
  IMPACT,
  IMPACT_BLOCK,
  IMPACT_BREAK,
  IMPACT_BY,
  IMPACT_TICK,
  PARRY_LEFT,
  read,
  readOf,
  type State,
  TICK,
  WINS,
} from '../sim/layout.js';
import { ACCENTS, GOLD, INK, NAMES } from './palette.js';
import type { Sheet } from './sheet.js';
import { BIG_TYPE } from './big-words.js';

const EDGE = 9;
/** Names of the bars that would be larger than this share of a fighter's name are left out. */
const MOST_OF_NAME = 0.7;

/** Which bars have their names beside them. */
export interface BarNames {
  readonly guard: boolean;
  readonly parry: boolean;
}

export interface Scoreboard {
  readonly localHandles: readonly number[];
  readonly line: string;
  /** The sheet is one colour: no accent would be seen. */
  readonly flooded: boolean;
  /** Rounds won are shown. */
  readonly rounds: boolean;
  readonly names: BarNames;
}

export function drawScoreboard(context: CanvasRenderingContext2D, state: State, sheet: Sheet, board: Scoreboard): void {
  for (const fighter of [0, 1] as const) drawSide(context, state, fighter, sheet, board);
}

function drawSide(
  context: CanvasRenderingContext2D,
  state: State,
  fighter: Fighter,
  sheet: Sheet,
  { flooded, line, localHandles, names, rounds }: Scoreboard,
): void {
  const accent = flooded ? INK : ACCENTS[fighter];
  const size = sheet.tall ? 15 : 11;
  // One side is drawn; the other is the same seen from the other end. Words are not mirrored, only their place.
  const way = fighter === 0 ? 1 : -1;
  const x0 = fighter === 0 ? EDGE : sheet.width - EDGE;
  const base = EDGE + size * 0.82;
  context.textAlign = fighter === 0 ? 'left' : 'right';
  context.textBaseline = 'alphabetic';
  context.font = `${size}px ${BIG_TYPE}`;
  const name = NAMES[fighter].toUpperCase();
  const width = context.measureText(name).width;
  context.fillStyle = accent;
  context.fillText(name, x0, base);

  if (localHandles.length === 1 && localHandles[0] === fighter) {
    context.font = `${Math.max(size * 0.5, sheet.smallest)}px ${BIG_TYPE}`;
    context.fillStyle = INK;
    context.fillText('YOU', x0 + way * (width + size * 0.35), base);
  }

  const pip = size * 0.34;
  for (let round = 0; rounds && round < ROUNDS_TO_WIN; round++) {
    diamond(
      context,
      sheet.width / 2 - way * (size * 0.9 + round * pip * 2.7),
      base - size * 0.36,
      pip,
      round < readOf(state, fighter, WINS) ? accent : null,
    );
  }

  const guard = readOf(state, fighter, GUARD);
  const barWidth = size * 1.35;
  const barHeight = size * 0.44;
  const barTop = base + size * 0.34;
  for (let i = 0; i < GUARD_PIPS; i++) {
    slanted(
      context,
      x0 + way * i * (barWidth + size * 0.2),
      barTop,
      barWidth,
      barHeight,
      way,
      i < guard ? INK : null,
      justLost(state, fighter, i) ? accent : null,
    );
  }
  // Full when a tap would arm.
  const ready = 1 - readOf(state, fighter, COOLDOWN) / PARRY_COOLDOWN;
  const long = 3 * barWidth + 2 * size * 0.2;
  const thick = size * 0.17;
  const clockTop = barTop + barHeight + size * 0.2;
  const armed = readOf(state, fighter, PARRY_LEFT) > 0;
  bar(context, x0, clockTop, long, thick, way, line, 1);
  if (guard === 0) {
    const small = Math.max(size * 0.52, sheet.smallest);
    context.font = `${small}px ${BIG_TYPE}`;
    context.fillStyle = accent;
    context.fillText('NO GUARD', x0, clockTop + thick + size * 0.2 + small);
  }
  if (sheet.smallest < size * MOST_OF_NAME) {
    const small = Math.max(size * 0.4, sheet.smallest);
    context.font = `${small}px ${BIG_TYPE}`;
    context.fillStyle = INK;
    const beside = x0 + way * (long + size * 0.45);
    const guardBase = barTop + barHeight - size * 0.02;
    if (names.guard) context.fillText('GUARD', beside, guardBase);
    if (names.parry)
      context.fillText('PARRY', beside, Math.max(clockTop + thick + size * 0.16, guardBase + small * 1.1));
  }
  bar(
    context,
    x0,
    clockTop,
    long * (armed ? 1 : ready),
    armed ? thick * 1.8 : thick,
    way,
    armed || ready === 1 ? GOLD : INK,
    ready === 1 || armed ? 1 : 0.45,
  );
}

function justLost(state: State, fighter: Fighter, pip: number): boolean {
  const kind = read(state, IMPACT);
  if (kind !== IMPACT_BLOCK && kind !== IMPACT_BREAK) return false;
  return (
    read(state, IMPACT_BY) !== fighter &&
    pip === readOf(state, fighter, GUARD) &&
    read(state, TICK) - read(state, IMPACT_TICK) < 26
  );
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string | null): void {
  context.beginPath();
  context.moveTo(x, y - radius * 1.15);
  context.lineTo(x + radius, y);
  context.lineTo(x, y + radius * 1.15);
  context.lineTo(x - radius, y);
  context.closePath();
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill();
  }
  context.lineWidth = 0.9;
  context.strokeStyle = INK;
  context.stroke();
}

function slanted(
  context: CanvasRenderingContext2D,
  x: number,
  top: number,
  width: number,
  height: number,
  way: number,
  fill: string | null,
  flash: string | null,
): void {
  const lean = way * height * 0.5;
  context.beginPath();
  context.moveTo(x + lean, top);
  context.lineTo(x + lean + way * width, top);
  context.lineTo(x + way * width, top + height);
  context.lineTo(x, top + height);
  context.closePath();
  if (fill !== null || flash !== null) {
    context.fillStyle = fill ?? flash ?? INK;
    context.fill();
  }
  context.lineWidth = 0.8;
  context.strokeStyle = INK;
  context.stroke();
}

function bar(
  context: CanvasRenderingContext2D,
  x: number,
  top: number,
  width: number,
  height: number,
  way: number,
  colour: string,
  alpha: number,
): void {
  context.globalAlpha = alpha;
  context.fillStyle = colour;
  context.fillRect(way === 1 ? x : x - width, top, width, height);
  context.globalAlpha = 1;
}
