import type { Frame } from '../base/frame.js';
import { RESIMULATE, ROLLBACK, STEP } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import type { Ring } from '../state/ring.js';
import type { CallGuard } from './call-guard.js';
import type { SessionCounts } from './session-counts.js';
import type { Trace } from '../base/trace.js';

/** Where a session is in time. Only what this file makes writes it. */
export interface Timeline {
  /** The next frame to simulate. */
  readonly frame: Frame;
  /** Where a redo under way will end; not above `frame` otherwise. */
  readonly present: Frame;
}

/** The ways through time. */
export interface Resimulation {
  readonly timeline: Timeline;
  /** Says that `frame`, which lies in the past, was simulated with a wrong guess. */
  mark(frame: Frame): void;
  /**
   * Simulates again from the earliest frame marked, then `newFrames` new ones, 0 or 1. True if it rolled back. When
   * something throws, all is as before the call, and the marked frames stay marked.
   */
  resimulate(newFrames: 0 | 1): boolean;
  /** Goes back to where `frame` is `to`, which the ring still holds. */
  goBack(to: Frame): void;
  /** Drops every commit and stands at `startFrame`. */
  restart(startFrame: Frame): void;
}

/** `simulateFrame` simulates a frame on live and commits. restart() must come before anything else. */
export function createResimulation<F extends FieldSpecs>(
  ring: Ring<F>,
  guard: CallGuard,
  counts: SessionCounts,
  trace: Trace | undefined,
  simulateFrame: (frame: Frame) => void,
): Resimulation {
  const { live, handle } = ring;
  /** Live as it was before a step that redoes. */
  const before = live.slice();
  const timeline = { frame: 0, present: 0 };
  /** The earliest frame that was simulated with a wrong guess, or timeline.frame if none was. */
  let pending: Frame;

  /** Takes live and the ring along. */
  const goBack = (to: Frame): void => {
    ring.rewind(timeline.frame - to);
    timeline.frame = to;
  };

  const resimulate = (newFrames: 0 | 1): boolean => {
    // Only a new frame takes genesis: what is written before the first step is part of it.
    const takesGenesis = newFrames > handle.depth();
    const present = (timeline.present = timeline.frame);
    // Less than what is pending after raw rollbacks alone.
    // @lesson resimulate.depth
    const depth = Math.max(0, Math.min(present - pending, handle.depth() - 1));
    if (depth) {
      if (newFrames) before.set(live);
      // @lesson resimulate.rollback
      goBack(present - depth);
      // @lesson resimulate.tell
      trace?.(ROLLBACK, present - depth, -1, depth);
    }
    if (takesGenesis) handle.commit();
    guard.inside = 'simulate';
    try {
      // @lesson resimulate.resimulate
      for (let frame = timeline.frame; frame < present + newFrames; timeline.frame = ++frame) {
        simulateFrame(frame);
        trace?.(frame < present ? RESIMULATE : STEP, frame, -1, 0);
      }
    } catch (error) {
      guard.inside = undefined;
      // Back to the present: the slots of the frames not reached still hold what they held, and live is the newest.
      goBack(present);
      // A redo that was complete when the new frame threw has the newest slot changed; it is undone as well, and stays
      // pending.
      if (depth && newFrames) live.set(before);
      // Genesis is taken again at the next try, with whatever the caller has mended in the meantime.
      if (takesGenesis) handle.reset();
      throw error;
    }
    guard.inside = undefined;
    pending = timeline.frame;
    if (!depth) return false;
    counts.rollbacks++;
    counts.fastForwardFrames += depth;
    counts.maxRollbackDepth = Math.max(counts.maxRollbackDepth, depth);
    return true;
  };

  return {
    timeline,
    mark(frame) {
      pending = Math.min(pending, frame);
    },
    resimulate,
    goBack,
    restart(startFrame) {
      timeline.frame = timeline.present = pending = startFrame;
      counts.rollbacks = counts.fastForwardFrames = counts.maxRollbackDepth = 0;
      handle.reset();
    },
  };
}
