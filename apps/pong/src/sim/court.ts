// Rolls back: where the paddles of a court stand. Constant for a match; the state holds only how high they are.
import { LEFT, RIGHT, type Side } from './fields.js';
import { BALL_HALF, ONE_PX, STAGE_WIDTH } from './stage.js';

export interface Court {
  readonly numPlayers: 2 | 4;
  /** Half the height of a paddle. */
  readonly paddleHalf: number;
  /** Furthest distance between the centres of ball and paddle, along y, at which they still touch. */
  readonly reach: number;
  readonly sideOf: readonly Side[];
  /**
   * By handle: the x of a ball's centre when it touches the paddle's face. A paddle has one face, towards the other
   * side.
   */
  readonly contactX: readonly number[];
  /**
   * By side: its handles. Their faces are further apart than a ball flies in a frame, so it meets one of them at most.
   */
  readonly defenders: readonly [readonly number[], readonly number[]];
}

/** Distances from the goal line to a paddle's face: the keeper's, and the forward's where a side has two. */
export const KEEPER_FACE = 22 * ONE_PX;
export const FORWARD_FACE = 138 * ONE_PX;

function contact(side: Side, face: number): number {
  return side === LEFT ? face + BALL_HALF : STAGE_WIDTH - face - BALL_HALF;
}

function court(numPlayers: 2 | 4, paddleHalf: number): Court {
  const perSide = numPlayers / 2;
  const sideOf: Side[] = [];
  const contactX: number[] = [];
  const defenders: [number[], number[]] = [[], []];
  for (let handle = 0; handle < numPlayers; handle++) {
    // The first half plays left: players of one machine have neighbouring handles, so two on a couch are on one side.
    const side = handle < perSide ? LEFT : RIGHT;
    const forward = handle % perSide === 1;
    sideOf.push(side);
    contactX.push(contact(side, forward ? FORWARD_FACE : KEEPER_FACE));
    defenders[side].push(handle);
  }
  return { numPlayers, paddleHalf, reach: paddleHalf + BALL_HALF, sideOf, contactX, defenders };
}

export const COURT_OF_TWO: Court = court(2, 28 * ONE_PX);
export const COURT_OF_FOUR: Court = court(4, 21 * ONE_PX);

export function opponent(side: Side): Side {
  return side === LEFT ? RIGHT : LEFT;
}
