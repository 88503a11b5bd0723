// What the visitor may change, and how far.

export interface Settings {
  /** One way, ms. */
  lag: number;
  /** Each packet takes up to this much more or less, ms. */
  jitter: number;
  /** Percent of all packets, each way. */
  loss: number;
  /** Frames from a key press to the frame it counts for, on both machines. */
  delay: number;
  /** Nobody guesses: a machine waits for the other's input of each frame. */
  lockstep: boolean;
}

export type SliderName = 'lag' | 'jitter' | 'loss' | 'delay';

/**
 * 300 ms one way is further than any two people on Earth; at 40 % a line is broken, not bad; nobody plays with more
 * than 8 frames of delay.
 */
export const MOST: Readonly<Record<SliderName, number>> = { lag: 300, jitter: 100, loss: 40, delay: 8 };

/** A bad evening: Europe to the west coast of America, over somebody's wireless. */
export const AT_FIRST: Readonly<Settings> = { lag: 100, jitter: 20, loss: 10, delay: 2, lockstep: false };

/** Frames a machine guesses ahead at most: createMatch's own default, and 0 for lockstep. */
export const WINDOW = 8;
