// After fdlibm, Copyright (C) 1993, 2004 by Sun Microsystems, Inc.: the notice in ../../NOTICE goes with this file.
// fdlibm's k_sin.c and k_cos.c: sine and cosine of an angle in two parts, |x + tail| ≤ some π/4, in radians.

/** sin(x + tail). */
export function sinEighth(x: number, tail: number): number {
  const z = x * x;
  const r =
    0.00833333333332249 +
    z * (-0.0001984126982985795 + z * 0.0000027557313707070068) +
    z * (z * z) * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
  const v = z * x;
  return x - (z * (0.5 * tail - v * r) - tail - v * -0.16666666666666632);
}

/** cos(x + tail). */
export function cosEighth(x: number, tail: number): number {
  const z = x * x;
  const w = z * z;
  const r =
    z * (0.0416666666666666 + z * (-0.001388888888887411 + z * 0.00002480158728947673)) +
    w * w * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11));
  const half = 0.5 * z;
  const near = 1 - half;
  return near + (1 - near - half + (z * r - x * tail));
}
