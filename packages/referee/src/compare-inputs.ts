import type { FieldSpecs, Game, ReplayPlayer } from '@lite-rollback/core';
import type { Dispute, Finding } from './verdict.js';

/** A replay that verifies, whose it is, and what it comes to. */
export interface Verified<F extends FieldSpecs> {
  readonly by: string;
  readonly replay: ReplayPlayer<F>;
  readonly finding: Finding & { readonly status: 'verified' };
}

/**
 * The first frame of two replays in which some player has two inputs, or undefined where the shorter one is the
 * beginning of the longer one. 'out-of-time' once `isLate` says so; it is asked before each frame.
 */
export function firstDispute<F extends FieldSpecs>(
  a: Verified<F>,
  b: Verified<F>,
  { numPlayers, inputWords = 1 }: Pick<Game<F>, 'numPlayers' | 'inputWords'>,
  isLate: () => boolean,
): Dispute | 'out-of-time' | undefined {
  const [ofA, ofB] = [new Uint32Array(inputWords), new Uint32Array(inputWords)];
  const frames = Math.min(a.replay.frames, b.replay.frames);
  for (let frame = 0; frame < frames; frame++) {
    if (isLate()) return 'out-of-time';
    for (let player = 0; player < numPlayers; player++) {
      a.replay.inputAt(player, frame, ofA);
      b.replay.inputAt(player, frame, ofB);
      if (ofA.some((word, i) => word !== ofB[i])) return { frame, player, between: [a.by, b.by] };
    }
  }
  return undefined;
}
