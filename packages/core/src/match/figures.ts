// Every figure that the parts of a match are tuned to: times in milliseconds, frames, counts.
//
// Constants alone, and no imports: so bundlers put the numbers where the names stand.

// Meeting
/** How often a machine that is not answered says hello: half the channels measured lost the first five messages. */
export const HELLO_MS = 100;
/** How often a visitor does: any player may have to serve it one day. */
export const GREET_MS = 500;
/** A proposal is repeated at this pace until all back it. */
export const PROPOSE_MS = 50;
/**
 * A machine that was not heard for this long has left the room; a roster not heard of for this long is not backed any
 * more.
 */
export const FORGET_MS = 2000;
/** Machines within this many tenths of a second came at the same time. */
export const SAME_AGE = 10;
/** Strangers remembered at a time: a bound on what they can make us hold. */
export const KNOWN_MAX = 16;
/**
 * Who coordinates waits no longer for the others: a proposal that was lost makes the round trip look longer than it is.
 */
export const HOLD_MAX_MS = 500;

// The turns of a match
/**
 * A seat that was silent for this long while a new machine says hello from its address, or with its ticket, has been
 * reloaded.
 */
export const RELOADED_MS = 300;
/** Calls in which a machine that stalls may keep silent when its clock does not move: a second of them. */
export const UNSENT_MAX = 60;
/** Index of the seat that is none: a spectator's. */
export const NOBODY = 15;
/** How long a match that has ended still says so when polled. */
export const FAREWELL_MS = 2000;
/**
 * Inputs kept of each player, in frames: what a spectator can be behind. Two machines that play never owe each other
 * more than 92.
 */
export const INPUT_SLOTS = 1024;
/**
 * A silence of the clock, a page that was frozen say, counts as this much at the most: peers had no chance to be heard
 * in it.
 */
export const STEP_MAX_MS = 500;
/** Packets kept between two ticks: half a second of three peers' at 60 Hz each, and room for a snapshot's chunks. */
export const INBOX_SLOTS = 128;

// What rides in packets
/** What keeps time rides in every eighth packet: eight times a second, five bytes. */
export const TIMED_EVERY = 8;
/** For so long a machine that was dropped is sent packets that say so. */
export const TELL_MS = 1000;
/** Frames that one who is outside may be behind what it has inputs for: fewer than are kept. */
export const OUTSIDE_AHEAD_MAX = 600;
/** Frames in one section: their count is one byte. */
export const SECTION_MAX = 255;

// Staying level
/** No round trip of a link that can be played on is longer, in milliseconds. */
export const RTT_MAX = 4096;
/** Weight of a new sample of the round trip (TCP's: RFC 6298). */
export const RTT_WEIGHT = 0.125;
/**
 * Weight of a new sample of the advantage: an eighth of a second of memory. More would make the correction chase its
 * own tail.
 */
export const AHEAD_WEIGHT = 0.125;
/** Change of rate for each frame of advantage; one smaller than the dead band is none. */
export const RATE_PER_FRAME = 0.02;
export const DEAD_BAND = 0.005;
export const RATE_MAX = 0.1;
/** Memory of the drift. */
export const DRIFT_SECONDS = 20;
/**
 * What a second at one frame of advantage adds to the rate for good. Without it a clock that is 2 % fast keeps a lead
 * of three quarters of a frame, and at a lag of 4 frames and a delay of 2 its machine simulates twice as much again as
 * the other.
 */
export const DRIFT_PER_SECOND = 0.00667;
/** As much as the drift may come to: clocks differ by less. */
export const DRIFT_MAX = 0.04;
/** Packets over which loss is counted. */
export const LOSS_WINDOW = 256;
export const RATE_MS = 1000;

// Desyncs
/** Checksums kept on each side, so that one that is a round trip late still finds its partner: 0.5 s at interval 1. */
export const SUMS_KEPT = 32;
/** A checksum rides in every eighth packet until the next one is due, three or four times at the default interval. */
export const SUMMED_EVERY = 8;
/**
 * Frames for which states are kept as evidence: the checksum of the other side comes up to a round trip and a window
 * late.
 */
export const EVIDENCE_FRAMES = 40;
/** A peer that does not show its state is reported without the field that differs. */
export const SHOW_MS = 3000;
/**
 * A match that ends for a desync goes on showing its state until it was not asked for it for this long: ten questions
 * of the other side.
 */
export const LINGER_MS = 1000;

// Leaving
/**
 * A lower seat that a higher one accuses gets this long to accuse back: of two that accuse each other, the higher has
 * to leave.
 */
export const MUTUAL_MS = 1000;

// Snapshots and evidence
/**
 * State bytes in one CHUNK: with the headers of SCTP and DTLS it stays in one datagram, where a full packet of 1,200
 * takes two.
 */
export const CHUNK_BYTES = 1024;
/** Bytes of a CHUNK before its state bytes, at the most. */
export const CHUNK_HEADER = 20;
/** Chunks in answer to one PULL: at a round trip of 100 ms some 160 KB/s. */
export const CHUNK_BURST = 16;
/** A question is asked again after this long, unless its answer came. */
export const ASK_MS = 100;
/** Machines without a seat that one machine serves. */
export const VISITORS_MAX = 8;
/** A snapshot is taken anew for one who asks after this long. */
export const SNAPSHOT_MS = 2000;
/** Frames between the announcement of a return and the return: no machine that plays can be so far ahead of another. */
export const RETURN_AHEAD = 90;
/** A visitor that holds no inputs of the last so many frames cannot be served any more: they are no longer kept. */
export const BEHIND_MAX = 900;
/** Frames of all seats that go out together, and packets to one visitor a tick. */
export const STRIP = 16;
export const PACKETS_MAX = 4;
/** Further behind than this many frames, one who watches runs faster, by so many frames a tick. */
export const LATE_FRAMES = 10;
export const CATCH_UP = 4;
