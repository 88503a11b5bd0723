export { angleDifference, degrees, lerpAngle, toRadians, TURN, turnTowards, wrapAngle } from './fixed/angle.js';
export {
  abs,
  add,
  approach,
  clamp,
  div,
  fixed,
  floor,
  hypot,
  inverseLerp,
  lerp,
  mul,
  round,
  sqrt,
  sub,
  toNumber,
} from './fixed/arithmetic.js';
export { FIXED_MAX, FIXED_MIN, HALF, ONE } from './fixed/one.js';
export { atan2, cos, sin } from './fixed/trigonometry.js';
