// The figures of the connection, from what a match reports. Pure: the HUD only prints them.
import type { FieldSpecs, PeerStats } from '@lite-rollback/core';
import type { Round } from '../rooms/round.js';

export interface NetFigures {
  /** Of a machine that plays nobody: it is told what has been played, and measures no line. */
  watching: boolean;
  /** Of the slowest link. −1 before the first measurement. */
  pingMs: number;
  /** Of the worst link, 0 … 1. */
  loss: number;
  /** How far this machine runs ahead of the one it leads most. */
  framesAhead: number;
  stalls: number;
  rollbacks: number;
  deepest: number;
  /** 'agreed' once a comparable frame has passed without a word of disagreement; 'apart' after a desync. */
  sync: 'starting' | 'agreed' | 'apart';
  /** The frame and checksum that every machine's HUD shows alike. */
  checkedFrame: number;
  checksum: number;
}

function worst(a: PeerStats | undefined, b: PeerStats): PeerStats {
  return a === undefined || b.rttMs > a.rttMs ? b : a;
}

export function netFigures(round: Round<FieldSpecs>): NetFigures {
  let slowest: PeerStats | undefined;
  let loss = 0;
  let framesAhead = 0;
  for (const peer of round.peers) {
    const stats = round.match.stats(peer);
    if (stats === undefined) continue;
    slowest = worst(slowest, stats);
    loss = Math.max(loss, stats.lossRatio);
    if (Math.abs(stats.framesAhead) > Math.abs(framesAhead)) framesAhead = stats.framesAhead;
  }
  const { session } = round.match;
  return {
    watching: round.match.localHandles.length === 0,
    pingMs: slowest === undefined ? -1 : slowest.rttMs,
    loss,
    framesAhead,
    stalls: round.stalls,
    rollbacks: session.stats.rollbacks,
    deepest: session.stats.maxRollbackDepth,
    sync: round.firstDesync !== undefined ? 'apart' : round.checked.frame >= 0 ? 'agreed' : 'starting',
    checkedFrame: round.checked.frame,
    checksum: round.checked.checksum,
  };
}
