// After fdlibm, Copyright (C) 1993 by Sun Microsystems, Inc.: the notice in ../../NOTICE goes with this file.
import { TURN, wrapAngle } from './angle.js';
import { direction, setDirection } from './direction.js';
import { ONE } from './one.js';
import { exact, rounded } from './rounded.js';

/** TURN / 2π. */
const UNITS_PER_RADIAN = 10430.378350470453;
/** tan(π/8). */
const TAN_SIXTEENTH = 0.41421356237309503;

/** The sine of an angle, in [-ONE, ONE]: the fixed-point number nearest to it, for every angle. */
export function sin(angle: number): number {
  setDirection(wrapAngle(angle) * 4);
  exact[0] = direction[1]! * ONE;
  return rounded();
}

/** The cosine of an angle, in [-ONE, ONE]: the fixed-point number nearest to it, for every angle. */
export function cos(angle: number): number {
  setDirection(wrapAngle(angle) * 4);
  exact[0] = direction[0]! * ONE;
  return rounded();
}

/**
 * The angle of the point (x, y) seen from the origin, in [-TURN/2, TURN/2), for whole numbers of up to 33 bits.
 * fdlibm's polynomial of s_atan.c on a sixteenth of a turn.
 */
export function unitsOf(y: number, x: number): number {
  const up = Math.abs(y);
  const aside = Math.abs(x);
  const larger = Math.max(up, aside);
  const slope = larger === 0 ? 0 : Math.min(up, aside) / larger;
  const turned = slope > TAN_SIXTEENTH;
  const t = turned ? (slope - 1) / (slope + 1) : slope;
  const z = t * t;
  const series =
    1 -
    z *
      (0.3333333333333293 +
        z *
          (-0.19999999999876483 +
            z *
              (0.14285714272503466 +
                z *
                  (-0.11111110405462356 +
                    z *
                      (0.09090887133436507 +
                        z *
                          (-0.0769187620504483 +
                            z *
                              (0.06661073137387531 +
                                z *
                                  (-0.058335701337905735 +
                                    z *
                                      (0.049768779946159324 +
                                        z * (-0.036531572744216916 + z * 0.016285820115365782))))))))));
  const fromAxis = t * series * UNITS_PER_RADIAN + (turned ? TURN / 8 : 0);
  const fromX = up > aside ? TURN / 4 - fromAxis : fromAxis;
  const upper = x < 0 ? TURN / 2 - fromX : fromX;
  exact[0] = y < 0 ? -upper : upper;
  return (rounded() << 16) >> 16;
}

/**
 * The angle of the point (x, y) seen from the origin, in [-TURN/2, TURN/2), for any two int32. Of (0, 0) it is 0. To
 * the nearest unit, or its neighbour where the exact angle lies within 2^-30 of halfway between the two.
 */
export const atan2 = (y: number, x: number): number => unitsOf(y | 0, x | 0);
