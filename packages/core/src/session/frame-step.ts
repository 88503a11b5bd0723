import { returnsNothing } from '../base/errors.js';
import type { Frame } from '../base/frame.js';
import { PREDICT } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import type { Rollback } from '../state/rollback.js';
import type { CallGuard } from './call-guard.js';
import type { InputQueue } from './input-queue.js';
import type { SessionSettings } from './session-options.js';

/** Makes what simulates one frame on live, from every player's real input or a guess of it, and commits the result. */
export function createFrameStep<F extends FieldSpecs>(
  settings: SessionSettings<F>,
  state: Rollback<F>,
  inputs: InputQueue,
  guard: CallGuard,
): (frame: Frame) => void {
  const { numPlayers, inputWords, simulate, predict, trace } = settings;
  const { words, realAt, usedAt, newestAt } = inputs;
  const { fields, commit } = state;
  /** The inputs of one frame, as simulate is given them. */
  const given = new Uint32Array(numPlayers * inputWords);

  const simulateFrame = (frame: Frame): void => {
    for (let player = 0; player < numPlayers; player++) {
      const at = player * inputWords;
      // @lesson resimulate.known
      const real = realAt(player, frame);
      // The guess repeats the newest real input before this frame.
      // @lesson resimulate.predict
      const from = real < 0 ? newestAt(player, frame - 1) : real;
      for (let word = 0; word < inputWords; word++) given[at + word] = words[from + word]!;
      if (predict) {
        inputs.copy(from, newestAt(player, frame));
        if (real < 0) {
          guard.inside = 'predict';
          predict(player, frame, given, at, fields);
          guard.inside = 'simulate';
        }
      }
      if (real < 0) trace?.(PREDICT, frame, player, given[at]! | 0);
      // Kept apart from what simulate is given, which it may write over.
      const used = usedAt(player, frame);
      for (let word = 0; word < inputWords; word++) words[used + word] = given[at + word]!;
    }
    // @lesson resimulate.simulate
    const result: unknown = simulate(fields, given, frame);
    if (result !== undefined) returnsNothing('simulate', result);
    // @lesson resimulate.save
    commit();
  };
  return simulateFrame;
}
