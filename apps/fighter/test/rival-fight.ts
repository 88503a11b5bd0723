// Two rivals fight without a network: each sees the one state, a reaction time late.
import { playRival, type Rival } from '@lite-rollback/arcade';
import { fighter } from '../src/game.js';
import { RIVALS } from '../src/rival/rivals.js';
import { CUES, read, readOf, type State, STATE_LENGTH, WINS } from '../src/sim/layout.js';
import { beginMatch, isOver, step } from '../src/sim/step.js';

export type FighterRival = Rival<typeof fighter.fields>;

export interface FightOptions {
  readonly seed: number;
  /** Default five minutes: no fight is as long. */
  readonly frames?: number;
  /** May change the state before a frame. */
  readonly before?: (state: State, frame: number) => void;
  /** After each frame: what was pressed, left | right << 4, and the cues. */
  readonly after?: (nibbles: number, cues: number) => void;
}

const LONGEST = 18_000;

/** The state at the end. */
export function fight(left: FighterRival, right: FighterRival, { after, before, frames, seed }: FightOptions): State {
  const state = new Int32Array(STATE_LENGTH);
  beginMatch(state, seed);
  const fields = { fight: state };
  const one = playRival({ game: fighter, rival: left, handle: 0, seed });
  const other = playRival({ game: fighter, rival: right, handle: 1, seed });
  for (let frame = 0; frame < (frames ?? LONGEST) && !isOver(state); frame++) {
    before?.(state, frame);
    const nibble = one.input(fields, frame - 1, frame);
    const opposite = other.input(fields, frame - 1, frame);
    step(state, nibble, opposite);
    after?.(nibble | (opposite << 4), read(state, CUES));
  }
  return state;
}

export const byName = (name: string): FighterRival[] => RIVALS.filter((rival) => rival.name === name);

/** How `name`'s strength above `weak` (an index) fares against it: on the left for even seeds, on the right for odd ones. */
export function stepOfLadder(
  name: string,
  weak: number,
  fights: number,
  firstSeed: number,
): { won: number; undecided: number[] } {
  const [lower, upper] = byName(name).slice(weak);
  if (lower === undefined || upper === undefined) throw new Error(`${name} has no strength above ${weak}`);
  const undecided: number[] = [];
  let won = 0;
  for (let seed = firstSeed; seed < firstSeed + fights; seed++) {
    const onLeft = seed % 2 === 0;
    const state = onLeft ? fight(upper, lower, { seed }) : fight(lower, upper, { seed });
    if (!isOver(state)) undecided.push(seed);
    const [left, right] = [readOf(state, 0, WINS), readOf(state, 1, WINS)];
    if (onLeft ? left > right : right > left) won += 1;
  }
  return { won, undecided };
}
