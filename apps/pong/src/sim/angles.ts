// Rolls back: the angles at which a ball leaves a paddle or a serve, as integers. No trigonometry runs in the game.

/**
 * cos and sin of 4°, 11°, 18° … 53°, times 1024, rounded. No entry is level: two idle paddles would play a level ball
 * for ever.
 */
export const COSINES: readonly number[] = [1022, 1005, 974, 928, 868, 796, 711, 616];
export const SINES: readonly number[] = [71, 195, 316, 433, 543, 644, 737, 818];
export const ANGLES = 8;

/** A serve takes one of the first entries: steep enough to move, flat enough to be met. */
export const SERVE_ANGLES = 4;

/** `speed` in 1/256 px per frame, at most 2^20, so the product stays below 2^31. */
export function alongX(speed: number, angle: number): number {
  return (speed * (COSINES[angle] ?? 0)) >> 10;
}

export function alongY(speed: number, angle: number): number {
  return (speed * (SINES[angle] ?? 0)) >> 10;
}

/**
 * Which entry a ball takes that met a paddle `offset` from its centre, where `reach` is the furthest offset that still
 * touches.
 */
export function angleOf(offset: number, reach: number): number {
  const distance = offset < 0 ? -offset : offset;
  const angle = ((distance * ANGLES) / (reach + 1)) | 0;
  return angle < ANGLES ? angle : ANGLES - 1;
}
