import { integer } from '../base/errors.js';
import { INPUT_WORDS_MAX, type Frame, type PlayerHandle } from '../base/frame.js';
import { mix } from './mix.js';

/** Each bit lives in blocks of its own length, in frames: 8 … 39, a seventh of a second to two thirds at 60 Hz. */
const BLOCK_MIN = 8;
const BLOCK_CHOICES = 32;
/** A tap lasts 1 … 4 frames: a human's shortest is about three at 60 Hz, and the shorter ones hit one-frame windows. */
const TAP_CHOICES = 4;

/**
 * Inputs such as a hand makes: each bit of each player is let go, tapped, held for a part of its block or held through
 * it, a quarter of the time each, independently. Inputs that change every frame reach little of a game: a fighter who
 * taps each frame never leaves the recovery of its first punch.
 *
 * A pure function of seed, player and frame: ask in any order, as often as you like.
 *
 * @param seed an integer, taken as uint32
 * @param inputWords 1 … 16, default 1
 * @returns writes player's input for `frame` to out[0 … inputWords)
 */
export function createHeldInputs(
  seed: number,
  inputWords = 1,
): (player: PlayerHandle, frame: Frame, out: Uint32Array) => void {
  const start = mix(integer('seed', seed, -Infinity, Infinity) ^ 0x5bd1_e995);
  const words = integer('inputWords', inputWords, 1, INPUT_WORDS_MAX);
  return (player, frame, out) => {
    for (let word = 0; word < words; word++) {
      let value = 0;
      for (let bit = 0; bit < 32; bit++) {
        const key = mix(start ^ mix(((player << 9) | (word << 5) | bit) + 1));
        if (isDown(key, frame)) value |= 1 << bit;
      }
      out[word] = value;
    }
  };
}

/** Whether the bit with this key is down at `frame`. */
function isDown(key: number, frame: Frame): boolean {
  const length = BLOCK_MIN + ((key >>> 8) % BLOCK_CHOICES);
  const time = frame + ((key >>> 16) % length); // bits of equal length do not change together
  const block = Math.floor(time / length);
  const within = time - block * length;
  const choice = mix(key ^ mix(block + 1)) >>> 0;
  const begins = (choice >>> 2) % length;
  switch (choice & 3) {
    case 0:
      return false;
    case 1:
      return true;
    case 2:
      return within >= begins && within <= begins + ((choice >>> 16) % TAP_CHOICES);
    default:
      return within >= begins && within <= begins + ((choice >>> 16) % length);
  }
}
