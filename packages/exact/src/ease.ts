// Easing: how far a movement has come, after `t` of its time. Both are fixed-point numbers, and t is held in [0, ONE].
// Each result is the fixed-point number nearest to the curve. Names and curves are those of Robert Penner's functions.
import { direction, setDirection } from './fixed/direction.js';
import { HALF, ONE } from './fixed/one.js';
import { exact, rounded } from './fixed/rounded.js';

/** `t`, held in [0, ONE]. */
const within = (t: number): number => Math.min(Math.max(t | 0, 0), ONE);

/** t²: from rest. */
export function easeInQuad(t: number): number {
  const u = within(t) / ONE;
  exact[0] = u * u * ONE;
  return rounded();
}
/** 1 − (1 − t)²: to rest. */
export const easeOutQuad = (t: number): number => ONE - easeInQuad(ONE - within(t));
/** From rest to rest: 2t² up to the middle, and the same backwards. */
export function easeInOutQuad(t: number): number {
  const s = within(t);
  if (s > HALF) return ONE - easeInOutQuad(ONE - s);
  const u = s / ONE;
  exact[0] = 2 * u * u * ONE;
  return rounded();
}

/** t³: from rest, slower at first than t². */
export function easeInCubic(t: number): number {
  const u = within(t) / ONE;
  exact[0] = u * u * u * ONE;
  return rounded();
}
/** 1 − (1 − t)³: to rest, slower at last than 1 − (1 − t)². */
export const easeOutCubic = (t: number): number => ONE - easeInCubic(ONE - within(t));
/** From rest to rest: 4t³ up to the middle, and the same backwards. */
export function easeInOutCubic(t: number): number {
  const s = within(t);
  if (s > HALF) return ONE - easeInOutCubic(ONE - s);
  const u = s / ONE;
  exact[0] = 4 * u * u * u * ONE;
  return rounded();
}

/** A quarter of a wave, from rest: 1 − cos(t · π/2). */
export const easeInSine = (t: number): number => ONE - easeOutSine(ONE - within(t));
/** A quarter of a wave, to rest: sin(t · π/2). */
export function easeOutSine(t: number): number {
  // A quarter turn is TURN fourths of a unit.
  setDirection(within(t));
  exact[0] = direction[1]! * ONE;
  return rounded();
}
/** Half a wave, from rest to rest: (1 − cos(t · π)) / 2. */
export function easeInOutSine(t: number): number {
  setDirection(2 * within(t));
  exact[0] = (1 - direction[0]!) * HALF;
  return rounded();
}

/** Penner's constant: the curve goes beyond its end by a tenth. */
const BEYOND = 1.70158;

/** Takes a run-up: at first below 0, by up to a tenth of ONE. */
export function easeInBack(t: number): number {
  const u = within(t) / ONE;
  exact[0] = u * u * ((BEYOND + 1) * u - BEYOND) * ONE;
  return rounded();
}
/** Overshoots: above ONE by up to a tenth, then back. */
export const easeOutBack = (t: number): number => ONE - easeInBack(ONE - within(t));

/** 3t² − 2t³: from rest to rest, as smoothstep of the shading languages. */
export function smoothStep(t: number): number {
  const u = within(t) / ONE;
  exact[0] = u * u * (3 - 2 * u) * ONE;
  return rounded();
}

/** A ball that falls, and bounces three times before it lies. */
export function easeOutBounce(t: number): number {
  const u = (within(t) / ONE) * 2.75;
  // The bounces: where each has its peak, and how high above the floor the curve is there.
  const peak = u < 1 ? 0 : u < 2 ? 1.5 : u < 2.5 ? 2.25 : 2.625;
  const height = u < 1 ? 0 : u < 2 ? 0.75 : u < 2.5 ? 0.9375 : 0.984375;
  exact[0] = ((u - peak) * (u - peak) + height) * ONE;
  return rounded();
}
