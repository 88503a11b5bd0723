// Rivals play pong without a network: each sees the one state, a reaction time late.
import { playRival, type Rival } from '@lite-rollback/arcade';
import { createRollback } from '@lite-rollback/core';
import { pong, pongOfFour } from '../src/game.js';
import { rivalsOn } from '../src/rival/rivals.js';
import { COURT_OF_FOUR, COURT_OF_TWO, type Court } from '../src/sim/court.js';
import { LEFT, type pongFields, type PongFields, RIGHT } from '../src/sim/fields.js';
import { NO_GOAL } from '../src/sim/flight.js';
import { openMatch, simulateFrame, winner } from '../src/sim/simulate.js';

export type PongRival = Rival<ReturnType<typeof pongFields>>;

export interface MatchOptions {
  readonly seed: number;
  /** Default ten minutes: no match is as long. */
  readonly frames?: number;
  /** May change the state before a frame. */
  readonly before?: (fields: PongFields, frame: number) => void;
  /** After each frame: what was pressed, by handle. */
  readonly after?: (held: Uint32Array) => void;
}

const LONGEST = 36_000;

/** `left` plays every paddle of the left side, `right` those of the other. The state at the end. */
export function playMatch(court: Court, left: PongRival, right: PongRival, options: MatchOptions): PongFields {
  const { after, before, frames = LONGEST, seed } = options;
  const game = court.numPlayers === 2 ? pong : pongOfFour;
  const { fields } = createRollback({ capacity: 1, fields: game.fields });
  openMatch(court, fields, seed);
  const players = court.sideOf.map((side, handle) =>
    playRival({ game, rival: side === LEFT ? left : right, handle, seed }),
  );
  const held = new Uint32Array(court.numPlayers);
  for (let frame = 0; frame < frames && winner(fields) === NO_GOAL; frame++) {
    before?.(fields, frame);
    for (let handle = 0; handle < players.length; handle++)
      held[handle] = players[handle]?.input(fields, frame - 1, frame) ?? 0;
    simulateFrame(court, fields, held, frame);
    after?.(held);
  }
  return fields;
}

/** How the level above `weak` (an index) fares against it: on the left for even seeds, on the right for odd ones. */
export function stepOfLadder(
  numPlayers: 2 | 4,
  weak: number,
  matches: number,
  firstSeed: number,
): { won: number; undecided: number[] } {
  const court = numPlayers === 2 ? COURT_OF_TWO : COURT_OF_FOUR;
  const [lower, upper] = rivalsOn(court).slice(weak);
  if (lower === undefined || upper === undefined) throw new Error(`there is no level above ${weak}`);
  const undecided: number[] = [];
  let won = 0;
  for (let seed = firstSeed; seed < firstSeed + matches; seed++) {
    const side = seed % 2 === 0 ? LEFT : RIGHT;
    const end = playMatch(court, side === LEFT ? upper : lower, side === LEFT ? lower : upper, { seed });
    if (winner(end) === NO_GOAL) undecided.push(seed);
    if (winner(end) === side) won += 1;
  }
  return { won, undecided };
}
