// Two machines on one simulated network, each with a match of its own, brought to the tick in which both can play.
import { createMatch, createPRNG, type Trace } from '@lite-rollback/core';
import { createSimulatedNetwork, type SimulatedNetwork } from '@lite-rollback/core/testing';
import { track, type TrackMatch } from './game.js';
import type { Settings } from './settings.js';

/** One tick, ms: the game's 60 a second. */
const TICK_MS = 1000 / 60;
/**
 * A packet arrives this long before the tick that reads it, ms. Sums of sixtieths are not exact: on the very instant it
 * could come a tick late.
 */
const EARLY_MS = 1;
/** To meet takes a few hellos of 100 ms, and the lag of some messages; a machine that takes 10 s never will. */
const MEETING_TICKS = 600;
/** Frames between exchanged checksums. The default of 30 is more than a lesson has. */
const CHECKSUM_EVERY = 4;

export interface Machines {
  readonly network: SimulatedNetwork;
  /** P1's, then P2's. */
  readonly matches: readonly [TrackMatch, TrackMatch];
  /** Moves the clock to the next tick and delivers what is due. */
  tick(): void;
}

/** What two machines have to know of a scenario. */
export type Line = Pick<Settings, 'lag' | 'delay' | 'window'>;

/**
 * Both matches run, are at frame 0, and have sent no press yet. `traces`: P1's, then P2's. @throws Error if they do not
 * find each other.
 */
export function startMachines({ lag, delay, window }: Line, traces: readonly [Trace, Trace]): Machines {
  const network = createSimulatedNetwork({ latencyMs: lag * TICK_MS - EARLY_MS });
  const tick = (): void => network.advance(TICK_MS);
  const open = (name: string, host: boolean, trace: Trace): TrackMatch => {
    // Chance only tells the machines apart; from a seed it makes each run the same to the last bit.
    const chance = createPRNG(host ? 1 : 2);
    return createMatch({
      game: track,
      transport: network.transport(name),
      host,
      inputDelay: delay,
      maxPrediction: window,
      desyncInterval: CHECKSUM_EVERY,
      onDesync: 'end',
      trace,
      now: network.now,
      random: () => chance.int32() >>> 0,
    });
  };
  const matches = [open('p1', true, traces[0]), open('p2', false, traces[1])] as const;
  for (let left = MEETING_TICKS; matches.some(({ state }) => state !== 'running'); left--) {
    if (left === 0) throw new Error(`the machines did not meet: ${matches.map(({ state }) => state).join(', ')}`);
    tick();
    // poll takes no input and simulates nothing: the one that starts first waits at frame 0 for the other.
    for (const match of matches) match.poll();
  }
  return { network, matches, tick };
}
