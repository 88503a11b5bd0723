import { atan2 } from './atan2.js';

/** The angle in [-π/2, π/2] whose sine is `x`, in radians. Error below 2.5 ulp. Outside [-1, 1] it is NaN. */
export const asin = (x: number): number => atan2(x, Math.sqrt((1 - x) * (1 + x)));
