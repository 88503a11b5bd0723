// From the simulation's units to the picture's.
import { ONE_PX, STAGE_HEIGHT, STAGE_WIDTH } from '../sim/stage.js';

/** Room around the court for its walls, and for the ball to be seen leaving. */
export const MARGIN_X = 12;
export const MARGIN_Y = 6;
export const COURT_WIDTH = STAGE_WIDTH / ONE_PX;
export const COURT_HEIGHT = STAGE_HEIGHT / ONE_PX;
export const PICTURE = { width: COURT_WIDTH + 2 * MARGIN_X, height: COURT_HEIGHT + 2 * MARGIN_Y };

/** Between two frames, in px. A leap is shown as one: nothing flies from a goal back to the middle. */
export function between(before: number, now: number, alpha: number): number {
  const leap = Math.abs(now - before) > 40 * ONE_PX;
  return (leap ? now : before + (now - before) * alpha) / ONE_PX;
}

/** 0 … 1, starting and ending gently. */
export function ease(t: number): number {
  const clamped = t < 0 ? 0 : t > 1 ? 1 : t;
  return clamped * clamped * (3 - 2 * clamped);
}
