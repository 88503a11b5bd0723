import { NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import type { PeerId } from './transport.js';

/** Machines that play one match at the most: two bits name one, and each link costs every other machine a packet a tick. */
export const SEATS_MAX = 4;

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
  /** `interrupt` was told, `resume` not yet. */
  interrupted: boolean;
  /** Sequence numbers of packets, mod 256: next out, newest in. */
  sequenceOut: number;
  sequenceIn: number;
  /** Times and rates, see the constants below. */
  readonly gauges: Float64Array;
}

// Rows of a seat's gauges. They stand in a Float64Array because a double kept in a variable costs an allocation at each change.
/** Milliseconds of the match's clock. */
export const HEARD_AT = 0;
export const PAUSED_AT = 1;
/** When a higher seat accused it first; once it is out, when that was. */
export const ACCUSED_AT = 2;
/** Its newest time stamp, and when that came. */
export const STAMP = 3;
export const STAMPED_AT = 4;
export const RTT = 5;
export const JITTER = 6;
/** Smoothed: how many frames we are ahead of it, as we measure and as it does. */
export const AHEAD = 7;
export const THEIR_AHEAD = 8;
/** Until when a gone machine may come back before onDrop applies. */
export const GRACE_UNTIL = 17;
/** Packets that its sequence numbers announce, and that came. */
export const EXPECTED = 9;
export const RECEIVED = 10;
/** In the second now running, and a second's worth from the one before. */
export const BYTES_IN = 11;
export const BYTES_OUT = 12;
export const PACKETS_IN = 13;
export const RATES = 14;
const GAUGES = 18;

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
    interrupted: false,
    sequenceOut: 0,
    sequenceIn: 255,
    gauges,
  };
}
