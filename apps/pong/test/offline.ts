// Plays pong without a session: plain arrays and the simulation, as the ground truth of tests.
import { COURT_OF_FOUR, COURT_OF_TWO, type Court } from '../src/sim/court.js';
import { pongFields, type PongFields } from '../src/sim/fields.js';
import { openMatch, simulateFrame } from '../src/sim/simulate.js';

export function blankFields(court: Court): PongFields {
  const specs = pongFields(court.numPlayers);
  return {
    ball: new Int32Array(specs.ball.length),
    paddleY: new Int32Array(specs.paddleY.length),
    paddleV: new Int32Array(specs.paddleV.length),
    score: new Int32Array(specs.score.length),
    phase: new Int32Array(specs.phase.length),
    serve: new Int32Array(specs.serve.length),
    rally: new Int32Array(specs.rally.length),
    tally: new Int32Array(specs.tally.length),
    cues: new Uint32Array(specs.cues.length),
    random: new Uint32Array(specs.random.length),
  };
}

export function openedFields(court: Court, seed: number): PongFields {
  const fields = blankFields(court);
  openMatch(court, fields, seed);
  return fields;
}

/**
 * Plays `frames` frames; `choose` gives each handle's input from the state before the frame, `after` sees the state
 * after it.
 */
export function play(
  court: Court,
  fields: PongFields,
  frames: number,
  choose: (fields: PongFields, handle: number, frame: number) => number,
  after?: (fields: PongFields, frame: number) => void,
): void {
  const inputs = new Uint32Array(court.numPlayers);
  for (let frame = 0; frame < frames; frame++) {
    for (let handle = 0; handle < court.numPlayers; handle++) inputs[handle] = choose(fields, handle, frame);
    simulateFrame(court, fields, inputs, frame);
    after?.(fields, frame);
  }
}

export const COURTS: readonly Court[] = [COURT_OF_TWO, COURT_OF_FOUR];
