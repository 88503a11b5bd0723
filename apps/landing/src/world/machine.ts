// One of the two machines: a match of its own, a clock of its own, somebody's hands, and a record of what its ticks cost.
import {
  createFixedClock,
  createMatch,
  createPRNG,
  type FieldSpecs,
  type FieldViews,
  type Game,
  type Match,
  type Transport,
} from '@lite-rollback/core';
import type { Side } from './line.js';
import { type Settings, WINDOW } from './settings.js';

/** What one tick cost. */
export interface TickRecord {
  /** Frames that were played again. */
  readonly depth: number;
  readonly stalled: boolean;
}

/**
 * What one player presses for `frame`, by what its machine shows. Asked once a frame, frames ascending. One of them
 * plays one match: the frames of another begin anew.
 */
export type Hands<F extends FieldSpecs> = (fields: FieldViews<F>, frame: number) => number;

/** Looks at what a machine shows. It may copy what it is handed, and must not change it. */
export interface Onlooker<F extends FieldSpecs> {
  /** A rollback has changed the past: this is the frame that was shown before the tick, as it is now. */
  corrected(now: FieldViews<F>): void;
  /** After a tick: what the machine shows from now on. */
  shown(fields: FieldViews<F>): void;
}

export interface Machine<F extends FieldSpecs> {
  readonly side: Side;
  readonly match: Match<F>;
  /** The latest RECORDED ticks, oldest first. */
  readonly ticks: readonly TickRecord[];
  /** How far time has gone from the last tick to the next, 0 … 1. */
  readonly alpha: number;
  advance(ms: number): void;
}

/** Two seconds and a bit: what the strip under a picture shows. */
export const RECORDED = 132;

export interface MachineOptions<F extends FieldSpecs> {
  game: Game<F>;
  side: Side;
  transport: Transport;
  settings: Readonly<Settings>;
  now: () => number;
  seed: number;
  hands: Hands<F>;
  onlooker: Onlooker<F>;
}

export function createMachine<F extends FieldSpecs>(options: MachineOptions<F>): Machine<F> {
  const { game, hands, now, onlooker, seed, settings, side, transport } = options;
  const dice = createPRNG(seed + side);
  const match = createMatch<F>({
    game,
    transport,
    host: side === 0,
    inputDelay: settings.delay,
    maxPrediction: settings.lockstep ? 0 : WINDOW,
    now,
    random: () => dice.int32() >>> 0,
  });
  const { session } = match;
  const clock = createFixedClock({ hz: 60 });
  const ticks: TickRecord[] = [];
  let shownFrame = -1;
  let asked = { frame: -1, bits: 0 };

  /** A stalled tick asks for a frame's input again: whoever presses must not be asked twice about one frame. */
  function input(): number {
    const frame = session.frame();
    if (asked.frame !== frame) asked = { frame, bits: hands(session.fields, frame) };
    return asked.bits;
  }

  function tick(): void {
    const did = match.advance(input());
    if (did !== 'advanced' && did !== 'stalled') return;
    const depth = match.counters.lastRollbackDepth;
    const kept = shownFrame >= 0 && shownFrame >= session.frame() - session.depth();
    if (depth > 0 && kept) onlooker.corrected(session.stateAt(shownFrame));
    onlooker.shown(session.fields);
    shownFrame = session.frame() - 1;
    ticks.push({ depth, stalled: did === 'stalled' });
    if (ticks.length > RECORDED) ticks.shift();
  }

  return {
    side,
    match,
    ticks,
    get alpha() {
      return clock.alpha;
    },
    advance(ms) {
      for (let due = clock.ticks(ms, match.pacing()); due > 0; due--) tick();
    },
  };
}
