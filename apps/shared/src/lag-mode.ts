// Does not roll back: `?mode=lag:F:L` of a game's address.

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

/** `mode` as it stands in the address. Undefined for another mode, and for numbers out of bounds: the cabinet then says that there is no such mode. */
export function readLagMode(mode: string): LagMode | undefined {
  if (mode === 'lag') return LAG_DEFAULT;
  const found = /^lag:(\d{1,2})(?::(\d{1,2}))?$/.exec(mode);
  if (found === null) return undefined;
  const frames = Number(found[1]);
  const loss = Number(found[2] ?? 0);
  return frames <= LAG_FRAMES_MAX && loss <= LOSS_MAX ? { frames, loss } : undefined;
}
