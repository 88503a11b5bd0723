import { fail } from '../base/errors.js';
import type { InputValue } from '../session/session-types.js';
import type { FieldSpecs } from '../state/fields.js';
import { copyRow } from '../wire/input-rows.js';
import { heldOf, type Table } from './table.js';

/** What advance() is handed for the players at this machine. */
export type LocalInput = InputValue | readonly InputValue[] | undefined;

/** Takes the input of this machine's players into the session, once for each frame. */
export interface Sampler {
  /**
   * Copies the input, so that nothing of it is read twice. @throws TypeError for another shape, having changed nothing.
   */
  check(input: LocalInput): void;
  /** Gives what was checked to the frame that is due after the input delay, unless that one has its input already. */
  sample(): void;
}

export function createSampler<F extends FieldSpecs>(table: Table<F>): Sampler {
  const { settings, session, inputs } = table;
  const { players, inputWords } = settings;
  /** One row of inputWords for each local player. */
  const staged = new Uint32Array(players * inputWords);
  const one = new Uint32Array(inputWords);

  const stage = (input: InputValue | undefined, player: number): boolean => {
    // A Uint32Array store is `>>> 0`.
    if (typeof input === 'number' && inputWords === 1) staged[player] = input;
    else if (typeof input === 'object' && input?.length === inputWords) staged.set(input, player * inputWords);
    else return false;
    return true;
  };

  return {
    check(input) {
      if (input === undefined && (!players || !table.seats.length || table.outside)) return;
      // With several players a list holds their inputs, with one it is the input: the types overlap where inputWords is
      // above 1.
      const list = input as readonly InputValue[];
      let fits = players > 0 && (players === 1 || list?.length === players);
      for (let i = 0; fits && i < players; i++) fits = stage(players === 1 ? (input as InputValue) : list[i], i);
      if (!fits) fail('input', `${players} input(s) of ${inputWords} word(s)`, input);
    },
    sample() {
      const { first } = table.self;
      const due = session.frame() + session.inputDelay;
      // Frames that a raised delay left out before the one due repeat the last input; a lowered delay skips samples:
      // never two values for a frame.
      for (let frame = heldOf(table, table.self) + 1; frame <= due; frame++) {
        for (let i = 0; i < players; i++) {
          copyRow(inputs, inputWords, first + i, 1, frame - 1, one);
          if (frame === due) for (let word = 0; word < inputWords; word++) one[word] = staged[i * inputWords + word]!;
          session.queueRemoteInput(first + i, frame, one);
        }
      }
    },
  };
}
