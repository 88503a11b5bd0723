import type { FieldSpecs } from '../state/fields.js';
import type { EndReason } from './events.js';
import type { Meeting } from './meeting/meeting.js';
import type { Playing } from './playing.js';
import type { Progress } from './progress.js';
import type { Following } from './watching/following.js';

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
