// After fdlibm, Copyright (C) 1993, 2004 by Sun Microsystems, Inc.: the notice in ../../NOTICE goes with this file.
/** atan of ½, 1, 1½ and ∞, in two parts. */
const HALF_HI = 0.4636476090008061;
const HALF_LO = 2.2698777452961687e-17;
const ONE_HI = 0.7853981633974483;
const ONE_LO = 3.061616997868383e-17;
const ONE_AND_HALF_HI = 0.982793723247329;
const ONE_AND_HALF_LO = 1.3903311031230998e-17;
const HALF_PI_HI = 1.5707963267948966;
const HALF_PI_LO = 6.123233995736766e-17;

/** atan t − t, for |t| ≤ 7/16: the part behind the first term of the series. */
function tail(t: number): number {
  const z = t * t;
  const w = z * z;
  const odd =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 + w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const even =
    w *
    (-0.19999999999876483 +
      w * (-0.11111110405462356 + w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  return -t * (odd + even);
}

/** atan of `t` > 0, from an angle whose tangent is near it. */
function positive(t: number): number {
  if (t < 0.4375) return t + tail(t);
  if (t < 0.6875) return near(HALF_HI, HALF_LO, (2 * t - 1) / (2 + t));
  if (t < 1.1875) return near(ONE_HI, ONE_LO, (t - 1) / (t + 1));
  if (t < 2.4375) return near(ONE_AND_HALF_HI, ONE_AND_HALF_LO, (t - 1.5) / (1 + 1.5 * t));
  return near(HALF_PI_HI, HALF_PI_LO, -1 / t);
}

const near = (hi: number, lo: number, t: number): number => hi - (-tail(t) - lo - t);

/**
 * The angle in [-π/2, π/2] whose tangent is `x`, for any double, in radians. Error below 1 ulp. NaN gives NaN.
 *
 * fdlibm's s_atan.c.
 */
export function atan(x: number): number {
  if (x < 0) return -positive(-x);
  return x > 0 ? positive(x) : x;
}
