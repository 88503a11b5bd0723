// Two machines and the line between them, under one clock that only advance() moves.
import type { FieldSpecs, Game } from '@lite-rollback/core';
import { type Agreement, createAgreement } from './agreement.js';
import { createLine, type Line, type Side } from './line.js';
import { createMachine, type Hands, type Machine, type Onlooker } from './machine.js';
import type { Settings } from './settings.js';

export interface World<F extends FieldSpecs> {
  readonly line: Line;
  readonly machines: readonly [Machine<F>, Machine<F>];
  readonly agreement: Agreement;
  advance(ms: number): void;
  close(): void;
}

export interface WorldOptions<F extends FieldSpecs> {
  game: Game<F>;
  /** May change under way, except `lockstep`: a match's window is fixed when it begins. */
  settings: Readonly<Settings>;
  seed: number;
  /** By side. They play this one match. */
  hands: readonly [Hands<F>, Hands<F>];
  /** By side. */
  onlookers: readonly [Onlooker<F>, Onlooker<F>];
}

/** Steps of the clock, ms: less than a tick, so that a packet arrives in the tick that it would arrive in. */
const STEP_MS = 8;
/** Ticks in which two machines on a perfect line find each other, many times over. */
const PATIENCE = 600;

export function createWorld<F extends FieldSpecs>(options: WorldOptions<F>): World<F> {
  const { game, hands, onlookers, seed, settings } = options;
  const line = createLine(settings, seed);
  const machine = (side: Side): Machine<F> =>
    createMachine({
      game,
      side,
      settings,
      seed,
      transport: line.transport(side),
      now: () => line.now(),
      hands: hands[side],
      onlooker: onlookers[side],
    });
  const machines = [machine(0), machine(1)] as const;
  const agreement = createAgreement([machines[0].match, machines[1].match]);

  function step(ms: number): void {
    line.advance(ms);
    for (const one of machines) one.advance(ms);
    agreement.update();
  }

  // Nobody came to watch a handshake: it happens at once, and over a perfect line.
  line.perfect = true;
  for (let i = 0; i < PATIENCE && machines.some(({ match }) => match.state !== 'running'); i++) step(1000 / 60);
  line.perfect = false;
  if (machines.some(({ match }, side) => match.localHandles[0] !== side))
    throw new Error('the two machines did not find each other');

  return {
    line,
    machines,
    agreement,
    advance(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) step(Math.min(STEP_MS, left));
    },
    close() {
      for (const { match } of machines) match.close();
    },
  };
}
