import type { FieldSpecs } from '../state/fields.js';
import type { InputValue } from '../session/session-types.js';
import { copyRow } from '../wire/input-rows.js';
import type { MatchContext } from './context.js';
import type { PlayerHandle } from '../base/frame.js';

/** What advance() is handed for the players at this machine. */
export type LocalInput = InputValue | readonly InputValue[] | undefined;

/** Takes the input of this machine's players into the session, once for each frame. */
export interface LocalInputs {
  /** Copies the input, so that nothing of it is read twice. @throws TypeError for another shape, having changed nothing. */
  check(input: LocalInput, isNeeded: boolean): void;
  /** Gives what was checked to the frame that is due after the input delay, unless that one has its input already. */
  sample(first: PlayerHandle): void;
}

export function createLocalInputs<F extends FieldSpecs>({ settings, parts }: MatchContext<F>): LocalInputs {
  const { players, inputWords, game } = settings;
  const { session, inputs } = parts;
  /** One row of inputWords for each local player. */
  const staged = new Uint32Array(players * inputWords);
  const one = new Uint32Array(inputWords);

  const isWord = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

  const stage = (input: unknown, player: number): boolean => {
    // A Uint32Array store is `>>> 0`.
    if (inputWords === 1 && isWord(input)) staged[player] = input;
    else {
      const list = input as ArrayLike<unknown> | null | undefined; // Whatever it is: its length and words are checked.
      if (typeof input !== 'object' || list?.length !== inputWords) return false;
      for (let word = 0; word < inputWords; word++) {
        const value = list[word];
        if (!isWord(value)) return false;
        staged[player * inputWords + word] = value;
      }
    }
    return true;
  };

  const wanted = (): string => {
    if (!players) return 'no input: a spectator has no players';
    const each = inputWords === 1 ? 'a whole number' : `a list of ${inputWords} whole numbers`;
    if (players === 1) return `an input: ${each} for the one local player`;
    const why = settings.transport || players < game.numPlayers ? '' : ', as without a transport all players are here';
    return `a list of ${players} inputs, each ${each}, in the order of localHandles${why}`;
  };

  return {
    check(input, isNeeded) {
      if (input === undefined && (!isNeeded || !players)) return;
      let fits = players === 1 && stage(input, 0);
      if (players > 1 && typeof input === 'object' && input !== null && input.length === players) {
        fits = true;
        for (let i = 0; fits && i < players; i++) fits = stage(input[i], i);
      }
      if (!fits) throw new TypeError(`advance() needs ${wanted()}; got ${show(input)}`);
    },
    sample(first) {
      const due = session.frame() + session.inputDelay;
      // Frames that a raised delay left out before the one due repeat the last input; a lowered delay skips samples:
      // never two values for a frame.
      for (let frame = inputs.confirmedOf(first) + 1; frame <= due; frame++) {
        for (let i = 0; i < players; i++) {
          if (frame < due) copyRow(inputs, inputWords, first + i, 1, frame - 1, one);
          else for (let word = 0; word < inputWords; word++) one[word] = staged[i * inputWords + word]!;
          parts.queueInput(first + i, frame, one);
        }
      }
    },
  };
}

/** A value as an error shows it. */
const show = (value: unknown): string => {
  if (typeof value === 'string') return `the string '${value}'`;
  return typeof value === 'object' && value !== null ? `a list of ${Object.keys(value).length}` : String(value);
};
