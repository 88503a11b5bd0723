// Hands that play while nobody else does. They look at what THEIR machine shows, as a person would, look again only a
// few times a second, need a moment to see a new coin, and sometimes would rather shove.
import type { Side } from '../../world/line.js';
import type { Hands } from '../../world/machine.js';
import { at, GRAB_FRAME, type RACE_FIELDS, WIN_LEFT, X, Y } from '../sim/fields.js';
import { PX } from '../sim/stage.js';
import { steer } from './steer.js';

/** Frames between two looks: from this on, up to 7 more. */
const LOOK_EVERY = 6;
/** Frames until a new coin is noticed: from this on, up to 7 more. A quick person's reaction. */
const NOTICE = 11;
/** px. From here a shove may be worth it. */
const NEAR = 52;
/** px. Close enough to a place to let go of the keys. */
const SLACK = 5;

/** A hash of two integers, uint32. */
function mix(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 12)) >>> 0;
}

/** Deterministic: the same states and frames give the same keys. It remembers its last decision. */
export function scriptedHands(handle: Side): Hands<typeof RACE_FIELDS> {
  let lookAgainAt = 0;
  let bits = 0;
  return (fields, frame) => {
    const seen = at(fields.moment, GRAB_FRAME);
    const luck = mix(handle + 2 * seen, frame);
    if (at(fields.moment, WIN_LEFT) > 0) return (bits = 0);
    if (frame < lookAgainAt || frame - seen < NOTICE + (mix(seen, handle) & 7)) return bits;
    lookAgainAt = frame + LOOK_EVERY + (luck & 7);

    const mine = 2 * handle;
    const theirs = 2 - mine;
    const toThem = [
      at(fields.body, theirs + X) - at(fields.body, mine + X),
      at(fields.body, theirs + Y) - at(fields.body, mine + Y),
    ] as const;
    const near = Math.abs(toThem[0]) + Math.abs(toThem[1]) < NEAR * PX;
    if (near && (luck >>> 4) % 5 < 2) return (bits = steer(toThem[0], toThem[1], 0));
    // Beside the coin's middle, a little differently each time.
    const off = (((luck >>> 8) % 13) - 6) * PX;
    return (bits = steer(
      at(fields.coin, X) + off - at(fields.body, mine + X),
      at(fields.coin, Y) - off - at(fields.body, mine + Y),
      SLACK * PX,
    ));
  };
}
