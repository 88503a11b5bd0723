/** Version of everything docs/wire-format.md says. */
export const PROTOCOL = 1;

// Types of packet, the low 4 bits of byte 4. A HELLO is sealed with 0, the others with the match's token.

/**
 * Who I am and what I would play: repeated until the match starts. It also proposes a roster, backs one, invites and
 * refuses.
 */
export const HELLO = 1;
/** Inputs and acks, one to each peer a tick. */
export const PLAY = 2;
/** A last PLAY: the sender has left. */
export const BYE = 3;
/** From one that is not seated, or that needs a state: see the kinds below. */
export const PULL = 4;
/** Bytes of a kept state. */
export const CHUNK = 5;
/** Confirmed inputs for one that is not seated. */
export const WATCH = 6;

// Flags of a HELLO.
/** It coordinates the roster. */
export const HOST = 1;
/** Its match runs already. */
export const RUNNING = 2;
/** It closed before the start. */
export const GONE = 4;
/** It has no seat for the one that this is said to. */
export const FULL = 8;

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
/** The section with a checksum is there. */
export const SUMMED = 64;
/** The masks of who is out and who is suspected are there: as long as there is nobody they would be a byte too many. */
export const MASKED = 128;
