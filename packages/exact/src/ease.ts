// Easing: how far a movement has come, after `t` of its time. Both are fixed-point numbers, and t is held in [0, ONE].
// Each result is the fixed-point number nearest to the curve. Names and curves are those of Robert Penner's functions.
import { nearest } from './fixed/nearest.js';
import { ONE } from './fixed/one.js';
import { sine } from './fixed/sine.js';

type Curve = (u: number) => number;

/** `t` as a double in [0, 1]. */
const within = (t: number): number => Math.min(Math.max(t | 0, 0), ONE) / ONE;

const easeIn = (curve: Curve, t: number): number => nearest(curve(within(t)) * ONE);
const easeOut = (curve: Curve, t: number): number => nearest((1 - curve(1 - within(t))) * ONE);
function easeInOut(curve: Curve, t: number): number {
  const u = within(t);
  return nearest((u < 0.5 ? curve(2 * u) / 2 : 1 - curve(2 - 2 * u) / 2) * ONE);
}

const square = (u: number): number => u * u;
const cube = (u: number): number => u * u * u;
/** 1 − cos(u · π/2). */
const sineWave = (u: number): number => 1 - sine((1 - u) * (ONE / 4));
/** Penner's constant: the curve goes beyond its end by a tenth. */
const BEYOND = 1.70158;
const back = (u: number): number => u * u * ((BEYOND + 1) * u - BEYOND);
const hermite = (u: number): number => u * u * (3 - 2 * u);

/** t²: from rest. */
export const easeInQuad = (t: number): number => easeIn(square, t);
/** 1 − (1 − t)²: to rest. */
export const easeOutQuad = (t: number): number => easeOut(square, t);
/** From rest to rest, in two halves of t². */
export const easeInOutQuad = (t: number): number => easeInOut(square, t);

/** t³: from rest, slower at first than t². */
export const easeInCubic = (t: number): number => easeIn(cube, t);
/** 1 − (1 − t)³: to rest, slower at last than t². */
export const easeOutCubic = (t: number): number => easeOut(cube, t);
/** From rest to rest, in two halves of t³. */
export const easeInOutCubic = (t: number): number => easeInOut(cube, t);

/** A quarter of a wave, from rest. */
export const easeInSine = (t: number): number => easeIn(sineWave, t);
/** A quarter of a wave, to rest. */
export const easeOutSine = (t: number): number => easeOut(sineWave, t);
/** Half a wave, from rest to rest. */
export const easeInOutSine = (t: number): number => easeInOut(sineWave, t);

/** Takes a run-up: at first below 0, by up to a tenth of ONE. */
export const easeInBack = (t: number): number => easeIn(back, t);
/** Overshoots: above ONE by up to a tenth, then back. */
export const easeOutBack = (t: number): number => easeOut(back, t);

/** 3t² − 2t³: from rest to rest, as smoothstep of the shading languages. */
export const smoothStep = (t: number): number => easeIn(hermite, t);

/** A ball that falls, and bounces three times before it lies. */
export function easeOutBounce(t: number): number {
  const u = within(t) * 2.75;
  if (u < 1) return nearest(square(u) * ONE);
  if (u < 2) return nearest((square(u - 1.5) + 0.75) * ONE);
  if (u < 2.5) return nearest((square(u - 2.25) + 0.9375) * ONE);
  return nearest((square(u - 2.625) + 0.984375) * ONE);
}
