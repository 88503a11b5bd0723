// Does not roll back: one match at this machine, with its loop, its effects and its picture.
import { createMatch, type FieldSpecs, type Transport } from '@lite-rollback/core';
import type { Buttons } from './input/buttons.js';
import { createTickLoop } from './loop/tick-loop.js';
import type { CabinetOptions } from './options.js';
import { createEffects } from './picture/effects.js';
import { viewOfMatch } from './picture/view-of-match.js';
import { followMatch, type Round, type RoundEvent } from './rooms/round.js';
import type { Synth } from './sound/synth.js';

/** How a machine takes part. Without a transport everyone plays here. */
export interface Seating {
  transport?: Transport;
  host?: boolean;
}

export interface Play<F extends FieldSpecs> {
  readonly round: Round<F>;
  beat(nowMs: number): void;
  draw(context: CanvasRenderingContext2D): void;
  /** Says goodbye to the others. The transport stays open. */
  close(): void;
}

export interface PlayOptions<F extends FieldSpecs> {
  cabinet: CabinetOptions<F>;
  seating: Seating;
  buttons: Buttons;
  synth: Synth;
  reducedMotion: () => boolean;
  onEvent: (event: RoundEvent, round: Round<F>) => void;
  onTick: (round: Round<F>, rolledBack: boolean, stalled: boolean) => void;
}

export function startPlay<F extends FieldSpecs>(options: PlayOptions<F>): Play<F> {
  const { buttons, cabinet, seating } = options;
  const { game } = cabinet;
  const localPlayers = seating.transport === undefined ? game.numPlayers : (cabinet.localPlayers ?? 1);
  const match = createMatch<F>({
    ...cabinet.match,
    game,
    localPlayers,
    ...(seating.transport === undefined ? {} : { transport: seating.transport, host: seating.host ?? false }),
  });
  const round: Round<F> = followMatch(match, (event) => options.onEvent(event, round));
  const effects = createEffects(match, cabinet, options.synth);
  const view = viewOfMatch(match, { live: true, reducedMotion: options.reducedMotion, offset: effects.offset });
  const loop = createTickLoop({
    match,
    hz: game.hz ?? 60,
    localPlayers,
    buttons,
    beforeTick: effects.beforeTick,
    afterTick(did) {
      const rolledBack = effects.afterTick(did);
      round.ticked(did);
      options.onTick(round, rolledBack, did === 'stalled');
    },
  });
  return {
    round,
    beat: (nowMs) => loop.beat(nowMs),
    draw(context) {
      // Paused or over, nothing moves: the leading frame as it is.
      cabinet.draw(context, view.at(match.state === 'running' ? loop.alpha : 1));
    },
    close: () => match.close(),
  };
}
