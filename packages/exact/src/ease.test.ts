import { describe, expect, it } from 'vitest';
import * as ease from './ease.js';
import { ONE } from './fixed.js';

const square = (u: number): number => u * u;
const back = (u: number): number => 2.70158 * u * u * u - 1.70158 * u * u;
const half =
  (curve: (u: number) => number) =>
  (u: number): number =>
    u < 0.5 ? curve(2 * u) / 2 : 1 - curve(2 - 2 * u) / 2;
/** The curves, as they are written down everywhere. */
const CURVES: Readonly<Record<keyof typeof ease, (u: number) => number>> = {
  easeInQuad: square,
  easeOutQuad: (u) => 1 - square(1 - u),
  easeInOutQuad: half(square),
  easeInCubic: (u) => u ** 3,
  easeOutCubic: (u) => 1 - (1 - u) ** 3,
  easeInOutCubic: half((u) => u ** 3),
  easeInSine: (u) => 1 - Math.cos((u * Math.PI) / 2),
  easeOutSine: (u) => Math.sin((u * Math.PI) / 2),
  easeInOutSine: (u) => (1 - Math.cos(Math.PI * u)) / 2,
  easeInBack: back,
  easeOutBack: (u) => 1 - back(1 - u),
  smoothStep: (u) => 3 * u * u - 2 * u * u * u,
  easeOutBounce: (u) => {
    const k = 7.5625;
    if (u < 1 / 2.75) return k * u * u;
    if (u < 2 / 2.75) return k * (u - 1.5 / 2.75) ** 2 + 0.75;
    if (u < 2.5 / 2.75) return k * (u - 2.25 / 2.75) ** 2 + 0.9375;
    return k * (u - 2.625 / 2.75) ** 2 + 0.984375;
  },
};

describe.each(Object.keys(CURVES) as (keyof typeof ease)[])('%s', (name) => {
  it('is the nearest number to its curve at each of the 65,537 times', () => {
    for (let t = 0; t <= ONE; t++) {
      const away = Math.abs(ease[name](t) - CURVES[name](t / ONE) * ONE);
      if (!(away <= 0.5 + 1e-9)) throw new Error(`t = ${t}: off by ${away}`);
    }
  });
  it('begins at 0, ends at ONE, and stays there outside', () =>
    expect([-5, 0, ONE, ONE + 5].map((t) => ease[name](t))).toEqual([0, 0, ONE, ONE]));
});
