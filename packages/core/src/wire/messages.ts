// The words of the wire. docs/wire-format.md has the tables.

/** Version of everything docs/wire-format.md says. */
export const PROTOCOL = 2;

// Types of packet: the low 4 bits of byte 4. The first two are plain, the others sealed with the key of a link.

/** Who I am and what I would play; also a refusal. Its first five fields are the same in every version. */
export const HELLO = 1;
/** One half of a link's key, for one machine alone. */
export const KEY = 2;
/** Before a match: whom I can hear, the roster I propose or back. From a running match: an invitation. */
export const MEET = 3;
/** Inputs, acks and reports between seats, one to each a tick. */
export const PLAY = 4;
/** A last PLAY: the sender has left. */
export const BYE = 5;
/** A sealed packet of one seat for another that cannot hear it. */
export const RELAY = 6;
/** A question of a machine that follows the match, or that needs a state. */
export const PULL = 7;
/** A piece of a state. */
export const CHUNK = 8;
/** Confirmed inputs for a machine that follows the match. */
export const WATCH = 9;
/** The owner of a ticket proves that it is the owner. */
export const CLAIM = 10;
/** To a machine that is back: from which frame on its inputs count, and who plays. */
export const ENTER = 11;

// Flags of a HELLO. 1, 2 and 8 mean the same in every version.
/** It would coordinate the roster. */
export const HOST = 1;
/** Its match runs already. */
export const RUNNING = 2;
/** It has no seat for the machine that it refuses. */
export const FULL = 8;
/** The seat that the refused machine claims is taken. */
export const TAKEN = 16;

// Flags of a MEET, beside FULL and TAKEN: said again under the seal of a link.
/** The sender has left the room. */
export const GONE = 1;
/** The roster is that of a running match, and the receiver may follow it. */
export const INVITES = 2;

// Kinds of PULL.
/** Pieces of a snapshot. */
export const SNAPSHOT = 0;
/** Pieces of a state whose checksums differ. */
export const EVIDENCE = 1;
/** Go on: I hold all inputs up to this frame. */
export const FOLLOW = 2;
/** The same, and I am level: let me into my seat. */
export const READY = 3;
/** The same to a machine that does not serve me: tell me your checksums. */
export const LISTEN = 4;

// Flags of PLAY and BYE: the high 4 bits of byte 4.
export const PAUSED = 16;
/** PAUSED because the page is hidden. */
export const HIDDEN = 32;
/** In a BYE: the match is over for the sender, and it holds all that anyone needs. */
export const FINISHED = 16;
/** A checksum follows. */
export const SUMMED = 64;
/** The membership follows: its bytes are left out while every seat plays and is heard. */
export const REPORTS = 128;

/** A section number from here on stands for no inputs: it is the frame at which seat n - RETURNS comes back. */
export const RETURNS = 8;
