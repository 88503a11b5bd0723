import { atan2 } from './atan2.js';

/** The angle in [0, π] whose cosine is `x`, in radians. Error below 2.5 ulp. Outside [-1, 1] it is NaN. */
export const acos = (x: number): number => atan2(Math.sqrt((1 - x) * (1 + x)), x);
