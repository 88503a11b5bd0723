import { integer } from '../base/errors.js';
import { FRAME_MAX, type Frame, type PlayerHandle } from '../base/frame.js';
import { DESYNC, MISPREDICT } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import type { InputQueue } from './input-queue.js';
import type { Resimulation } from './resimulation.js';
import type { SessionCounts } from './session-counts.js';
import type { SessionSettings } from './session-options.js';

/**
 * Stores one player's input, unless the queue has one for that frame. True if it contradicts a guess that was
 * simulated; with `redo` it simulates again at once, and is true if that rolled back.
 */
export type InputIntake = (player: PlayerHandle, at: Frame, input: Uint32Array, redo: boolean) => boolean;

/** `depth` gives the commits that the ring holds. */
export function createInputIntake<F extends FieldSpecs>(
  { capacity, numPlayers, predict, onDesync, trace }: SessionSettings<F>,
  inputs: InputQueue,
  { timeline, mark, resimulate }: Resimulation,
  counts: SessionCounts,
  depth: () => number,
): InputIntake {
  const { realAt, usedAt, holds, write, carry } = inputs;

  const accept: InputIntake = (player, at, input, redo) => {
    integer('player', player, 0, numPlayers - 1);
    const { frame } = timeline;
    integer('frame', at, 0, Math.min(frame + capacity, FRAME_MAX));
    const real = realAt(player, at);
    // A past frame that is too old to redo is not stored: the watermark would only lie about states that stay wrong.
    const redoable = at > frame - (depth() || 1);
    // @lesson accept.differs
    const different = redoable && !holds(input, real < 0 ? usedAt(player, at) : real);
    const mispredicted = different && real < 0 && at < frame;
    if (redoable && real < 0) {
      // @lesson accept.confirm
      write(player, at, input);
      if (predict && at < frame) carry(player, at, frame);
    }
    if (mispredicted) {
      counts.mispredictions++;
      trace?.(MISPREDICT, at, player, frame - at);
      // @lesson accept.mispredict
      mark(at);
    }
    const result = redo ? resimulate(0) : mispredicted;
    if (different && real >= 0) {
      counts.desyncs++;
      trace?.(DESYNC, at, player, 0);
      onDesync?.(at, player);
    }
    return result;
  };
  return accept;
}
