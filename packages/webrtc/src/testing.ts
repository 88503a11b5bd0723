export { describeSignaling } from './testing/describe-signaling.js';
export { createMemorySignaling } from './testing/memory-signaling.js';
