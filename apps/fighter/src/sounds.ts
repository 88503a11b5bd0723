// What each cue sounds like. Wood, cloth, skin and bronze, all made from oscillators and noise.
import type { Sound } from '@lite-rollback/arcade';
import {
  CUE_ARM,
  CUE_BLOCK,
  CUE_BREAK,
  CUE_CLASH,
  CUE_FIGHT,
  CUE_KILL,
  CUE_MATCH_END,
  CUE_PARRY,
  CUE_READY,
  CUE_ROUND_END,
  CUE_SWING,
} from './sim/cues.js';

/** A sleeve through the air. */
const swing: Sound = [
  { wave: 'noise', from: 700, to: 2600, ms: 70, gain: 0.16 },
  { wave: 'noise', from: 2200, to: 500, atMs: 50, ms: 110, gain: 0.14 },
];
/** A breath: quiet, since it tells the other one too. */
const arm: Sound = [{ wave: 'triangle', from: 1180, to: 1760, ms: 55, gain: 0.07 }];

/** By cue bit. */
export const SOUNDS: Readonly<Record<number, Sound>> = {
  [CUE_SWING]: swing,
  [CUE_SWING << 1]: swing,
  [CUE_ARM]: arm,
  [CUE_ARM << 1]: arm,
  // A forearm: dull wood.
  [CUE_BLOCK]: [
    { wave: 'noise', from: 900, to: 240, ms: 70, gain: 0.4 },
    { wave: 'triangle', from: 210, to: 110, ms: 110, gain: 0.4 },
  ],
  // Something that held gives way.
  [CUE_BREAK]: [
    { wave: 'noise', from: 3200, to: 300, ms: 260, gain: 0.42 },
    { wave: 'square', from: 330, to: 55, ms: 300, gain: 0.16 },
    { wave: 'noise', from: 5200, to: 2600, atMs: 60, ms: 130, gain: 0.2 },
    { wave: 'triangle', from: 150, to: 60, ms: 240, gain: 0.4 },
  ],
  // Bronze, struck once. Two partials that do not agree.
  [CUE_PARRY]: [
    { wave: 'noise', from: 6000, to: 3800, ms: 45, gain: 0.34 },
    { wave: 'triangle', from: 1568, to: 1560, ms: 620, gain: 0.24 },
    { wave: 'sine', from: 2637, to: 2630, ms: 460, gain: 0.14 },
    { wave: 'sine', from: 4186, to: 4170, ms: 240, gain: 0.07 },
  ],
  [CUE_CLASH]: [
    { wave: 'noise', from: 1500, to: 400, ms: 120, gain: 0.46 },
    { wave: 'triangle', from: 320, to: 140, ms: 160, gain: 0.44 },
    { wave: 'square', from: 520, to: 380, ms: 90, gain: 0.1 },
  ],
  // The drum under the floor, and the breath going out.
  [CUE_KILL]: [
    { wave: 'sine', from: 170, to: 36, ms: 620, gain: 0.8 },
    { wave: 'noise', from: 2600, to: 500, ms: 70, gain: 0.5 },
    { wave: 'noise', from: 420, to: 90, atMs: 30, ms: 480, gain: 0.42 },
    { wave: 'triangle', from: 92, to: 46, atMs: 330, ms: 380, gain: 0.4 },
  ],
  [CUE_READY]: [
    { wave: 'sine', from: 128, to: 74, ms: 240, gain: 0.5 },
    { wave: 'noise', from: 520, to: 180, ms: 50, gain: 0.2 },
  ],
  [CUE_FIGHT]: [
    { wave: 'sine', from: 176, to: 88, ms: 320, gain: 0.62 },
    { wave: 'noise', from: 900, to: 260, ms: 70, gain: 0.32 },
    { wave: 'triangle', from: 352, to: 330, ms: 120, gain: 0.12 },
  ],
  // A temple bell, far away.
  [CUE_ROUND_END]: [
    { wave: 'sine', from: 392, to: 390, ms: 1100, gain: 0.22 },
    { wave: 'sine', from: 1046, to: 1040, ms: 620, gain: 0.08 },
    { wave: 'noise', from: 2400, to: 1600, ms: 30, gain: 0.12 },
  ],
  [CUE_MATCH_END]: [
    { wave: 'sine', from: 196, to: 195, ms: 1700, gain: 0.34 },
    { wave: 'sine', from: 523, to: 520, ms: 1100, gain: 0.12 },
    { wave: 'sine', from: 130, to: 65, ms: 420, gain: 0.5 },
    { wave: 'sine', from: 392, to: 390, atMs: 420, ms: 1300, gain: 0.24 },
    { wave: 'sine', from: 130, to: 65, atMs: 420, ms: 420, gain: 0.5 },
    { wave: 'noise', from: 2400, to: 1600, ms: 40, gain: 0.14 },
  ],
};
