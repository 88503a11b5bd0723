// One match at this machine, with its loop, its effects and its picture.
import {
  createMatch,
  recordMatch,
  TRACE,
  type FieldSpecs,
  type Match,
  type PlayerHandle,
  type Recorder,
  type Transport,
} from '@lite-rollback/core';
import type { Buttons } from './input/buttons.js';
import type { Controls } from './input/controls.js';
import { createMatchLoop } from './loop/match-loop.js';
import type { CabinetOptions } from './options.js';
import { createEffects } from './picture/effects.js';
import { viewOfMatch } from './picture/match-view.js';
import type { Opposition } from './rival/opposition.js';
import { followMatch, type Round, type RoundEvent } from './rooms/round.js';
import type { Synth } from './sound/synth.js';
import { createFlightRecorder, type FlightRecorder } from './timeline/flight-recorder.js';

/** How a machine takes part. Without a transport everyone plays here. */
export interface Seating {
  transport?: Transport;
  host?: boolean;
  watch?: boolean;
  /** The far end of the transport, where it is in this page. */
  opposition?: Opposition;
}

export interface Play<F extends FieldSpecs> {
  readonly round: Round<F>;
  /** Of what has been played so far. */
  readonly recorder: Recorder;
  /** What the timeline shows of it; undefined where the cabinet has none. */
  readonly flight: FlightRecorder | undefined;
  beat(nowMs: number): void;
  draw(context: CanvasRenderingContext2D): void;
  /** Says goodbye to the others. The transport stays open. */
  close(): void;
}

export interface PlayOptions<F extends FieldSpecs> {
  cabinet: CabinetOptions<F>;
  seating: Seating;
  /** Of the match that this tab played when it was reloaded; '' for none. */
  ticket: string;
  buttons: Buttons;
  synth: Synth;
  reducedMotion: () => boolean;
  pxPerUnit: () => number;
  controls: (handle: PlayerHandle) => Controls;
  /** Asked before each tick: true while the match is to stand where it is. */
  held: (match: Match<F>) => boolean;
  onTicket: (ticket: string) => void;
  onEvent: (event: RoundEvent, round: Round<F>) => void;
  onTick: (round: Round<F>, rolledBack: boolean, stalled: boolean) => void;
}

/**
 * Long enough to reload a page over a slow line and to find the room again; short enough to wait for somebody who is
 * not coming.
 */
export const REJOIN_GRACE_MS = 8000;

export function startPlay<F extends FieldSpecs>(options: PlayOptions<F>): Play<F> {
  const { buttons, cabinet, seating } = options;
  const { game } = cabinet;
  const { opposition } = seating;
  const transport = seating.transport ?? opposition?.transport;
  const watching = seating.watch === true;
  const localPlayers = watching ? 0 : transport === undefined ? game.numPlayers : (cabinet.localPlayers ?? 1);
  const { trace } = cabinet.match ?? {};
  const flight =
    cabinet.timeline === false ? undefined : createFlightRecorder({ game, ...(trace === undefined ? {} : { trace }) });
  const match = createMatch<F>({
    rejoinGraceMs: REJOIN_GRACE_MS,
    // Two games that have come apart are no match any more.
    onDesync: 'end',
    ...cabinet.match,
    ...opposition?.matchOptions,
    game,
    ...(watching ? { role: 'spectator' as const } : { localPlayers }),
    ...(transport === undefined ? {} : { transport, host: seating.host ?? false }),
    ...(options.ticket === '' ? {} : { ticket: options.ticket }),
    ...(flight === undefined ? {} : { trace: flight.trace }),
  });
  const recorder = recordMatch(match);
  flight?.follow(match);
  match.on('start', (event) => options.onTicket(event.ticket));
  const graceMs = cabinet.match?.rejoinGraceMs ?? REJOIN_GRACE_MS;
  const awaitsReloads = graceMs > 0 && (cabinet.match?.onDrop ?? 'end') === 'end' && !watching;
  const endsOnDesync = cabinet.match?.onDesync !== 'report';
  const round: Round<F> = followMatch(match, { numPlayers: game.numPlayers, awaitsReloads, endsOnDesync }, (event) =>
    options.onEvent(event, round),
  );
  const effects = createEffects(match, cabinet, options.synth);
  const view = viewOfMatch(match, {
    live: true,
    reducedMotion: options.reducedMotion,
    pxPerUnit: options.pxPerUnit,
    offset: effects.offset,
    controls: options.controls,
  });
  /** A netcode that does not guess has the next frame wait. The match itself would go on: it is not asked. */
  function waits(): boolean {
    if (opposition?.stalls() !== true) return false;
    const { session } = match;
    const confirmed = session.confirmedFrame();
    let player = 0;
    while (session.confirmedFrameOf(player) > confirmed) player++;
    flight?.trace(TRACE.STALL, session.frame(), player, session.frame() - 1 - confirmed);
    flight?.afterTick('stalled');
    round.ticked('stalled');
    options.onTick(round, false, true);
    return true;
  }
  const loop = createMatchLoop({
    match,
    hz: game.hz ?? 60,
    localPlayers,
    buttons,
    held: () => options.held(match) || waits(),
    beforeTick() {
      effects.beforeTick();
      opposition?.beforeTick();
    },
    afterTick(did) {
      flight?.afterTick(did);
      const rolledBack = effects.afterTick(did);
      round.ticked(did);
      options.onTick(round, rolledBack, did === 'stalled');
      opposition?.afterTick();
    },
  });
  return {
    round,
    recorder,
    flight,
    beat: (nowMs) => loop.beat(nowMs),
    draw(context) {
      // Paused or over, nothing moves: the leading frame as it is.
      cabinet.draw(context, view.at(match.state === 'running' ? loop.alpha : 1));
      opposition?.afterDraw();
    },
    close: () => match.close(),
  };
}
