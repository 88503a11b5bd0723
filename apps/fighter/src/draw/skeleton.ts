// A body as the seven points that decide it. Elbows and knees follow from them.
import { mix } from './easing.js';

export type Spot = readonly [x: number, y: number];

/** In px of the stage, x towards the opponent from the body's centre, y up from the ground. */
export interface Pose {
  readonly hip: Spot;
  readonly neck: Spot;
  readonly head: Spot;
  /** Hand and foot nearer the opponent. */
  readonly leadHand: Spot;
  readonly rearHand: Spot;
  readonly leadFoot: Spot;
  readonly rearFoot: Spot;
}

export const UPPER_ARM = 12.5;
export const FOREARM = 12.5;
export const THIGH = 15.5;
export const SHIN = 15.5;

export function mixSpot(from: Spot, to: Spot, t: number): Spot {
  return [mix(from[0], to[0], t), mix(from[1], to[1], t)];
}

export function mixPose(from: Pose, to: Pose, t: number): Pose {
  return {
    hip: mixSpot(from.hip, to.hip, t),
    neck: mixSpot(from.neck, to.neck, t),
    head: mixSpot(from.head, to.head, t),
    leadHand: mixSpot(from.leadHand, to.leadHand, t),
    rearHand: mixSpot(from.rearHand, to.rearHand, t),
    leadFoot: mixSpot(from.leadFoot, to.leadFoot, t),
    rearFoot: mixSpot(from.rearFoot, to.rearFoot, t),
  };
}

/**
 * The joint between two bones that run from `from` to `to`. `side` 1 bends it to the left of that line, -1 to the
 * right: elbows hang (-1), knees point forward (1). A target out of reach is met by a straight limb: the end is then
 * moved in, see `reachable`.
 */
export function joint(from: Spot, to: Spot, first: number, second: number, side: 1 | -1): Spot {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const distance = Math.max(0.001, Math.hypot(dx, dy));
  const along = Math.min(first, (first * first - second * second + distance * distance) / (2 * distance));
  const aside = Math.sqrt(Math.max(0, first * first - along * along)) * side;
  const ux = dx / distance;
  const uy = dy / distance;
  return [from[0] + ux * along - uy * aside, from[1] + uy * along + ux * aside];
}

/** `to`, or the furthest point towards it that a limb of this length reaches. */
export function reachable(from: Spot, to: Spot, length: number): Spot {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const distance = Math.hypot(dx, dy);
  if (distance <= length) return to;
  const t = length / distance;
  return [from[0] + dx * t, from[1] + dy * t];
}
