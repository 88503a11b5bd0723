// Where the picture looks, and how an impact shakes it. Both follow from the state; nothing is added up.
import { PX } from '../sim/constants.js';
import {
  HITSTOP,
  IMPACT,
  IMPACT_BREAK,
  IMPACT_CLASH,
  IMPACT_KILL,
  IMPACT_NONE,
  IMPACT_PARRY,
  IMPACT_SPARK,
  IMPACT_TICK,
  read,
  type State,
  TICK,
} from '../sim/layout.js';
import { clamp01, easeOut, mix, scatter } from './easing.js';
import { type Sheet, SHEET_WIDTH } from './sheet.js';

export interface Camera {
  /** Middle of the view, px of the stage. */
  readonly x: number;
  /** Units of the sheet for one px of the stage. */
  readonly zoom: number;
  /** Shake, units of the sheet. */
  readonly shakeX: number;
  readonly shakeY: number;
}

const MIDDLE = SHEET_WIDTH / 2 - 8;
/** Steps for which an impact is felt. */
const SHAKE_FRAMES = 22;

/** `left` and `right` are where the two are drawn, px of the stage. */
export function cameraOf(state: State, sheet: Sheet, left: number, right: number, calm: boolean): Camera {
  const seen = sheet.tall ? Math.min(SHEET_WIDTH, Math.max(150, right - left + 92)) : SHEET_WIDTH;
  const zoom = sheet.width / seen;
  const room = (SHEET_WIDTH - seen) / 2;
  const x = Math.max(MIDDLE - room, Math.min(MIDDLE + room, (left + right) / 2));
  if (calm || read(state, IMPACT) === IMPACT_NONE) return { x, zoom, shakeX: 0, shakeY: 0 };

  const age = read(state, TICK) - read(state, IMPACT_TICK);
  const frozen = read(state, HITSTOP) > 0;
  const push = kick(read(state, IMPACT)) * (1 - easeOut(age / SHAKE_FRAMES));
  const spark = read(state, IMPACT_SPARK);
  // A kill draws the eye in for as long as everything stands still.
  const near = read(state, IMPACT) === IMPACT_KILL ? mix(frozen ? 1.07 : 1, 1, clamp01((age - 20) / 10)) : 1;
  const target = read(state, IMPACT) === IMPACT_KILL && frozen ? mix(x, (left + right) / 2, 0.25) : x;
  return {
    x: target,
    zoom: zoom * near,
    shakeX: (scatter(spark, age * 2) - 0.5) * 2 * push,
    shakeY: (scatter(spark, age * 2 + 1) - 0.5) * push,
  };
}

/** Drawn at this place of the sheet. @param x px of the stage. */
export function sheetX(camera: Camera, sheet: Sheet, x: number): number {
  return sheet.width / 2 + (x - camera.x) * camera.zoom + camera.shakeX;
}

/** From here on the context draws px of the stage, y up from the ground. */
export function lookThrough(context: CanvasRenderingContext2D, camera: Camera, sheet: Sheet): void {
  context.translate(sheetX(camera, sheet, 0), sheet.ground + camera.shakeY);
  context.scale(camera.zoom, -camera.zoom);
}

/** Units of the sheet, at most, by weight of the impact. */
function kick(impact: number): number {
  if (impact === IMPACT_KILL) return 7;
  if (impact === IMPACT_BREAK) return 4.5;
  if (impact === IMPACT_CLASH) return 4;
  if (impact === IMPACT_PARRY) return 2.5;
  return 1.6;
}

/** A place of the state, in px of the stage. */
export function toPx(subpixels: number): number {
  return subpixels / PX;
}
