// What pong's cues sound like.
import type { Sound } from '@lite-rollback/arcade';
import { CUE_GOAL, CUE_HIT, CUE_SERVE, CUE_WALL, CUE_WIN } from './sim/fields.js';

export const SOUNDS: Readonly<Record<number, Sound>> = {
  [CUE_HIT]: [
    { wave: 'triangle', from: 440, to: 330, ms: 90, gain: 0.3 },
    { wave: 'noise', from: 2400, to: 1200, ms: 30, gain: 0.25 },
  ],
  [CUE_WALL]: [{ wave: 'triangle', from: 220, to: 190, ms: 70, gain: 0.22 }],
  [CUE_SERVE]: [{ wave: 'sine', from: 330, to: 520, ms: 110, gain: 0.2 }],
  [CUE_GOAL]: [
    { wave: 'square', from: 196, to: 98, ms: 260, gain: 0.1 },
    { wave: 'noise', from: 500, to: 180, ms: 240, gain: 0.3 },
  ],
  [CUE_WIN]: [
    { wave: 'triangle', from: 392, ms: 140, atMs: 220, gain: 0.22 },
    { wave: 'triangle', from: 494, ms: 140, atMs: 360, gain: 0.22 },
    { wave: 'triangle', from: 587, ms: 140, atMs: 500, gain: 0.22 },
    { wave: 'triangle', from: 784, ms: 420, atMs: 640, gain: 0.24 },
  ],
};
