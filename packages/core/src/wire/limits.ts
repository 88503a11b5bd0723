// Constants alone, and no imports: so bundlers put the numbers where the names stand.

/** Largest packet: fits the 1,280 bytes that IPv6 promises, with room for UDP, DTLS and SCTP headers. */
export const PACKET_MAX = 1200;
/** Bytes kept for one packet: a packet and zero padding to whole words. */
export const PACKET_SLOT = 1208;
/** Bytes before the body of a plain packet: seal and type. */
export const PLAIN_HEADER = 5;
/** Bytes before the body of a sealed packet: seal, type, sequence number. */
export const SEALED_HEADER = 8;
/** Sequence numbers wrap here. 24 bits last 77 hours at 60 packets a second. */
export const SEQUENCES = 0x100_0000;
/** What a RELAY adds to the packet that it carries. */
export const RELAY_OVERHEAD = SEALED_HEADER + 1;
/** Longest game id, in UTF-16 units: it rides in every hello and in every replay. */
export const GAME_ID_MAX = 64;
/** Words of a snapshot before its inputs: view, and the mask of the seats that are out. */
export const SNAPSHOT_HEADER = 2;
/** Machines that play one match at the most: each link costs every other machine a packet a tick. */
export const SEATS_MAX = 4;
