import { attempt } from './attempt.js';

const NONE: readonly (Gamepad | null)[] = [];

/**
 * All slots of connected gamepads. None where the page may not ask: a permissions policy makes the call throw, in a
 * frame of another site for example.
 */
export function readGamepads(): readonly (Gamepad | null)[] {
  return attempt(() => navigator.getGamepads(), NONE);
}
