// The machine at the far end of a line: a match of its own, a clock of its own, and rivals for hands.
import {
  createFixedClock,
  createMatch,
  type FieldSpecs,
  type Game,
  type Match,
  type MatchOptions,
  type Transport,
} from '@lite-rollback/core';
import { playRival, type RivalPlayer } from './play-rival.js';
import type { Rival } from './rival.js';

export interface FarMachine<F extends FieldSpecs> {
  readonly match: Match<F>;
  /** Who plays from now on, with new eyes. */
  rival: Rival<F>;
  /** Runs the ticks that are due after `elapsedMs` more. `held` is asked before each: true while it waits. */
  advance(elapsedMs: number, held: () => boolean): void;
  close(): void;
}

export interface FarMachineOptions<F extends FieldSpecs> {
  game: Game<F>;
  transport: Transport;
  localPlayers: number;
  /** As at the near machine: the terms of a match are the same at both. */
  match: Partial<MatchOptions<F>>;
  rival: Rival<F>;
}

export function createFarMachine<F extends FieldSpecs>(options: FarMachineOptions<F>): FarMachine<F> {
  const { game, localPlayers, transport } = options;
  const match = createMatch<F>({ ...options.match, game, transport, localPlayers });
  const clock = createFixedClock({ hz: game.hz ?? 60 });
  let { rival } = options;
  let seed = 0;
  let players: RivalPlayer<F>[] = [];
  const inputs = new Array<number>(localPlayers).fill(0);

  function sitDown(): void {
    players = match.localHandles.map((handle) => playRival({ game, rival, handle, seed }));
  }
  match.on('start', (event) => {
    seed = event.seed;
    sitDown();
  });

  function tick(): void {
    const { session } = match;
    const shown = session.frame() - 1;
    // Before its first commit a session has no states to show but the live one.
    const fields = session.depth() > 0 ? session.stateAt(shown) : session.fields;
    const frame = session.frame() + session.inputDelay;
    for (const [at, player] of players.entries()) inputs[at] = player.input(fields, shown, frame);
    const [first = 0] = inputs;
    match.advance(localPlayers === 1 ? first : inputs);
  }

  return {
    match,
    get rival() {
      return rival;
    },
    set rival(next) {
      rival = next;
      sitDown();
    },
    advance(elapsedMs, held) {
      for (let due = clock.ticks(elapsedMs, match.pacing()); due > 0 && !held(); due--) tick();
    },
    close: () => match.close(),
  };
}
