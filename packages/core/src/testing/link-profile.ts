import { fail } from '../base/errors.js';

/**
 * One direction between two machines. What is not given is 0: a link that delivers everything at the next advance().
 */
export interface LinkProfile {
  /** One-way delay, ms ≥ 0. Default 0. */
  latencyMs?: number;
  /** Each packet's delay varies by up to this much either way, evenly, and never falls below 0. ms ≥ 0, default 0. */
  jitterMs?: number;
  /** Probability that a packet is lost, whatever happens to its neighbours. 0 … 1, default 0. */
  loss?: number;
  /** Probability that a packet that got through arrives a second time, with a delay of its own. 0 … 1, default 0. */
  duplicate?: number;
  /**
   * Probability that a packet is held back by a further 17 to 66 ms, so that one to three later ones overtake it at
   * 60 packets a second. 0 … 1, default 0. Jitter above the sending interval reorders too.
   */
  reorder?: number;
  /**
   * Gilbert–Elliott: before each packet the link may enter or leave a state in which everything is lost. Both are
   * probabilities, 0 … 1. Loss in the long run is enter / (enter + exit), the mean burst 1 / exit packets. It adds to
   * `loss`.
   */
  burstLoss?: { enter: number; exit: number };
  /**
   * Payload bytes per second, > 0. Packets queue in front of the link; one that finds the queue so full that it would
   * hold more than a second's worth is lost (tail drop), unless the queue is empty. Default: no limit.
   */
  bytesPerSec?: number;
}

/** A profile with every number in place. `bytesPerSec` is Infinity where there is no limit. */
export interface ResolvedProfile {
  readonly latencyMs: number;
  readonly jitterMs: number;
  readonly loss: number;
  readonly duplicate: number;
  readonly reorder: number;
  readonly enterBurst: number;
  readonly exitBurst: number;
  readonly bytesPerSec: number;
}

export const PERFECT: ResolvedProfile = Object.freeze({
  latencyMs: 0,
  jitterMs: 0,
  loss: 0,
  duplicate: 0,
  reorder: 0,
  enterBurst: 0,
  exitBurst: 1,
  bytesPerSec: Infinity,
});

const KEYS: readonly string[] = ['latencyMs', 'jitterMs', 'loss', 'duplicate', 'reorder', 'burstLoss', 'bytesPerSec'];

/**
 * Fills in from `base` what `profile` leaves out.
 *
 * @param alsoAllowed keys that are the caller's own
 * @throws TypeError for a value that is no number or a key that does not exist (a misspelt one would test a perfect
 *   network); RangeError for a value out of its range
 */
export function resolveProfile(
  profile: LinkProfile,
  base: ResolvedProfile,
  alsoAllowed: readonly string[] = [],
): ResolvedProfile {
  if (typeof profile !== 'object' || profile === null) fail('a link profile', 'an object', profile);
  for (const key of Object.keys(profile)) {
    if (!KEYS.includes(key) && !alsoAllowed.includes(key)) {
      throw new TypeError(`unknown link profile key '${key}'; there are ${KEYS.join(', ')}`);
    }
  }
  const burst = profile.burstLoss;
  if (burst !== undefined && (typeof burst !== 'object' || burst === null)) {
    fail('burstLoss', '{ enter, exit }', burst);
  }
  return {
    latencyMs: milliseconds('latencyMs', profile.latencyMs, base.latencyMs),
    jitterMs: milliseconds('jitterMs', profile.jitterMs, base.jitterMs),
    loss: probability('loss', profile.loss, base.loss),
    duplicate: probability('duplicate', profile.duplicate, base.duplicate),
    reorder: probability('reorder', profile.reorder, base.reorder),
    enterBurst:
      burst === undefined
        ? base.enterBurst
        : probability('burstLoss.enter', requireNumber('burstLoss.enter', burst.enter), 0),
    exitBurst:
      burst === undefined
        ? base.exitBurst
        : probability('burstLoss.exit', requireNumber('burstLoss.exit', burst.exit), 0),
    bytesPerSec: rate(profile.bytesPerSec, base.bytesPerSec),
  };
}

/** @throws TypeError for anything but a number, NaN included */
export function requireNumber(name: string, value: unknown): number {
  if (typeof value !== 'number' || Number.isNaN(value)) fail(name, 'a number', value);
  return value;
}

/** @throws as requireNumber; RangeError for a negative or infinite one */
export function milliseconds(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  const ms = requireNumber(name, value);
  if (ms < 0 || ms === Infinity) fail(name, 'finite and ≥ 0 ms', ms, RangeError);
  return ms;
}

function probability(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  const p = requireNumber(name, value);
  if (p < 0 || p > 1) fail(name, 'a probability, 0 … 1', p, RangeError);
  return p;
}

function rate(value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  const bytesPerSec = requireNumber('bytesPerSec', value);
  if (bytesPerSec <= 0) fail('bytesPerSec', '> 0', bytesPerSec, RangeError);
  return bytesPerSec;
}
