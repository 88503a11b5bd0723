// How a sheet of any shape is divided. The sim never learns any of this.
import { PX, STAGE_WIDTH } from '../sim/constants.js';

/** Measures in the units that the picture is drawn in: one unit is one px of the stage when the camera is far. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Where the ground begins, from the top. */
  readonly ground: number;
  /** About as tall as wide, or taller, as on a phone: the camera may come closer, and words are bigger. */
  readonly tall: boolean;
  /** The smallest words that can be read: 12 px of the screen. */
  readonly smallest: number;
}

/** CSS px: smaller words cannot be read. */
export const READABLE = 12;

/** The stage and a little beyond both ends, so that nobody at the wall is cut by the edge. */
export const SHEET_WIDTH = STAGE_WIDTH / PX + 16;
/** The flattest sheet: 16 to 9. */
export const WIDE_HEIGHT = 153;
/** The tallest: more would be sky. */
export const TALL_HEIGHT = 430;

/** `pxPerUnit`: CSS px for one unit. */
export function sheetOf(width: number, height: number, pxPerUnit: number): Sheet {
  const tall = height > width * 0.8;
  return { width, height, tall, ground: Math.round(height * 0.8), smallest: READABLE / pxPerUnit };
}
