/** Version of everything docs/wire-format.md says. */
export const PROTOCOL = 1;

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
/** From one that is not seated, or that needs a state: see the kinds below. */
export const PULL = 7;
/** Bytes of a kept state. */
export const CHUNK = 8;
/** Confirmed inputs for one that is not seated. */
export const WATCH = 9;

/** A PLAY with the masks of who is out and who is suspected: as long as there is nobody it is a byte too many. */
export const PLAY_MASKED = 10;

// Flags of a HELLO.
/** It coordinates the roster. */
export const HOST = 1;
export const SPECTATOR = 2;
/** Its match runs already. */
export const RUNNING = 4;
/** It closed before the start. */
export const GONE = 8;

// Kinds of PULL; the first two of CHUNK, too.
/** The bytes of a snapshot from an offset on. */
export const SNAPSHOT = 0;
/** The bytes of a state whose checksums differ, from an offset on. */
export const EVIDENCE = 1;
/** Go on: I hold all inputs up to this frame. */
export const FOLLOW = 2;
/** The same, and I am level: let me in again. */
export const READY = 3;

/** A section number from here on is no seat's inputs but the frame at which seat n - RETURNS comes back. */
export const RETURNS = 8;

// Flags of PLAY and BYE, the high 4 bits of byte 4.
export const PAUSED = 16;
/** PAUSED because the page is hidden. */
export const HIDDEN = 32;
/** In a BYE: the match is over for the sender, and it holds all that anyone needs. */
export const FINISHED = 16;
/** The section that keeps time is there. */
export const TIMED = 64;
/** The section with a checksum is there. */
export const SUMMED = 128;
