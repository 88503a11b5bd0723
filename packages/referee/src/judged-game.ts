import { defineGame, type FieldSpecs, type FieldViews, type Game, type PlayerHandle } from '@lite-rollback/core';

/** A game that can be judged: `isOver` says when a match ends, and `winners` who won it. */
export interface JudgedGame<F extends FieldSpecs> extends Game<F> {
  isOver(fields: FieldViews<F>): boolean;
  /** The handles that won, asked of the state in which isOver first says true. None of them: a draw. */
  winners(fields: FieldViews<F>): readonly PlayerHandle[];
}

/**
 * Returns the game. @throws TypeError or RangeError for what defineGame refuses; TypeError without isOver or winners,
 * as nobody could win then.
 */
export function checkJudgedGame<F extends FieldSpecs>(game: JudgedGame<F>): JudgedGame<F> {
  defineGame(game);
  for (const name of ['isOver', 'winners'] as const)
    if (typeof game[name] !== 'function')
      throw new TypeError(
        `referee() needs a game with ${name}(fields), got ${String(game[name])}: write referee({ ...game, ${name}: (fields) => … }, …)`,
      );
  return game;
}

/**
 * What `winners` gave, copied. @throws TypeError unless it is an array of different handles of this game.
 */
export function checkWinners(winners: readonly PlayerHandle[], numPlayers: number): readonly PlayerHandle[] {
  const handles = Array.isArray(winners) ? [...winners] : [];
  const valid =
    Array.isArray(winners) &&
    new Set(handles).size === handles.length &&
    handles.every((handle) => Number.isInteger(handle) && handle >= 0 && handle < numPlayers);
  if (!valid)
    throw new TypeError(
      `winners() must return an array of different handles in [0, ${numPlayers - 1}], as [0], or [] for a draw; got ${JSON.stringify(winners)}`,
    );
  return Object.freeze(handles);
}
