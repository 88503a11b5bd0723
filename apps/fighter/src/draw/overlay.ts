// What the sim sees, drawn over what we see. The spans come from the sim's own functions.
import { fistFrom, fistLive, fistTo, hurtFrom, hurtTo } from '../sim/boxes.js';
import { BODY_GAP, FIST_FAR, PX, STAGE_MARGIN, STAGE_WIDTH } from '../sim/constants.js';
import {
  ACTION,
  ACTION_FRAME,
  COOLDOWN,
  type Fighter,
  facing,
  HITSTOP,
  PARRY_LEFT,
  readOf,
  read,
  type State,
  TICK,
  X,
} from '../sim/layout.js';
import type { Sheet } from './sheet.js';

const HURT = '#0f9d58';
const FIST = '#e6007e';
const WALL = '#15131c';

/** Boxes, in px of the stage, y up: the caller has set the transform. */
export function drawBoxes(context: CanvasRenderingContext2D, state: State): void {
  span(context, STAGE_MARGIN, STAGE_MARGIN, 0, 70, WALL, true);
  span(context, STAGE_WIDTH - STAGE_MARGIN, STAGE_WIDTH - STAGE_MARGIN, 0, 70, WALL, true);
  for (const fighter of [0, 1] as const) {
    const x = readOf(state, fighter, X);
    span(context, hurtFrom(state, fighter), hurtTo(state, fighter), 0, 60, HURT, false);
    if (fistLive(state, fighter)) span(context, fistFrom(state, fighter), fistTo(state, fighter), 36, 50, FIST, false);
    else {
      const tip = x + facing(fighter) * FIST_FAR;
      span(context, tip, tip, 36, 50, FIST, true);
    }
    const front = x + (facing(fighter) * BODY_GAP) / 2;
    span(context, front, front, 0, 10, WALL, false);
  }
}

function span(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  low: number,
  high: number,
  colour: string,
  dashed: boolean,
): void {
  context.globalAlpha = 0.28;
  context.fillStyle = colour;
  context.fillRect(from / PX, low, (to - from) / PX, high - low);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 0.8;
  context.setLineDash(dashed ? [2, 2] : []);
  context.strokeRect(from / PX, low, (to - from) / PX, high - low);
  context.setLineDash([]);
}

/** Live tick and checksum, and what each fighter's clocks read. `checksum` is a uint32. */
export function drawReadout(context: CanvasRenderingContext2D, state: State, sheet: Sheet, checksum: number): void {
  const size = Math.max(sheet.tall ? 7.4 : 4.4, sheet.smallest);
  const lines = [
    `tick ${String(read(state, TICK)).padStart(6)}   checksum ${hex(checksum)}   hit stop ${read(state, HITSTOP)}`,
    row(state, 0),
    row(state, 1),
  ];
  context.font = `${size}px ui-monospace, Menlo, Consolas, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const width = Math.max(...lines.map((text) => context.measureText(text).width)) + size * 2;
  const top = sheet.tall ? 42 : sheet.ground + 2.5;
  context.fillStyle = 'rgb(0 0 0 / 0.86)';
  context.fillRect(sheet.width / 2 - width / 2, top, width, size * 4.6);
  context.fillStyle = '#fff';
  lines.forEach((text, i) => context.fillText(text, sheet.width / 2, top + size * (0.6 + i * 1.3)));
}

function row(state: State, fighter: Fighter): string {
  const cell = (at: number, width: number): string => String(readOf(state, fighter, at)).padStart(width);
  return `P${fighter + 1}  x ${cell(X, 5)}  action ${cell(ACTION, 1)}:${cell(ACTION_FRAME, 4)}  parry ${cell(PARRY_LEFT, 1)}  cooldown ${cell(COOLDOWN, 2)}`;
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
