// What every engine runs, as one module: the games of this repository, played by scripted hands, and what came of it.
// It must do without a DOM, without Node, without anything but ECMAScript.
import {
  createRollback,
  createSession,
  stateChecksum,
  type FieldSpecs,
  type FieldViews,
  type Game,
} from '@lite-rollback/core';
import { fighter } from '@lite-rollback/fighter/src/game.js';
import { pong, pongOfFour } from '@lite-rollback/pong/src/game.js';
import { pressFighter, pressPong } from './hands.js';

export const FRAMES = 20_000;
/** A checksum is kept every so many frames; each is taken over the one before it, so all frames count. */
const EVERY = 2_000;
const SEEDS = [1, 20_261, 0x7fffffff, 0xdeadbeef];
/** Frames that an input comes late in the second run. */
const LATE = 8;

export interface Played {
  readonly game: string;
  readonly seed: number;
  /** Hexadecimal, one for every EVERY frames. */
  readonly sums: readonly string[];
  /** Matches that were played to their end. */
  readonly matches: number;
  /** Frames with any of the game's cues: something happened. */
  readonly cues: number;
  /** Every frame of the second run, guessed and redone, has the state that it has in the first. */
  readonly redoneAlike: boolean;
}

const hex = (sum: number): string => sum.toString(16).padStart(8, '0');

function playOne<F extends FieldSpecs>(
  { id, fields: specs, numPlayers, init, simulate, isOver }: Game<F>,
  seed: number,
  press: (fields: FieldViews<F>, handle: number, frame: number) => number,
  cuesOf: (fields: FieldViews<F>) => number,
): Played {
  const endless = (fields: FieldViews<F>, inputs: Uint32Array, frame: number): void => {
    simulate(fields, inputs, frame);
    if (!isOver?.(fields)) return;
    for (const cells of Object.values(fields)) cells.fill(0);
    init?.(fields, seed + frame);
  };
  const script = new Uint32Array(FRAMES * numPlayers);
  const states = new Uint32Array(FRAMES);
  const sums: string[] = [];
  let matches = 0;
  let cues = 0;

  const ring = createRollback({ capacity: 1, fields: specs });
  const { fields } = ring;
  init?.(fields, seed);
  let sum = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    const at = frame * numPlayers;
    for (let handle = 0; handle < numPlayers; handle++) script[at + handle] = press(fields, handle, frame);
    simulate(fields, script.subarray(at, at + numPlayers), frame);
    if (cuesOf(fields) !== 0) cues++;
    if (isOver?.(fields)) {
      matches++;
      for (const cells of Object.values(fields)) cells.fill(0);
      init?.(fields, seed + frame);
    }
    states[frame] = stateChecksum(ring);
    sum = stateChecksum(ring, sum);
    if ((frame + 1) % EVERY === 0) sums.push(hex(sum));
  }

  const session = createSession({ capacity: 16, fields: specs, numPlayers, simulate: endless });
  init?.(session.fields, seed);
  let redoneAlike = true;
  for (let frame = 0; frame < FRAMES; frame++) {
    const late = frame - LATE;
    for (let handle = 1; handle < numPlayers && late >= 0; handle++)
      session.queueRemoteInput(handle, late, script[late * numPlayers + handle]!);
    session.setLocalInput(script[frame * numPlayers]!);
    session.step();
    if (late >= 0 && session.checksumAt(late) !== states[late]) redoneAlike = false;
  }
  return { game: id, seed, sums, matches, cues, redoneAlike: redoneAlike && session.stats.rollbacks > FRAMES / 100 };
}

export function playAll(): readonly Played[] {
  return SEEDS.flatMap((seed) => [
    playOne(pong, seed, pressPong, ({ cues }) => cues[0] ?? 0),
    playOne(pongOfFour, seed, pressPong, ({ cues }) => cues[0] ?? 0),
    // Cell 5 of a fight holds its cues.
    playOne(fighter, seed, pressFighter, ({ fight }) => fight[5] ?? 0),
  ]);
}
