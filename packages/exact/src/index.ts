export {
  axisAt,
  axisOf,
  defineButtons,
  isDown,
  justPressed,
  justReleased,
  packAxis,
  packButtons,
  type Buttons,
} from './buttons.js';
export { definePool, type Pool, type PoolFields, type PoolOptions, type PoolView } from './pool.js';
export { nextChance, nextRange, nextShuffle } from './random.js';
export { NO_HANDLE, NO_SLOT, type Slots } from './slots.js';
export { isEvery, isRunning, startTimer, stepTimer } from './timer.js';
