// Hides in the picture the jump that a rollback makes. The state itself is never touched.

/** Offsets, one for each value of the picture, that take a jump back over a few frames. */
export interface Smoothing {
  /** Before a tick: the values of the leading frame, as last drawn. */
  before(values: Float64Array): void;
  /** After a tick that rolled back: the same frame's values, corrected. The difference becomes an offset. */
  corrected(values: Float64Array): void;
  /** Once a tick: offsets fade. */
  fade(): void;
  /** What to add to value `index` of the state when drawing it. */
  offset(index: number): number;
  reset(): void;
}

/** An offset is down to a tenth after nine ticks. */
const FADE = 0.78;
/** Below this, in the game's own units, an offset is gone. */
const GONE = 0.05;

/**
 * `count` values, in the game's units. A jump longer than `limit` is a real change of place, not an error of
 * prediction: it is shown at once.
 */
export function createSmoothing(count: number, limit: number): Smoothing {
  const known = new Float64Array(count);
  const offsets = new Float64Array(count);
  return {
    before(values) {
      known.set(values);
    },
    corrected(values) {
      for (let i = 0; i < count; i++) {
        const jump = (offsets[i] ?? 0) + (known[i] ?? 0) - (values[i] ?? 0);
        offsets[i] = Math.abs(jump) <= limit ? jump : 0;
      }
    },
    fade() {
      for (let i = 0; i < count; i++) {
        const faded = (offsets[i] ?? 0) * FADE;
        offsets[i] = Math.abs(faded) < GONE ? 0 : faded;
      }
    },
    offset(index) {
      return offsets[index] ?? 0;
    },
    reset() {
      offsets.fill(0);
    },
  };
}
