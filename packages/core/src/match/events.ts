import type { Frame, PlayerHandle } from '../base/frame.js';
import type { PeerId } from './transport.js';

export type DropReason = 'timeout' | 'left' | 'closed' | 'split';

/**
 * What a match tells. Handlers run inside advance(), poll() or close(), never inside createMatch; one that throws is
 * reported and does no harm.
 */
export interface MatchEvents {
  start: { localHandles: readonly PlayerHandle[]; peers: readonly PeerId[]; seed: number; ticket: string };
  /** Both sides get it; only the one that came ends. */
  reject: { peer: PeerId; reason: 'protocol' | 'game' | 'layout' | 'options' | 'full' | 'timeout'; detail: string };
  join: {
    peer: PeerId;
    role: 'player' | 'spectator';
    handles: readonly PlayerHandle[];
    frame: Frame;
    rejoined: boolean;
  };
  interrupt: { peer: PeerId; silentMs: number };
  resume: { peer: PeerId };
  /** lastFrame is the last frame of its inputs, the same on every machine that remains. */
  drop: { peer: PeerId; handles: readonly PlayerHandle[]; lastFrame: Frame; reason: DropReason };
  desync: {
    frame: Frame;
    peer: PeerId;
    local: number;
    remote: number;
    diff?: { field: string; index: number; local: number; remote: number };
  };
  pause: { by: PeerId; reason: 'hidden' | 'user' };
  unpause: { by: PeerId };
  end: { reason: 'finished' | 'dropped' | 'closed' | 'rejected' | 'desync' | 'timeout' };
}
