/** What a verdict may cost. */
export interface RefereeLimits {
  /**
   * Bytes of one replay, default 2 MiB. Ten minutes of two players take some 60 KB at the most; sticks take more than
   * buttons.
   */
  readonly bytes?: number;
  /** Frames of one replay, default 216,000: an hour at 60 Hz. */
  readonly frames?: number;
  /**
   * Milliseconds to play all replays again, default 2000; each has an equal part of it, and comparing their inputs has
   * another half. The clock is read before every frame, so a call can take longer by one frame of the game, and by some
   * 100 ms for each MiB of a replay.
   */
  readonly milliseconds?: number;
}

const DEFAULTS = { bytes: 2 * 1024 * 1024, frames: 216_000, milliseconds: 2000 } as const;

/** All of them. @throws TypeError for one that is no number or has another name, RangeError for one below 1. */
export function checkLimits(limits: RefereeLimits): Required<RefereeLimits> {
  for (const [name, value] of Object.entries(limits) as [string, unknown][]) {
    if (!Object.hasOwn(DEFAULTS, name))
      throw new TypeError(`limits has no '${name}': there are ${Object.keys(DEFAULTS).join(', ')}`);
    if (value === undefined) continue;
    if (typeof value !== 'number' || Number.isNaN(value))
      throw new TypeError(`limits.${name} must be a number, got ${String(value)}`);
    if (value < 1) throw new RangeError(`limits.${name} must be at least 1, got ${value}`);
  }
  return {
    bytes: limits.bytes ?? DEFAULTS.bytes,
    frames: limits.frames ?? DEFAULTS.frames,
    milliseconds: limits.milliseconds ?? DEFAULTS.milliseconds,
  };
}
