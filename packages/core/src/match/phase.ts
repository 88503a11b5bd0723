import type { FieldSpecs } from '../state/fields.js';
import type { EndReason } from './events.js';
import type { MatchState } from './match-types.js';
import type { Meeting } from './meeting/meeting.js';
import type { Playing } from './playing.js';
import type { Progress } from './progress.js';
import type { Following } from './watching/following.js';

/** How long a match that has ended still says so when polled. */
const FAREWELL_MS = 2000;
/** Goodbyes said at once: one of them may be lost. */
const GOODBYES = 3;

/** Before the match: machines find each other and agree. */
export interface MeetingPhase<F extends FieldSpecs> {
  readonly kind: 'meeting';
  readonly meeting: Meeting<F>;
}

/** Without a seat, or not yet again: we follow a match that others play. */
export interface FollowingPhase<F extends FieldSpecs> {
  readonly kind: 'following';
  readonly meeting: Meeting<F>;
  readonly following: Following<F>;
  readonly progress: Progress;
}

/** For good. The phase before it still says goodbye for a while. */
export interface EndedPhase<F extends FieldSpecs> {
  readonly kind: 'ended';
  readonly reason: EndReason;
  readonly since: number;
  readonly before: MeetingPhase<F> | FollowingPhase<F> | Playing<F>;
}

/** Where a match stands. */
export type Phase<F extends FieldSpecs> = MeetingPhase<F> | FollowingPhase<F> | Playing<F> | EndedPhase<F>;

/** What `state` shows. `isStarted`: the match was told of with `start`. */
export function stateOf<F extends FieldSpecs>(phase: Phase<F>, isStarted: boolean): MatchState {
  if (phase.kind === 'ended') return 'ended';
  if (phase.kind === 'meeting') return phase.meeting.hasMet ? 'syncing' : 'connecting';
  if (phase.kind === 'playing') return phase.pauses.isPaused ? 'paused' : 'running';
  if (phase.following.self || !isStarted) return 'syncing';
  return phase.following.isPaused ? 'paused' : 'running';
}

/** Tells everyone that we have left. */
export function sayGoodbye<F extends FieldSpecs>({ before, reason }: EndedPhase<F>): void {
  for (let i = 0; i < GOODBYES; i++) {
    if (before.kind === 'playing') before.farewell(reason);
    else before.meeting.farewell();
  }
}

/** Says it again for a while. Once a turn, at `now`. */
export function repeatGoodbye<F extends FieldSpecs>({ before, reason, since }: EndedPhase<F>, now: number): void {
  if (now - since >= FAREWELL_MS) return;
  if (before.kind === 'playing') before.farewellAtPace(reason);
  else before.meeting.farewell();
}
