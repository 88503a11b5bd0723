// Does not roll back: how a sheet of any shape is divided. The sim never learns any of this.
import { PX, STAGE_WIDTH } from '../sim/constants.js';

/** Measures in the units that the picture is drawn in: one unit is one px of the stage when the camera is far. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Where the ground begins, from the top. */
  readonly ground: number;
  /** Taller than wide, as a phone is held: the camera may come closer. */
  readonly tall: boolean;
}

/** The stage and a little beyond both ends, so that nobody at the wall is cut by the edge. */
export const SHEET_WIDTH = STAGE_WIDTH / PX + 16;
/** For screens wider than tall: 16 to 9. */
export const WIDE_HEIGHT = 153;
/** For a phone held upright. */
export const TALL_HEIGHT = 290;

export function sheetOf(width: number, height: number): Sheet {
  const tall = height > width;
  return { width, height, tall, ground: Math.round(height * 0.8) };
}
