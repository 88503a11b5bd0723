import type { Frame, PlayerHandle } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { Session } from '../session/session-types.js';
import type { MatchEvents } from './events.js';
import type { PeerStats } from './link/link-stats.js';
import type { LocalInput } from './local-input.js';
import type { PresentMachine } from './meeting/meeting.js';
import type { PeerId } from './transport.js';

/**
 * 'connecting' until another machine is there; 'syncing' while they agree on who plays, or while a match that runs is
 * loaded; then 'running', 'paused' while anybody pauses, 'ended' for good.
 */
export type MatchState = 'connecting' | 'syncing' | 'running' | 'paused' | 'ended';

/** What advance() did: 'advanced' one new frame; 'stalled' at the prediction window; 'waiting' until all can begin; 'paused'; 'ended'. */
export type Advance = 'advanced' | 'stalled' | 'waiting' | 'paused' | 'ended';

/** Since the match was created. Reading allocates nothing. */
export interface MatchCounters {
  readonly ticks: number;
  readonly stalls: number;
  /** Frames simulated again in the last tick. */
  readonly lastRollbackDepth: number;
  /** Packets that were malformed, not ours, or too many. */
  readonly droppedPackets: number;
}

/** How much of the state has come that a spectator or a returning machine begins with, in bytes. */
export interface LoadProgress {
  readonly received: number;
  readonly size: number;
}

/** A match's session, for reading: state, frames, checksums, stats. */
export type SessionView<F extends FieldSpecs> = Omit<
  Session<F>,
  | 'step'
  | 'setLocalInput'
  | 'setInput'
  | 'feedRemoteInput'
  | 'queueRemoteInput'
  | 'resync'
  | 'commit'
  | 'rollback'
  | 'reset'
>;

/** A session played with other machines. A frozen handle. */
export interface Match<F extends FieldSpecs> {
  /** Readable from creation on, at frame 0 until 'start'. */
  readonly session: SessionView<F>;
  readonly state: MatchState;
  readonly counters: MatchCounters;
  /** Empty until 'start'. */
  readonly localHandles: readonly PlayerHandle[];
  /** Other machines that are there before the start. Empty from then on. */
  readonly present: readonly PresentMachine[];
  /** While a match that runs is loaded; else undefined. */
  readonly loading: LoadProgress | undefined;
  /**
   * One tick, in this order: read the network, resimulate, sample `input` once for the frame due (a stalled tick never
   * samples again), send, stall if frame() - (confirmedFrame()+1) ≥ maxPrediction, else step. `input`: with one local
   * player its InputValue; with several exactly one InputValue each, in handle order; with none, nothing. Before the
   * start and after the end it may be left out. @throws TypeError for another count, or a number that is not whole.
   */
  advance(input?: LocalInput): Advance;
  /** Network only: acks, keep-alives, time-outs. For a page that is hidden or paused. */
  poll(): void;
  /** How fast this machine should run, 1 being nominal, within [0.9, 1.1]: a fixed loop multiplies its rate by it. */
  pacing(): number;
  /** In mid-match. Raising fills the gap with the last input; lowering skips samples: never two values for a frame. @throws as the option. */
  setInputDelay(frames: number): void;
  pause(reason?: 'hidden' | 'user'): void;
  /** The match runs when nobody pauses; this clears only one's own. */
  unpause(): void;
  stats(peer: PeerId): PeerStats | undefined;
  /** Returns the unsubscribe. */
  on<E extends keyof MatchEvents>(event: E, handler: (detail: MatchEvents[E]) => void): () => void;
  /** Flushes, tells the peers, repeats it at later polls; leaves the transport open for a rematch. Idempotent. */
  close(): void;
}

/** What a recorder reads of a match. */
export interface RosterView {
  readonly seed: number;
  /** Input delay of each player, in frames. */
  readonly delays: readonly number[];
  /** The first confirmed frame after which the game is over, or NULL_FRAME. */
  readonly over: Frame;
}
