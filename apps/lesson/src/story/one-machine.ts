// One of the two machines of a figure: plays a tick, and tells what it shows after it.
import type { Advance } from '@lite-rollback/core';
import type { TrackMatch } from '../game.js';
import type { Cells } from '../run.js';
import type { Press } from '../settings.js';
import { STARTS } from '../sim/track.js';

/** You, and your friend: a player's handle, and whose machine it is. */
export type Who = 0 | 1;
export const YOU = 0;
export const FRIEND = 1;

/** A press for a frame. It may be asked for a frame more than once. */
export type Hand = (frame: number) => Press;

/** What a machine shows after a tick. */
export interface Shown {
  readonly cells: Cells;
  /** The other player’s last press is a guess. */
  readonly guessed: boolean;
  /** The machine waited in this tick. */
  readonly waited: boolean;
  /** What frames that had been shown turned out to be, oldest first: the ones that this tick played again. */
  readonly again: readonly Cells[];
  /** What those frames had been shown as. */
  readonly wrong: readonly Cells[];
}

export const BEFORE_ALL: Shown = { cells: STARTS, guessed: false, waited: false, again: [], wrong: [] };

export interface Tick {
  readonly did: Advance;
  readonly shown: Shown;
  /** What was pressed for the frame that was due. */
  readonly press: Press;
  /** False for a frame whose press an earlier tick has sent already. */
  readonly sends: boolean;
}

export interface OneMachine {
  tick(): Tick;
  /** The newest state that rests on no guess; undefined before there is one, or when it is kept no longer. */
  known(): Cells | undefined;
}

/** @param reach frames that a guess may lie back, at the most */
export function createOneMachine(match: TrackMatch, who: Who, hand: Hand, reach: number): OneMachine {
  const { session } = match;
  const input = new Uint32Array(1);
  let sent = -1;

  function cellsAt(frame: number): Cells {
    if (frame < 0) return STARTS;
    const { cells } = frame === session.frame() - 1 ? session.fields : session.stateAt(frame);
    return [cells[YOU] ?? 0, cells[FRIEND] ?? 0];
  }

  return {
    tick() {
      const due = session.frame();
      const oldest = due - Math.min(session.depth(), reach);
      const past = Array.from({ length: due - oldest }, (_, at) => ({
        frame: oldest + at,
        cells: cellsAt(oldest + at),
      }));
      const press = hand(due);
      const sends = due > sent;
      sent = due;
      const did = match.advance(press);
      const redone = past.filter(({ frame }) => frame >= due - match.counters.lastRollbackDepth);
      const frame = session.frame() - 1;
      const shown: Shown = {
        cells: cellsAt(frame),
        guessed: frame >= 0 && !session.inputAt(who === YOU ? FRIEND : YOU, frame, input),
        waited: did !== 'advanced',
        again: redone.map((one) => cellsAt(one.frame)),
        wrong: redone.map((one) => one.cells),
      };
      return { did, shown, press, sends };
    },
    known() {
      const frame = Math.min(session.confirmedFrame(), session.frame() - 1);
      return frame < 0 || frame < session.frame() - session.depth() ? undefined : cellsAt(frame);
    },
  };
}
