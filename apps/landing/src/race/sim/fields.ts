// Rolls back: the whole state of the race. What is not here does not exist for the simulation.

/** Indices into `body` and `speed` for handle h: 2h + X and 2h + Y. */
export const X = 0;
export const Y = 1;

/** Indices into `moment`: the last grab, the last bump, and how long the winner is still shown. */
export const GRAB_BY = 0;
export const GRAB_FRAME = 1;
export const GRAB_X = 2;
export const GRAB_Y = 3;
export const BUMP_FRAME = 4;
export const WIN_LEFT = 5;

/** `moment[GRAB_BY]` before the first grab of a race. */
export const NOBODY = -1;

/** The layout, as defineGame takes it. */
export const RACE_FIELDS = {
  body: { type: Int32Array, length: 4 },
  speed: { type: Int32Array, length: 4 },
  coin: { type: Int32Array, length: 2 },
  score: { type: Int32Array, length: 2 },
  moment: { type: Int32Array, length: 6 },
  random: { type: Uint32Array, length: 1 },
} as const;

export interface RaceFields {
  readonly body: Int32Array<ArrayBuffer>;
  readonly speed: Int32Array<ArrayBuffer>;
  readonly coin: Int32Array<ArrayBuffer>;
  readonly score: Int32Array<ArrayBuffer>;
  readonly moment: Int32Array<ArrayBuffer>;
  readonly random: Uint32Array<ArrayBuffer>;
}

/** Value of a cell. Indices are the constants above, so `?? 0` is for the compiler alone. */
export function at(cells: Int32Array, index: number): number {
  return cells[index] ?? 0;
}
