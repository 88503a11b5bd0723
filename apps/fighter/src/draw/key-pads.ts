// Both players' keys, drawn in the ground. They light while held; the block key shows the parry.
import { PARRY_COOLDOWN, PARRY_WINDOW } from '../sim/constants.js';
import {
  BIT_BLOCK,
  BIT_LEFT,
  BIT_PUNCH,
  BIT_RIGHT,
  COOLDOWN,
  type Fighter,
  KEYS,
  PARRY_LEFT,
  readOf,
  type State,
} from '../sim/layout.js';
import { ACCENTS, GOLD, INK, PAPER } from './palette.js';
import type { Sheet } from './sheet.js';
import { BIG_TYPE } from './big-words.js';

interface Key {
  readonly bit: number;
  readonly column: number;
  readonly row: number;
}

/** As on a keyboard: block above, punch below it, left and right beside. */
const KEYS_OF_PAD: readonly Key[] = [
  { bit: BIT_BLOCK, column: 1, row: 0 },
  { bit: BIT_LEFT, column: 0, row: 1 },
  { bit: BIT_PUNCH, column: 1, row: 1 },
  { bit: BIT_RIGHT, column: 2, row: 1 },
];

/**
 * What is written on the keys: that of `fighter` for one bit, as "A" or "←"; '' where the player presses no key of a
 * keyboard.
 */
export type KeyNames = (fighter: Fighter, bit: number) => string;

/** Drawn rather than written, since not every font has them. In quarter turns from the right. */
const ARROWS: Readonly<Record<string, number>> = { '↑': -1, '→': 0, '↓': 1, '←': 2 };
/** For whoever presses no key of a keyboard: where the key leads. */
const WAYS: Readonly<Record<number, string>> = { [BIT_LEFT]: '←', [BIT_RIGHT]: '→' };

/** Keys whose meaning is not plain from where they lie. */
const MEANINGS: Readonly<Record<number, string>> = { [BIT_BLOCK]: 'BLOCK', [BIT_PUNCH]: 'PUNCH' };

/** Both pads. Returns how much room they leave between them. */
export function drawKeyPads(context: CanvasRenderingContext2D, state: State, sheet: Sheet, keyNames: KeyNames): number {
  const room = sheet.height - sheet.ground;
  const key = Math.min(sheet.tall ? 21 : 12.5, (room - 7) / 2.12);
  const step = key * 1.12;
  const top = sheet.ground + (room - step - key) / 2 + 0.5;
  drawPad(context, state, 0, 9, top, key, step, keyNames, sheet.smallest);
  drawPad(context, state, 1, sheet.width - 9 - 2 * step - key, top, key, step, keyNames, sheet.smallest);
  return sheet.width - 2 * (9 + 2 * step + key);
}

function drawPad(
  context: CanvasRenderingContext2D,
  state: State,
  fighter: Fighter,
  x: number,
  y: number,
  key: number,
  step: number,
  keyNames: KeyNames,
  smallest: number,
): void {
  const held = readOf(state, fighter, KEYS);
  for (const { bit, column, row } of KEYS_OF_PAD) {
    const left = x + column * step;
    const top = y + row * step;
    const lit = (held & bit) !== 0;
    context.beginPath();
    context.roundRect(left, top, key, key, key * 0.2);
    context.fillStyle = lit ? ACCENTS[fighter] : INK;
    context.fill();
    context.lineWidth = key * 0.07;
    context.strokeStyle = lit ? PAPER : 'rgb(246 236 217 / 0.5)';
    context.stroke();
    const meaning = MEANINGS[bit];
    const name = keyNames(fighter, bit) || (WAYS[bit] ?? '');
    context.fillStyle = PAPER;
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    const middle = left + key / 2;
    if (meaning === undefined) drawName(context, name, middle, top + key * 0.5, key, smallest);
    else if (name === '') write(context, meaning, middle, top + key * 0.62, key, 0.34, smallest);
    else {
      drawName(context, name, middle, top + key * 0.4, key, smallest);
      write(context, meaning, middle, top + key * 0.84, key, 0.225, smallest);
    }
    if (bit === BIT_BLOCK) parryClock(context, state, fighter, left, top, key);
  }
}

/**
 * Gold around the key while armed, thinning as the window closes; then a dark stair that fills up again until a tap can
 * arm.
 */
function parryClock(
  context: CanvasRenderingContext2D,
  state: State,
  fighter: Fighter,
  left: number,
  top: number,
  key: number,
): void {
  const armed = readOf(state, fighter, PARRY_LEFT);
  const cooldown = readOf(state, fighter, COOLDOWN);
  if (armed > 0) {
    context.beginPath();
    context.roundRect(left - key * 0.06, top - key * 0.06, key * 1.12, key * 1.12, key * 0.25);
    context.lineWidth = key * (0.12 + 0.14 * (armed / PARRY_WINDOW));
    context.strokeStyle = GOLD;
    context.stroke();
    return;
  }
  const ready = 1 - cooldown / PARRY_COOLDOWN;
  context.fillStyle = ready === 1 ? GOLD : PAPER;
  context.globalAlpha = ready === 1 ? 1 : 0.55;
  context.fillRect(left + key * 0.14, top + key * 0.9, key * 0.72 * ready, key * 0.06);
  context.globalAlpha = 1;
}

/** Around the height `y`: an arrow, or words that are made to fit. */
function drawName(
  context: CanvasRenderingContext2D,
  name: string,
  x: number,
  y: number,
  key: number,
  smallest: number,
): void {
  const turn = ARROWS[name];
  if (turn === undefined) {
    // One letter may grow to what can be read; a longer name that cannot is left out.
    const share = name.length === 1 ? Math.max(0.46, Math.min(0.6, smallest / key)) : 0.34;
    write(context, name, x, y + key * (name.length === 1 ? 0.19 : 0.12), key, share, smallest);
    return;
  }
  context.save();
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 2);
  const r = key * 0.19;
  context.beginPath();
  context.moveTo(r * 1.15, 0);
  context.lineTo(-r * 0.75, r);
  context.lineTo(-r * 0.75, -r);
  context.closePath();
  context.fill();
  context.restore();
}

/**
 * On the baseline `y`, `share` of a key's size high, or as high as fits across the key. What would be smaller than
 * `smallest` is left out.
 */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  key: number,
  share: number,
  smallest = 0,
): void {
  context.font = `${key * share}px ${BIG_TYPE}`;
  const { width } = context.measureText(text);
  const size = key * share * Math.min(1, (key * 0.84) / width);
  if (size < smallest) return;
  context.font = `${size}px ${BIG_TYPE}`;
  context.fillText(text, x, y);
}
