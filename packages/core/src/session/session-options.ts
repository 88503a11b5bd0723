import { fail, integer, typed } from '../base/errors.js';
import { FRAME_MAX, INPUT_WORDS_MAX, MAX_PLAYERS, type Frame, type PlayerHandle } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { SessionOptions } from './session-types.js';

/** What may change from one match of a session to the next. */
export interface SessionTerms {
  readonly startFrame: Frame;
  /** By player. The list is kept, not copied. */
  readonly neutralUntil: readonly Frame[];
  readonly localPlayer: PlayerHandle;
  readonly inputDelay: number;
}

/** A session's options with the defaults filled in. */
export type SessionSettings<F extends FieldSpecs> = SessionOptions<F> & SessionTerms & { readonly inputWords: number };

/** @throws TypeError or RangeError for each option outside what SessionOptions says, `fields` and `capacity` apart. */
export function checkSessionOptions<F extends FieldSpecs>(options: SessionOptions<F>): SessionSettings<F> {
  const option = (name: 'inputWords' | 'inputDelay' | 'localPlayer' | 'startFrame', min: number, max: number): number =>
    integer(name, options[name] ?? min, min, max);
  const numPlayers = integer('numPlayers', options.numPlayers, 1, MAX_PLAYERS);
  const inputDelay = option('inputDelay', 0, options.capacity - 1);
  const startFrame = option('startFrame', 0, FRAME_MAX);
  const neutralUntil = options.neutralUntil ?? Array<Frame>(numPlayers).fill(startFrame + inputDelay);
  if (neutralUntil.length !== numPlayers) fail('neutralUntil.length', `${numPlayers}`, neutralUntil.length);
  for (const name of ['simulate', 'predict', 'onDesync', 'trace'] as const)
    typed(name, options[name] ?? options.simulate, 'function');
  return {
    ...options,
    inputWords: option('inputWords', 1, INPUT_WORDS_MAX),
    inputDelay,
    localPlayer: option('localPlayer', 0, numPlayers - 1),
    startFrame,
    neutralUntil: Array.from(neutralUntil, (frame) => integer('neutralUntil', frame, 0, FRAME_MAX)),
  };
}
