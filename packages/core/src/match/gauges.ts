// Constants alone, and no imports: so bundlers put the numbers where the names stand.

/**
 * Machines that play one match at the most: two bits name one, and each link costs every other machine a packet a tick.
 */
export const SEATS_MAX = 4;

// Rows of a seat's gauges. They stand in a Float64Array because a double kept in a variable costs an allocation at each
// change.
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
export const GAUGES = 18;
