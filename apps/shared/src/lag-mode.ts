// `?mode=lag:F:L` of a game's address.

export interface LagMode {
  /** Of 1/60 s, each way. */
  readonly frames: number;
  /** Percent of all packets. */
  readonly loss: number;
}

/** What `lag` alone means. */
export const LAG_DEFAULT: LagMode = { frames: 6, loss: 10 };
/** A second each way is further than any two people on Earth. */
export const LAG_FRAMES_MAX = 60;
/** Above this almost nothing gets through, and starting a match takes minutes. */
export const LOSS_MAX = 80;

/**
 * `mode` as it stands in the address. Undefined for another mode, and for numbers out of bounds: lagModeWords has what
 * the cabinet then says.
 */
export function readLagMode(mode: string): LagMode | undefined {
  if (mode === 'lag') return LAG_DEFAULT;
  const found = /^lag:(\d{1,2})(?::(\d{1,2}))?$/.exec(mode);
  if (found === null) return undefined;
  const frames = Number(found[1]);
  const loss = Number(found[2] ?? 0);
  return frames <= LAG_FRAMES_MAX && loss <= LOSS_MAX ? { frames, loss } : undefined;
}

/**
 * What to type instead, for a `mode` that readLagMode does not take though it begins as this one does; undefined for
 * any other.
 */
export function lagModeWords(mode: string): string | undefined {
  if (!/^lag(:|$)/.test(mode)) return undefined;
  return `“${mode}” does not work. Type ?mode=lag:F:L with two whole numbers: F, frames of 1/60 s each way, 0 to ${LAG_FRAMES_MAX}; L, percent of packets lost, 0 to ${LOSS_MAX}. For example ?mode=lag:6:10.`;
}
