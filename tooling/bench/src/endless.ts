import { defineGame, type FieldSpecs, type Game } from '@lite-rollback/core';

/** The game without an end: what is over begins again, so that ten minutes of it are ten minutes of play. */
export function endless<F extends FieldSpecs>(game: Game<F>): Game<F> {
  const { id, fields, numPlayers, init, simulate, isOver } = game;
  return defineGame({
    id: `endless ${id}`,
    fields,
    numPlayers,
    ...(init && { init }),
    simulate(state, inputs, frame) {
      simulate(state, inputs, frame);
      if (!isOver?.(state)) return;
      for (const cells of Object.values(state)) cells.fill(0);
      init?.(state, frame);
    },
  });
}
