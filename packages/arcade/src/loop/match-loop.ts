// Turns time into ticks of a match.
import type { Advance, AnyGame, InputValue, Match } from '@lite-rollback/core';
import { createTickRunner, type TickRunner } from '@lite-rollback/core/loop';
import type { Buttons } from '../input/buttons.js';

/** The part of a Match that a loop drives. */
export type DrivenMatch = Pick<Match<AnyGame['fields']>, 'advance' | 'pacing' | 'localHandles'>;

/** What a tick takes: the match, its rate, and the buttons that it samples. */
export interface MatchLoopOptions {
  match: DrivenMatch;
  hz: number;
  /**
   * As given to createMatch: advance takes this many inputs from its first call on, before anyone has been given a
   * handle. 0 for a spectator.
   */
  localPlayers: number;
  buttons: Buttons;
  /**
   * True while no tick is to be run, though time goes on: it is asked before each. What is pressed meanwhile is the
   * first tick's.
   */
  held?: () => boolean;
  beforeTick?: () => void;
  afterTick?: (did: Advance) => void;
}

/**
 * Drives a match at the rate that its pacing() asks for: samples the buttons, calls advance. A tap is spent by the tick
 * whose advance took it.
 */
export function createMatchLoop(options: MatchLoopOptions): TickRunner {
  const { buttons, held, hz, match } = options;
  let previous: Advance = 'waiting';
  const { localPlayers } = options;
  const several = new Array<number>(localPlayers).fill(0);

  function sample(index: number): number {
    const handle = match.localHandles[index];
    return handle === undefined ? 0 : buttons.sample(handle);
  }

  function input(): InputValue | readonly InputValue[] | undefined {
    if (localPlayers === 0) return undefined;
    if (localPlayers === 1) return sample(0);
    for (let i = 0; i < localPlayers; i++) several[i] = sample(i);
    return several;
  }

  function tick(): Advance {
    options.beforeTick?.();
    const value = input();
    const did = value === undefined ? match.advance() : match.advance(value);
    // The input of a frame is taken at the first tick that is due for it. Ticks that stall on it, and the one that then
    // leaves the stall, take none: a tap made meanwhile must wait for the next frame, or it would be lost.
    if ((did === 'advanced' || did === 'stalled') && previous !== 'stalled') buttons.taken();
    previous = did;
    options.afterTick?.(did);
    return did;
  }

  return createTickRunner({ hz, pacing: match.pacing, tick, ...(held === undefined ? {} : { waits: held }) });
}
