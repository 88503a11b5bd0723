import { atan2 as radiansOf } from '../math/atan2.js';
import { wrapAngle } from './angle.js';
import { nearest } from './nearest.js';
import { ONE } from './one.js';
import { cosine, sine } from './sine.js';

/** TURN / 2π. */
const UNITS_PER_RADIAN = 10430.378350470453;

/** The sine of an angle, in [-ONE, ONE]: the fixed-point number nearest to it, for every angle. */
export const sin = (angle: number): number => nearest(sine(wrapAngle(angle)) * ONE);

/** The cosine of an angle, in [-ONE, ONE]: the fixed-point number nearest to it, for every angle. */
export const cos = (angle: number): number => nearest(cosine(wrapAngle(angle)) * ONE);

/** The angle of the point (x, y) seen from the origin, in [-TURN/2, TURN/2), for whole numbers of up to 53 bits. */
export const unitsOf = (y: number, x: number): number => (nearest(radiansOf(y, x) * UNITS_PER_RADIAN) << 16) >> 16;

/**
 * The angle of the point (x, y) seen from the origin, in [-TURN/2, TURN/2), for any two int32. Of (0, 0) it is 0. To the
 * nearest unit, or its neighbour where the exact angle lies within 2^-35 of halfway between the two.
 */
export const atan2 = (y: number, x: number): number => unitsOf(y | 0, x | 0);
