// What a player sees and hears of a tick beyond the state itself: smoothed jumps, and sounds.
import type { Advance, FieldSpecs, Match } from '@lite-rollback/core';
import type { CabinetOptions } from '../options.js';
import { createCuePlayer } from '../sound/cue-player.js';
import type { Synth } from '../sound/synth.js';
import { createSmoothing } from './smoothing.js';

export interface Effects {
  beforeTick(): void;
  /** True if the tick rolled back. */
  afterTick(did: Advance): boolean;
  offset(index: number): number;
}

export function createEffects<F extends FieldSpecs>(
  match: Match<F>,
  options: CabinetOptions<F>,
  synth: Synth,
): Effects {
  const { cues, smooth } = options;
  const values = new Float64Array(smooth?.count ?? 0);
  const smoothing = createSmoothing(values.length, smooth?.limit ?? 0);
  const player = createCuePlayer((bit, frame) => {
    const sound = cues?.sounds[bit];
    if (sound === undefined) return () => {};
    return synth.play(sound, cues?.pan?.(match.session.stateAt(frame)) ?? 0);
  });
  let rollbacksSeen = 0;
  let drawnFrame = -1;

  return {
    beforeTick() {
      const { session } = match;
      drawnFrame = session.frame() - 1;
      if (smooth === undefined || session.depth() === 0) return;
      smooth.read(session.stateAt(drawnFrame), values);
      smoothing.before(values);
    },
    afterTick(did) {
      const { session } = match;
      const rolledBack = session.stats.rollbacks !== rollbacksSeen;
      rollbacksSeen = session.stats.rollbacks;
      const newest = session.frame() - 1;
      const oldest = newest - session.depth() + 1;
      if (smooth !== undefined) {
        smoothing.fade();
        if (rolledBack && drawnFrame >= oldest && drawnFrame <= newest) {
          smooth.read(session.stateAt(drawnFrame), values);
          smoothing.corrected(values);
        }
      }
      // A stalled tick may still have rolled back, and then there is something new to hear.
      if (cues !== undefined && newest >= 0 && (did === 'advanced' || rolledBack)) {
        // The tick may have simulated one frame more after those that it redid.
        const from = rolledBack ? newest - match.counters.lastRollbackDepth : newest;
        player.hear(newest, Math.max(oldest, from), (frame) => cues.read(session.stateAt(frame)));
      }
      return rolledBack;
    },
    offset: (index) => smoothing.offset(index),
  };
}
