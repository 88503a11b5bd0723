import type { SessionStats } from './session-types.js';

/** What a session counts, by the file that counts it. */
export interface SessionCounts {
  // resimulation.ts
  rollbacks: number;
  maxRollbackDepth: number;
  fastForwardFrames: number;
  // input-intake.ts
  mispredictions: number;
  desyncs: number;
}

export const createCounts = (): SessionCounts => ({
  rollbacks: 0,
  maxRollbackDepth: 0,
  fastForwardFrames: 0,
  mispredictions: 0,
  desyncs: 0,
});

/** The counts for a caller to read: frozen, and the same object all along. */
export function readOnly(counts: SessionCounts): SessionStats {
  return Object.freeze({
    get rollbacks() {
      return counts.rollbacks;
    },
    get maxRollbackDepth() {
      return counts.maxRollbackDepth;
    },
    get mispredictions() {
      return counts.mispredictions;
    },
    get desyncs() {
      return counts.desyncs;
    },
    get fastForwardFrames() {
      return counts.fastForwardFrames;
    },
  });
}
