// Scripted players, written out here so that a change elsewhere cannot move the golden table. Integers only.
import type { FieldViews } from '@lite-rollback/core';
import type { pong, pongOfFour } from '@lite-rollback/pong/src/game.js';
import { mix } from './mix.js';

type PongState = FieldViews<(typeof pong)['fields']> | FieldViews<(typeof pongOfFour)['fields']>;

/**
 * Goes after the ball, aims beside the paddle's middle, and looks away in a third of the spans of 40 frames. Bits: 1
 * up, 2 down.
 */
export function pressPong({ ball, paddleY, tally }: PongState, handle: number, frame: number): number {
  const span = (frame / 40) | 0;
  if (mix(handle, span) % 3 === 0) return mix(handle, span + 7) % 4;
  const aim = ((mix(handle, tally[0] ?? 0) % 41) - 20) << 8;
  const offset = ((ball[1] ?? 0) + aim - (paddleY[handle] ?? 0)) | 0;
  return offset > 1024 ? 2 : offset < -1024 ? 1 : 0;
}

/** Holds for spans of 9 frames: forward, punch, block, back, nothing. Bits: 1 left, 2 right, 4 block, 8 punch. */
export function pressFighter(_: unknown, handle: number, frame: number): number {
  const drawn = mix(handle + 16, (frame / 9) | 0);
  const forward = handle === 0 ? 2 : 1;
  return [forward, forward, 8, 4, 4, 0, 3 - forward, (drawn >>> 8) & 15][drawn & 7] ?? 0;
}
