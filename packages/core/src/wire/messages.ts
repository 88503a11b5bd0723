// Types of packet, the low 4 bits of byte 4. Those below PLAY are sealed with 0, the others with the match's token.

/** Who I am and what I would play: repeated until the match starts. */
export const HELLO = 1;
/** The coordinator's proposal: who sits where. */
export const ROSTER = 2;
/** A member backs the roster of this digest. */
export const BACK = 3;
/** You cannot play here, and why. */
export const REJECT = 4;
/** Inputs and acks, one to each peer a tick. */
export const PLAY = 5;
/** A last PLAY: the sender has left. */
export const BYE = 6;
/** Asks for bytes of a kept state. */
export const PULL = 7;
/** Bytes of a kept state. */
export const CHUNK = 8;
/** Confirmed inputs for one who watches. */
export const WATCH = 9;

// Flags of PLAY and BYE, the high 4 bits of byte 4.
export const PAUSED = 16;
/** PAUSED because the page is hidden. */
export const HIDDEN = 32;
/** In a BYE: the match is over for the sender, and it holds all that anyone needs. */
export const FINISHED = 16;
/** The section with the time stamps is there. */
export const TIMED = 64;
/** The section with a checksum is there. */
export const SUMMED = 128;
