// Everything that a caller can see of a session, copied: what a refused call must leave as it was.
import type { FieldSpecs, Session } from '../../src/index.js';

export interface ObservedInput {
  readonly frame: number;
  readonly player: number;
  readonly words: readonly number[];
  readonly confirmed: boolean;
}

export interface ObservedSession {
  readonly frame: number;
  readonly depth: number;
  readonly confirmedFrame: number;
  readonly confirmedFrameOf: readonly number[];
  readonly frameAdvantage: number;
  readonly resimulating: boolean;
  readonly stats: readonly number[];
  readonly bytes: readonly number[];
  readonly inputs: readonly ObservedInput[];
  /** Every snapshot held, oldest first. */
  readonly states: readonly (readonly (readonly number[])[])[];
}

/** The whole buffer of a session: live and every slot. */
export function bufferOf(session: Session<FieldSpecs>): ArrayBuffer {
  const view = Object.values(session.fields)[0];
  if (view === undefined) throw new Error('a session has at least one field');
  const buffer = view.buffer;
  if (!(buffer instanceof ArrayBuffer)) throw new Error('a session lives in an ArrayBuffer');
  return buffer;
}

export function statsOf(session: Session<FieldSpecs>): readonly number[] {
  const { rollbacks, maxRollbackDepth, mispredictions, desyncs, fastForwardFrames } = session.stats;
  return [rollbacks, maxRollbackDepth, mispredictions, desyncs, fastForwardFrames];
}

export function observeSession(session: Session<FieldSpecs>): ObservedSession {
  const players = [...Array(session.numPlayers).keys()];
  const inputs: ObservedInput[] = [];
  const out = new Uint32Array(session.inputWords);
  // The genesis commit is a snapshot that no input led to.
  for (let frame = session.frame() - session.depth() + 1; frame < session.frame(); frame++) {
    for (const player of players) {
      const confirmed = session.inputAt(player, frame, out);
      inputs.push({ frame, player, words: [...out], confirmed });
    }
  }
  const held = [...Array(session.depth()).keys()].map((n) => session.stateAt(session.frame() - session.depth() + n));
  return {
    states: held.map((fields) => Object.values(fields).map((view) => [...view])),
    frame: session.frame(),
    depth: session.depth(),
    confirmedFrame: session.confirmedFrame(),
    confirmedFrameOf: players.map((player) => session.confirmedFrameOf(player)),
    frameAdvantage: session.frameAdvantage(),
    resimulating: session.resimulating,
    stats: statsOf(session),
    bytes: [...new Uint8Array(bufferOf(session))],
    inputs,
  };
}
