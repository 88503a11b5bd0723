// What P1's machine did inside a tick, told from the counters before and after it and from the rows. A trace of the match would say it outright.
import type { Frame } from '@lite-rollback/core';
import type { Moment, Row } from './run.js';
import type { Press } from './settings.js';

/** The counters whose steps from one tick to the next tell what the tick did. */
export interface Mark {
  /** The frame due. */
  readonly frame: Frame;
  /** The last frame of P2's input that P1's machine holds, and the last that P2's machine has made. */
  readonly landed: Frame;
  readonly made: Frame;
  /** Frames simulated again so far. */
  readonly redone: number;
  readonly stalls: number;
}

export interface TickFacts {
  readonly before: Mark;
  readonly after: Mark;
  /** The rows before and after. */
  readonly old: readonly Row[];
  readonly rows: readonly Row[];
  /** Frames of P2's input that landed, with their presses. */
  readonly landed: readonly (readonly [Frame, Press])[];
  /** P1's press and the frame it is for, or undefined in a tick that sampled none. */
  readonly sampled: readonly [Frame, Press] | undefined;
}

const P1 = 0;
const P2 = 1;

/** In the order in which advance() does it: read, resync, sample and send, then stall or step. */
export function momentsOf({ before, after, old, rows, landed, sampled }: TickFacts): Moment[] {
  const moments: Moment[] = [];
  const say = (kind: Moment['kind'], frame: Frame, player: 0 | 1, value: number): void => void moments.push({ kind, frame, player, value });
  const run = (kind: 'resimulate' | 'step', frame: Frame): void => {
    const { confirmed, presses } = rows[frame]!;
    if (!confirmed) say('predict', frame, P2, presses[P2]);
    say(kind, frame, P1, confirmed ? 0 : 1);
  };
  for (const [frame, press] of landed) {
    say('receive', frame, P2, press);
    // One that comes before its frame has run contradicts nothing.
    const guess = old[frame]?.presses[P2];
    if (guess === undefined) continue;
    if (guess === press) say('confirm', frame, P2, press);
    else say('mispredict', frame, P2, guess);
  }
  const depth = after.redone - before.redone;
  if (depth > 0) say('rollback', before.frame - depth, P1, depth);
  for (let frame = before.frame - depth; frame < before.frame; frame++) run('resimulate', frame);
  if (sampled !== undefined) say('send', sampled[0], P1, sampled[1]);
  if (after.stalls > before.stalls) say('stall', before.frame, P1, after.landed + 1);
  if (after.frame > before.frame) run('step', before.frame);
  return moments;
}
