import { fail, integer, needsObject, typed } from '../base/errors.js';
import { INPUT_WORDS_MAX, MAX_PLAYERS } from '../base/frame.js';
import { layoutFields, type FieldSpecs, type FieldViews } from '../state/fields.js';
import type { Predict, Simulate } from '../session/session-types.js';
import { GAME_ID_MAX } from '../wire/limits.js';

/** A deterministic game: what every machine of a match runs. */
export interface Game<F extends FieldSpecs> {
  /** Name and rule version, 'pong/1'; 1 … 64 characters. Machines whose id or layout differ refuse each other. */
  readonly id: string;
  readonly fields: F;
  /** 1 … 32. */
  readonly numPlayers: number;
  /** uint32 words of one player's input a frame, 1 … 16, default 1. */
  readonly inputWords?: number;
  /** Frames a second, (0, 1000], default 60. */
  readonly hz?: number;
  /** Writes the state before frame 0. The seed, a uint32, is the same on every machine. */
  init?(fields: FieldViews<F>, seed: number): void;
  readonly simulate: Simulate<F>;
  readonly predict?: Predict;
  /** True for a state after which the match is over. Asked once for each confirmed frame. */
  isOver?(fields: FieldViews<F>): boolean;
}

// Whatever its fields: a list of games, or a cabinet that takes one, cannot name them.
/** A game whatever its fields. */
export type AnyGame = Game<any>;

/** Returns the game, frozen. @throws TypeError or RangeError for each member outside what Game says. */
export function defineGame<const F extends FieldSpecs>(game: Game<F>): Game<F> {
  needsObject('defineGame', 'a game: { id, fields, numPlayers, simulate }', game);
  const { id, fields, numPlayers, inputWords = 1, hz = 60, simulate } = game;
  typed('id', id, 'string');
  integer('id.length', id.length, 1, GAME_ID_MAX);
  layoutFields(fields);
  integer('numPlayers', numPlayers, 1, MAX_PLAYERS);
  integer('inputWords', inputWords, 1, INPUT_WORDS_MAX);
  if (!(hz > 0 && hz <= 1000 && typeof hz === 'number'))
    fail('hz', 'a number in (0, 1000]', hz, typeof hz === 'number' ? RangeError : TypeError);
  for (const name of ['simulate', 'init', 'predict', 'isOver'] as const)
    typed(name, game[name] === undefined ? simulate : game[name], 'function');
  return Object.freeze({ ...game });
}
