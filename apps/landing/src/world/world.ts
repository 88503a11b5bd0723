// Two machines and the line between them, under one clock that only advance() moves.
import type { RaceFields } from '../sim/fields.js';
import { type Agreement, createAgreement } from './agreement.js';
import { createLine, type Line, type Side } from './line.js';
import { createMachine, type Machine } from './machine.js';
import type { Settings } from './settings.js';

export interface World {
  readonly line: Line;
  readonly machines: readonly [Machine, Machine];
  readonly agreement: Agreement;
  advance(ms: number): void;
  close(): void;
}

/** Steps of the clock, ms: less than a tick, so that a packet arrives in the tick that it would arrive in. */
const STEP_MS = 8;
/** Ticks in which two machines on a perfect line find each other, many times over. */
const PATIENCE = 600;

/**
 * `hands` is asked for each side's keys once a frame. `settings` may change under way, except `lockstep`: a match's
 * window is fixed when it begins.
 */
export function createWorld(
  settings: Readonly<Settings>,
  seed: number,
  hands: (side: Side, fields: RaceFields, frame: number) => number,
): World {
  const line = createLine(settings, seed);
  const machine = (side: Side): Machine =>
    createMachine({
      side,
      settings,
      seed,
      transport: line.transport(side),
      now: () => line.now(),
      hands: (fields, frame) => hands(side, fields, frame),
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
