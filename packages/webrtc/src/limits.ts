/**
 * The largest payload in bytes. RFC 8831 section 6.6 names 16 KB as what every data channel implementation carries in
 * one message; browsers themselves throw above 256 KiB. Up to 1,160 bytes travel in one packet (an SCTP packet of 1,191
 * bytes as in libwebrtc, 28 of them headers, rounded down to a multiple of 4); a longer payload is split, and lost when
 * any part is lost.
 */
export const MAX_PAYLOAD = 16_384;

/**
 * Bytes a channel may hold unsent before further payloads are dropped. At 1 Mbit/s upwards, the slowest line worth a
 * match, 16 KiB take 131 ms: 8 frames at 60 Hz, the default prediction window. What waited longer would reach a peer
 * that has stalled already, and every later packet brings the same inputs again.
 */
export const MAX_BUFFERED = 16_384;
