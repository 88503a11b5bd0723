import { integer, needsObject, returnsNothing, typed } from '../base/errors.js';
import { CAPACITY_MAX, FRAME_MAX, NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import { defineGame, type Game } from '../match/game.js';
import { layoutFields, type FieldArray, type FieldSpecs, type FieldViews } from '../state/fields.js';
import { firstDifference } from '../state/first-difference.js';
import { createRollback } from '../state/rollback.js';
import { stateChecksum } from '../state/state-checksum.js';
import { createHeldInputs } from './held-inputs.js';
import { firstNaN } from './first-nan.js';

/** How long, how far back and on what inputs. */
export interface SyncTestOptions<F extends FieldSpecs> {
  /** Frames to play, ≥ 1. */
  frames: number;
  /**
   * How far each frame rewinds, in frames, 1 … 2^20 - 1. Default 8. Try 1, 2, 4 and 8: a fault can hide from one of
   * them.
   */
  distance?: number;
  /** For game.init and the default inputs: an integer, taken as uint32, default 1. */
  seed?: number;
  /**
   * Writes the player's input for `frame` to out[0 … inputWords), which holds zeros. Asked once per player and frame,
   * in order. Default: createHeldInputs(seed).
   */
  inputs?: (player: PlayerHandle, frame: Frame, out: Uint32Array) => void;
  /**
   * Called once per frame, when it was first simulated. What it writes to `fields` is lost. Count what the script
   * really reached.
   */
  onFrame?: (fields: FieldViews<F>, frame: Frame) => void;
}

/** Where two states differ: the first element of the first field that does, in the order of declaration. */
export interface StateDifference {
  readonly field: string;
  /** Of the element. */
  readonly index: number;
  readonly expected: number;
  readonly actual: number;
}

/** What was found, or that nothing was. */
export interface SyncTestReport {
  /** Neither a mismatch nor a NaN. */
  ok: boolean;
  /** Frames simulated, replays not counted. */
  frames: number;
  /** stateChecksum of the last state; of two machines or engines that ran the same test, it is the same. */
  checksum: number;
  /**
   * The first frame found whose replay differs, and where: `expected` when first simulated, `actual` in the replay.
   * Frame -1: game.init gave two different states for one seed.
   */
  mismatch?: { frame: Frame } & StateDifference;
  /** The first NaN in a field of floats, after game.init (frame -1) or a frame. */
  nan?: { frame: Frame; field: string; index: number };
}

/**
 * The run is played a second time if its states and inputs, which must be kept for it, take no more bytes than this.
 */
const KEPT_MAX = 64 * 1024 * 1024;

/**
 * Plays a game on one machine and, after every frame, rewinds `distance` frames and replays them with the same inputs.
 * Every replayed frame must come out as it first did, to the bit. It does not where the game keeps state outside its
 * fields (a module variable, a cache, a generator of its own) or reads a clock, so a desync between machines is found
 * before there is a second machine. It stops at the first fault.
 *
 * At the end it plays the whole run once more from game.init without rewinding, if the run's states fit in 64 MB, and
 * compares: that finds what acts later than `distance` frames (a replayed shot that hits twice, five frames on) and
 * what one match leaves behind for the next.
 *
 * It sees no more than its inputs reach: count that in `onFrame`.
 *
 * @throws TypeError or RangeError for bad options; whatever the game itself throws
 */
export function runSyncTest<F extends FieldSpecs>(game: Game<F>, options: SyncTestOptions<F>): SyncTestReport {
  const { fields: specs, numPlayers, inputWords = 1, simulate, init } = defineGame(game);
  needsObject('runSyncTest', 'options: { frames }', options);
  const frames = integer('frames', options.frames, 1, FRAME_MAX);
  const distance = integer('distance', options.distance ?? 8, 1, CAPACITY_MAX - 1);
  const seed = integer('seed', options.seed ?? 1, -Infinity, Infinity) >>> 0;
  const inputsOf = options.inputs ?? createHeldInputs(seed, inputWords);
  typed('inputs', inputsOf, 'function');
  const onFrame = options.onFrame;
  if (onFrame !== undefined) typed('onFrame', onFrame, 'function');

  // Rewinding `distance` frames needs the state before the first of them.
  const ring = createRollback({ capacity: powerOfTwoFrom(distance + 1), fields: specs });
  const { fields } = ring;
  // Each property of FieldViews<F> is one of the FieldArrays; the mapped type does not simplify to that by itself.
  const arrays = fields as unknown as Readonly<Record<string, FieldArray>>;
  const live = new Uint32Array(ring.buffer, 0, ring.stride / 4);
  const inputs = new Uint32Array(numPlayers * inputWords);
  const one = new Uint32Array(inputWords);
  // Per frame, in slot frame % kept: the state it first gave and the inputs it had.
  const all = frames * (live.byteLength + inputs.byteLength) <= KEPT_MAX;
  const kept = all ? Math.max(frames, distance) : distance;
  const history = new Uint32Array(kept * live.length);
  const record = new Uint32Array(kept * inputs.length);

  function remember(frame: Frame): void {
    history.set(live, (frame % kept) * live.length);
  }
  function differenceFrom(frame: Frame): StateDifference | undefined {
    const start = (frame % kept) * live.length;
    for (let i = 0; i < live.length; i++) {
      if (live[i] === history[start + i]) continue;
      const found = firstDifference(layoutFields(specs).views(history.buffer, start * 4), arrays);
      return found && { field: found.field, index: found.index, expected: found.local, actual: found.remote };
    }
    return undefined;
  }
  function recordInputs(frame: Frame): void {
    for (let player = 0; player < numPlayers; player++) {
      one.fill(0);
      inputsOf(player, frame, one);
      record.set(one, (frame % kept) * inputs.length + player * inputWords);
    }
  }
  function simulateFrame(frame: Frame): void {
    // Filled anew each time: a game may use the array as scratch, as it may in a session.
    const start = (frame % kept) * inputs.length;
    for (let i = 0; i < inputs.length; i++) inputs[i] = record[start + i]!;
    returnsNothing('simulate', simulate(fields, inputs, frame));
  }
  function start(): void {
    live.fill(0);
    returnsNothing('init', init?.(fields, seed));
  }
  function report(played: number, fault: Pick<SyncTestReport, 'mismatch' | 'nan'>): SyncTestReport {
    return {
      ok: fault.mismatch === undefined && fault.nan === undefined,
      frames: played,
      checksum: stateChecksum(ring),
      ...fault,
    };
  }

  start();
  remember(0);
  start();
  const atStart = differenceFrom(0);
  if (atStart !== undefined) return report(0, { mismatch: { frame: NULL_FRAME, ...atStart } });
  const nanAtStart = firstNaN(arrays);
  if (nanAtStart !== undefined) return report(0, { nan: { frame: NULL_FRAME, ...nanAtStart } });
  ring.commit();

  for (let frame = 0; frame < frames; frame++) {
    recordInputs(frame);
    simulateFrame(frame);
    remember(frame);
    const nan = firstNaN(arrays);
    if (nan !== undefined) return report(frame + 1, { nan: { frame, ...nan } });
    ring.commit();
    onFrame?.(fields, frame);

    const rewound = Math.min(distance, frame + 1);
    ring.rollback(rewound);
    for (let again = frame - rewound + 1; again <= frame; again++) {
      simulateFrame(again);
      const difference = differenceFrom(again);
      if (difference !== undefined) return report(frame + 1, { mismatch: { frame: again, ...difference } });
      ring.commit();
    }
  }

  if (all) {
    start();
    for (let frame = 0; frame < frames; frame++) {
      simulateFrame(frame);
      const difference = differenceFrom(frame);
      if (difference !== undefined) return report(frames, { mismatch: { frame, ...difference } });
    }
  }
  return report(frames, {});
}

function powerOfTwoFrom(least: number): number {
  let capacity = 1;
  while (capacity < least) capacity *= 2;
  return capacity;
}
