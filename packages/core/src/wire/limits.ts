// Constants alone, and no imports: so bundlers put the numbers where the names stand.

/** Largest packet: fits the 1,280 bytes that IPv6 promises, with room for UDP, DTLS and SCTP headers. */
export const PACKET_MAX = 1200;
/** Bytes kept for one packet: zero padding to a whole number of word pairs after the seal. */
export const PACKET_SLOT = 1208;
export const HEADER_BYTES = 5;
/** Longest game id, in UTF-16 units: it rides in every hello and in every replay. */
export const GAME_ID_MAX = 64;
/** Words of a snapshot before its inputs. */
export const SNAPSHOT_HEADER = 2;
