// Three ways to keep two machines in step, for a visitor to feel on one line.
import type { LineProfile } from './line.js';

export interface Netcode {
  /** In an address: `&netcode=ID`. */
  readonly id: 'rollback' | 'delay' | 'lockstep';
  readonly name: string;
  /** What it does, in a few words. */
  readonly words: string;
  /** Whether it guesses the other machine's inputs. One that does not waits for them. */
  readonly guesses: boolean;
}

export const NETCODES: readonly [Netcode, Netcode, Netcode] = [
  { id: 'rollback', name: 'Rollback', words: 'guesses, and goes back if wrong', guesses: true },
  { id: 'delay', name: 'Delay-based', words: 'holds your keys back for as long as theirs travel', guesses: false },
  { id: 'lockstep', name: 'Lockstep', words: 'waits for their keys at each frame', guesses: false },
];

export function netcodeOf(id: string): Netcode | undefined {
  return NETCODES.find((netcode) => netcode.id === id);
}

/** createMatch's own default, and the most that it takes. Frames. */
const ROLLBACK_DELAY = 2;
const DELAY_MAX = 15;

/**
 * Frames from a press to the frame that uses it, on such a line. Delay-based netcode takes what a packet needs at
 * worst, and one more, because machines read the line once a frame. Rollback takes the usual two, or fewer where less is
 * enough. Lockstep takes one: with none, each machine would wait for an input that the other has not sampled yet.
 */
export function inputDelayOf({ id }: Netcode, { jitterMs = 0, latencyMs }: LineProfile, hz: number): number {
  if (id === 'lockstep') return 1;
  const whole = Math.min(DELAY_MAX, Math.ceil(((latencyMs + jitterMs) * hz) / 1000) + 1);
  return id === 'delay' ? whole : Math.min(ROLLBACK_DELAY, whole);
}
