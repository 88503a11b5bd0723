// After fdlibm, Copyright (C) 1993 by Sun Microsystems, Inc.: the notice in ../../NOTICE goes with this file.
import { TURN } from './angle.js';

/** Of the last setDirection: the cosine and the sine, as doubles. Written before each read. */
export const direction = new Float64Array(2);

/** 2π / 4 TURN. */
const RADIANS = 0.00002396844981071314;

/**
 * Writes cosine and sine of an angle in fourths of a unit, an integer in [0, 4 TURN), to `direction`. Both are within
 * 2^-50 of the exact ones: fdlibm's polynomials on an eighth of a turn, as in math/eighth-turn.ts, but in one function,
 * so that no double is handed on.
 */
export function setDirection(fourths: number): void {
  const quarters = (fourths + TURN / 2) >> 16;
  const x = (fourths - quarters * TURN) * RADIANS;
  const z = x * x;
  const sine =
    x +
    x *
      z *
      (-0.16666666666666632 +
        z *
          (0.00833333333332249 +
            z *
              (-0.0001984126982985795 +
                z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)))));
  const cosine =
    1 -
    z *
      (0.5 -
        z *
          (0.0416666666666666 +
            z *
              (-0.001388888888887411 +
                z *
                  (0.00002480158728947673 +
                    z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))))));
  const crossed = (quarters & 1) === 1;
  const near = crossed ? sine : cosine;
  const far = crossed ? cosine : sine;
  direction[0] = ((quarters + 1) & 2) === 0 ? near : -near;
  direction[1] = (quarters & 2) === 0 ? far : -far;
}
