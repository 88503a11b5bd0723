// The game playing itself behind the menu, a hotseat match that nobody's keys reach.
import { createMatch, type FieldSpecs, type Match } from '@lite-rollback/core';
import type { TickRunner } from '@lite-rollback/core/loop';
import { createButtons } from './input/buttons.js';
import { createMatchLoop } from './loop/match-loop.js';
import type { CabinetOptions } from './options.js';
import { viewOfMatch, type MatchView } from './picture/match-view.js';

export interface Demo {
  beat(nowMs: number): void;
  draw(context: CanvasRenderingContext2D): void;
}

export function startDemo<F extends FieldSpecs>(
  options: CabinetOptions<F>,
  reducedMotion: () => boolean,
  pxPerUnit: () => number,
): Demo {
  const { game } = options;
  const buttons = createButtons(game.numPlayers);
  let match: Match<F>;
  let loop: TickRunner;
  let view: MatchView<F>;

  function begin(): void {
    match = createMatch<F>({ game, localPlayers: game.numPlayers });
    view = viewOfMatch(match, { live: false, reducedMotion, pxPerUnit });
    loop = createMatchLoop({
      match,
      hz: game.hz ?? 60,
      localPlayers: game.numPlayers,
      buttons,
      beforeTick() {
        const { session } = match;
        if (options.demo === undefined || session.depth() === 0) return;
        const fields = session.stateAt(session.frame() - 1);
        for (let handle = 0; handle < game.numPlayers; handle++) {
          buttons.hold('script', handle, options.demo(fields, handle, session.frame()));
        }
      },
    });
  }
  begin();

  return {
    beat(nowMs) {
      // Where nobody plays it, and for someone who asked for less motion: the opening position, still.
      if ((options.demo === undefined || reducedMotion()) && match.session.frame() > 0) return;
      loop.beat(nowMs);
      if (match.state === 'ended') begin();
    },
    draw(context) {
      options.draw(context, view.at(match.state === 'running' ? loop.alpha : 1));
    },
  };
}
