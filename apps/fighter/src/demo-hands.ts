// What is played behind the menu. It shows the moves; it is nobody's opponent.
import { scatter } from './draw/easing.js';
import { PX } from './sim/constants.js';
import {
  BIT_BLOCK,
  BIT_LEFT,
  BIT_PUNCH,
  BIT_RIGHT,
  facing,
  type Fighter,
  PHASE,
  PHASE_FIGHT,
  PHASE_FRAME,
  read,
  readOf,
  RNG,
  ROUND,
  type State,
  X,
} from './sim/layout.js';

/** Steps between two decisions. */
const BEAT = 13;
/** px: from here a punch arrives, or nearly. */
const NEAR = 50;

/** The nibble of `fighter`, a function of the state alone. */
export function demoHands(state: State, fighter: Fighter): number {
  if (read(state, PHASE) !== PHASE_FIGHT) return 0;
  const frame = read(state, PHASE_FRAME);
  // The first steps of a beat are pressed, the rest held or let go: a punch is an edge, and so is a tap of block.
  const into = frame % BEAT;
  const whim = scatter(read(state, RNG) ^ (read(state, ROUND) * 977), Math.floor(frame / BEAT) * 2 + fighter);
  const gap = (readOf(state, 1, X) - readOf(state, 0, X)) / PX;
  const forward = facing(fighter) === 1 ? BIT_RIGHT : BIT_LEFT;
  const back = forward ^ (BIT_LEFT | BIT_RIGHT);
  if (gap > NEAR + 14) return whim < 0.86 ? forward : back;
  if (whim < 0.3) return gap > NEAR ? forward : into < 2 ? BIT_PUNCH : 0;
  if (whim < 0.52) return into > 2 && into < 9 ? BIT_BLOCK : 0;
  if (whim < 0.7) return into > 1 ? BIT_BLOCK : 0;
  return whim < 0.88 ? back : forward;
}
