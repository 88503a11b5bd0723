import { NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import type { DropReason } from './events.js';
import { GAUGES, HEARD_AT, SEATS_MAX } from './gauges.js';
import type { PeerId } from './transport.js';

/** A machine's terms in the roster, agreed before the start. */
export interface Entry {
  /** Random; the lowest coordinates. */
  readonly node: number;
  /** Random: one share of the match's seed. */
  readonly nonce: number;
  /** Players there. */
  readonly players: number;
  /** Its input delay in frames. */
  readonly delay: number;
  /** Its address, as last seen. */
  peer: PeerId;
}

/** A machine of the running match, and what the link to it knows. */
export interface Seat extends Entry {
  /** Position in the roster, 0 … 3; its bit in masks of seats. */
  readonly index: number;
  readonly bit: number;
  /** Its handles are first … first+players-1. */
  readonly first: PlayerHandle;
  /** The last frame of our inputs that it holds, contiguously. */
  acked: Frame;
  /** By seat, the last frame of that seat's inputs that it said it holds. */
  readonly held: Int32Array;
  /** Mask of the seats it has stopped accepting from, in the present view. */
  suspects: number;
  /** Its frame() in its newest packet. */
  frame: Frame;
  /** PAUSED and HIDDEN as in its newest packet, or 0. */
  pausing: number;
  /** It has left after the final frame. */
  done: boolean;
  /** Frames up to here that its handles have no real input for are filled by onDrop's rule. */
  fillTo: Frame;
  /** The last of its own frames before it was dropped, or NULL_FRAME. */
  cut: Frame;
  /** The re-entry frame that it echoes, or NULL_FRAME. */
  echo: Frame;
  /** Why we have stopped accepting from it, once we have. */
  reason: DropReason;
  /** `interrupt` was told, `resume` not yet. */
  interrupted: boolean;
  /** A difference between its state and ours was looked into. */
  told: boolean;
  /** Sequence numbers of packets, mod 256: next out, newest in. */
  sequenceOut: number;
  sequenceIn: number;
  /** Times and rates, see gauges.ts. */
  readonly gauges: Float64Array;
}

export function createSeat(entry: Entry, index: number, first: PlayerHandle, ownDelay: number, now: number): Seat {
  const gauges = new Float64Array(GAUGES);
  gauges[HEARD_AT] = now;
  return {
    ...entry,
    index,
    bit: 1 << index,
    first,
    // Our frames below our delay are neutral for good: every machine holds them from the start.
    acked: ownDelay - 1,
    held: new Int32Array(SEATS_MAX).fill(-1),
    suspects: 0,
    frame: 0,
    pausing: 0,
    done: false,
    fillTo: NULL_FRAME,
    cut: NULL_FRAME,
    echo: NULL_FRAME,
    reason: 'timeout',
    interrupted: false,
    told: false,
    sequenceOut: 0,
    sequenceIn: 255,
    gauges,
  };
}
