import {
  createFixedClock,
  createMatch,
  type FieldSpecs,
  type FieldViews,
  type Game,
  type Match,
} from '@lite-rollback/core';
import { createMemoryLink } from './memory-link.js';
import { check } from './report.js';

const TICK_MS = 1000 / 60;
/** Ticks in which machines that hear each other must have agreed on a roster. */
const START_TICKS = 600;
/** Ticks in which a machine that began a flight time before the other has let it catch up. */
const LEVEL_TICKS = 1200;

export interface RunningMatches<F extends FieldSpecs> {
  readonly matches: readonly Match<F>[];
  /** One tick of every machine. */
  advance(): void;
}

/**
 * Machines with one player each, all running.
 * @param lateTicks how long a packet takes
 * @param inputOf what a player presses in a tick, from what that player's machine shows
 */
export function startMatches<F extends FieldSpecs>(
  game: Game<F>,
  lateTicks: number,
  inputOf: (player: number, tick: number, fields: FieldViews<F>) => number,
): RunningMatches<F> {
  const link = createMemoryLink(game.numPlayers, lateTicks);
  const clock = new Float64Array(1);
  const now = (): number => clock[0]!;
  let drawn = 0;
  const random = (): number => Math.imul(++drawn, 0x9e3779b1) >>> 0;
  const matches = link.transports.map((transport, index) =>
    createMatch({ game, transport, now, random, host: index === 0 }),
  );
  let ticks = 0;
  const press = (match: Match<F>): void => {
    const player = match.localHandles[0];
    match.advance(player === undefined ? 0 : inputOf(player, ticks, match.session.fields));
  };
  const tick = (): void => {
    clock[0]! += TICK_MS;
    link.tick();
    ticks++;
  };
  const advance = (): void => {
    tick();
    for (let index = 0; index < matches.length; index++) press(matches[index]!);
  };
  for (let i = 0; i < START_TICKS && matches.some((match) => match.state !== 'running'); i++) advance();
  for (const match of matches)
    check(match.state === 'running', `${game.numPlayers} machines start a match, not ${match.state}`);
  // As a game's loop does: at the rate that the match asks for.
  const clocks = matches.map(() => createFixedClock({ hz: 60 }));
  for (let i = 0; i < LEVEL_TICKS; i++) {
    tick();
    matches.forEach((match, index) => {
      for (let due = clocks[index]!.ticks(TICK_MS, match.pacing()); due > 0; due--) press(match);
    });
  }
  return { matches, advance };
}

/** They still play, almost without stalls, and agree on the newest frame that all are sure of. */
export function checkAgreement<F extends FieldSpecs>(matches: readonly Match<F>[]): void {
  const certain = Math.min(...matches.map(({ session }) => Math.min(session.confirmedFrame(), session.frame() - 1)));
  const sums = matches.map(({ session }) => session.checksumAt(certain));
  check(
    sums.every((sum) => sum === sums[0]),
    `machines agree on frame ${certain}`,
  );
  for (const { state, counters, session } of matches) {
    check(state === 'running', 'matches go on');
    check(
      counters.stalls * 20 < session.frame(),
      `matches stall seldom: ${counters.stalls} times in ${session.frame()} frames`,
    );
  }
}
