import { NULL_FRAME, type Frame } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { MatchContext } from './context.js';
import { DELAY_MAX } from './options.js';
import type { SeatReports } from './seat-reports.js';
import type { Seat } from './seat.js';

/** How far a match is: what we hold, what others can hold, what is certain, and whether it is over. */
export interface Progress {
  /** The last frame of a seat's inputs that we hold, contiguously. */
  heldOf(seat: Seat): Frame;
  /** The last frame that is confirmed and simulated. */
  reached(): Frame;
  /**
   * The last frame of a seat's inputs that anyone can hold. A machine samples at most DELAY_MAX frames ahead of its
   * frame(), which is at most maxPrediction + 1 frames past the last input that it has of us.
   */
  claimable(seat: Seat): Frame;
  /**
   * The last frame, `through` at the most, of which every one of `others` holds all inputs of every seat in `of`: by its
   * own word, or because it could not have sent us what it has sent.
   */
  heldByAll(others: readonly Seat[], of: readonly Seat[], through: Frame): Frame;
  /** Takes in what has become certain. Only after resimulation. */
  confirm(): void;
  /** The first confirmed frame after which the game is over, or NULL_FRAME. */
  readonly over: Frame;
}

/** What a recorder does with frames that have become certain: called once a tick with the last of them. */
export type Observer = (through: Frame) => void;

export function createProgress<F extends FieldSpecs>(
  { settings, parts }: MatchContext<F>,
  self: Seat,
  reports: SeatReports | undefined,
  observers: readonly Observer[],
): Progress {
  const { game, maxPrediction } = settings;
  const { session, inputs } = parts;
  let over = NULL_FRAME;
  let asked = NULL_FRAME;
  const heldOf = (seat: Seat): Frame => inputs.confirmedOf(seat.first);
  const reached = (): Frame => Math.min(inputs.confirmed(), session.frame() - 1);

  /** What a machine holds of everyone if it plays at all: else it could not have come as far as its own inputs. */
  const implied = (other: Seat): Frame => heldOf(other) - DELAY_MAX - maxPrediction - 1;

  return {
    get over() {
      return over;
    },
    heldOf,
    reached,
    claimable: (seat) => (seat === self ? heldOf(self) : heldOf(self) + maxPrediction + 1 + DELAY_MAX),
    heldByAll(others, of, through) {
      for (const other of others) {
        const report = reports?.of(other);
        // A machine that has left after the final frame holds all that anyone needs.
        if (!report || report.finished) continue;
        for (const seat of of) {
          if (seat === other) continue;
          through = Math.min(through, Math.max(report.held[seat.index]!, implied(other)));
        }
      }
      return through;
    },
    confirm() {
      const through = reached();
      while (game.isOver && asked < through && over < 0) {
        asked++;
        if (asked >= session.frame() - session.depth() && game.isOver(session.stateAt(asked))) over = asked;
      }
      // Last, so that observers know whether one of these frames is the final one. One may remove itself meanwhile.
      for (let i = observers.length - 1; i >= 0; i--) observers[i]!(through);
    },
  };
}
