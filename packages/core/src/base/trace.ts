import type { Frame, PlayerHandle } from './frame.js';
import {
  ACK,
  CONFIRM,
  DESYNC,
  MISPREDICT,
  PAUSE,
  PREDICT,
  RECEIVE,
  RESIMULATE,
  ROLLBACK,
  SEND,
  STALL,
  STEP,
} from './trace-kinds.js';

/**
 * The kinds of moments that a trace is told, and what `frame`, `player` and `value` are with each. The first word of an
 * input is word 0, as an int32. Where a moment is nobody's, player is -1; where it is a machine's, it is the lowest
 * handle there. Where nothing is said of value, it is 0.
 *
 * A session tells:
 * - RECEIVE: a real input was stored, of a local player as of a remote one. Its frame, whose; value: its first word.
 * - CONFIRM: every input of the player up to `frame` is known now. The lowest such frame of all players is
 *   confirmedFrame().
 * - MISPREDICT: the input received contradicts the guess that its frame was simulated with. Its frame, whose; value:
 *   frames from there to the frame due.
 * - ROLLBACK: back to the state before `frame`. Nobody's; value: the frames that will be redone.
 * - PREDICT: `frame` is about to be simulated with a guess. Whose; value: the guess's first word.
 * - RESIMULATE: `frame` has been simulated again. Nobody's.
 * - STEP: `frame` has been simulated for the first time. Nobody's.
 * - DESYNC: another input came for a frame that has its real one. Its frame, whose.
 *
 * A match tells, besides:
 * - ACK: another machine holds our inputs up to `frame`. Which machine; value: how many frames that is more than
 *   before.
 * - DESYNC: another machine's checksum of `frame` is not ours. Which machine; value: its checksum as an int32, 0 if it
 *   is not here yet.
 * - PAUSE: the match has come to a pause, or goes on; `frame` is due. Nobody's; value: 1 or 0.
 * - SEND: a packet of play goes to another machine, and our inputs up to `frame` are known. Which machine; value: the
 *   packet's bytes.
 * - STALL: `frame` is due and cannot be simulated: the prediction window is full, or the match is over. The lowest
 *   handle that is waited for; value: the frames simulated past the last confirmed one.
 *
 * The order within one advance(): what was read (RECEIVE, CONFIRM, MISPREDICT, ACK, DESYNC); the redo (ROLLBACK; for
 * each frame PREDICT for every guess, then RESIMULATE); DESYNC and PAUSE; the input sampled (RECEIVE, CONFIRM); SEND to
 * each machine; then STALL, or PREDICT for every guess and STEP. Within a session's step(): the redo, PREDICT for every
 * guess, STEP.
 */
export const TRACE = /* @__PURE__ */ Object.freeze({
  PREDICT,
  RECEIVE,
  CONFIRM,
  MISPREDICT,
  ROLLBACK,
  RESIMULATE,
  STEP,
  STALL,
  SEND,
  ACK,
  DESYNC,
  PAUSE,
} as const);

/** One of TRACE. */
export type TraceKind = (typeof TRACE)[keyof typeof TRACE];

/**
 * Is told moment after moment what a session or match does, in integers alone, so that telling allocates nothing. It is
 * called in the midst of things: it may write down what it is told, and must not call the session or match, nor throw.
 */
export type Trace = (kind: TraceKind, frame: Frame, player: PlayerHandle, value: number) => void;
