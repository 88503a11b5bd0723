import type { Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { MatchContext } from './context.js';
import type { Observer } from './progress.js';

/** What a recorder reads of a match. */
export interface RecordingSource<F extends FieldSpecs> {
  readonly context: MatchContext<F>;
  /** Called once a tick with the last frame that is certain. */
  readonly observers: Observer[];
  /** What game.init was given, or would have been before frame 0; 0 before the start. */
  seed(): number;
  /** Input delays by player as agreed before the start. */
  delays(): readonly Frame[];
  /** The first confirmed frame after which the game is over, or NULL_FRAME. */
  over(): Frame;
}

/** By a match's handle. */
// Whichever game: RecordingSource<any>, because a game is not covariant in its fields.
export const recordingSources = /* @__PURE__ */ new WeakMap<object, RecordingSource<any>>();
