// Who presses what in the figures, while nobody else does.
import type { Press } from '../settings.js';
import { LEFT, RIGHT, STAY } from '../sim/track.js';
import type { Hand } from './one-machine.js';

/** Plays a pattern over and over: so many frames of each press. */
function pattern(...parts: readonly (readonly [Press, number])[]): Hand {
  const presses = parts.flatMap(([press, frames]) => new Array<Press>(frames).fill(press));
  return (frame) => presses[frame % presses.length] ?? STAY;
}

export const still: Hand = () => STAY;
/** Walks to and fro in the right half of the track. */
export const friendWalks = pattern([STAY, 4], [LEFT, 3], [STAY, 3], [RIGHT, 3], [STAY, 3]);
export const friendHolds = pattern([RIGHT, 3], [STAY, 9], [LEFT, 6], [STAY, 9], [RIGHT, 3], [STAY, 8]);
export const friendChanges = pattern([LEFT, 1], [RIGHT, 2], [LEFT, 2], [RIGHT, 1], [STAY, 1], [LEFT, 1], [RIGHT, 1]);
/** In the left half. */
export const youWalk = pattern([STAY, 5], [RIGHT, 2], [STAY, 4], [LEFT, 2], [STAY, 3]);
