import type { Bytes } from '../base/bytes.js';
import { checksum } from '../base/checksum.js';
import { createPacketWriter } from '../wire/packet.js';
import type { ByteStore } from './byte-store.js';
import { LENGTH_AT, MAGIC, SUM_BYTES, VERSION, type ReplayHeader, type ReplayTerms } from './format.js';
import { putWord } from './words.js';

/**
 * Bytes of the header's numbers, the lists and the id left out, at the most: 9 to the body, eight numbers of up to 5,
 * two words.
 */
const HEADER_NUMBERS = 64;

/**
 * A whole replay in memory of its own. `snapshot`: if startFrame > 0, the `stride` bytes of the state before it.
 * `blocks` holds the whole blocks, tail[0 … tailBytes) the last, shorter one.
 */
export function writeReplay(
  terms: ReplayTerms,
  header: ReplayHeader,
  snapshot: Uint8Array | undefined,
  blocks: ByteStore,
  tail: Uint8Array,
  tailBytes: number,
): Bytes {
  const { id } = terms;
  const { startFrame, delays, cuts } = header;
  // A code unit takes up to 3 bytes, other numbers 5; rounded up to whole words.
  const out = createPacketWriter((HEADER_NUMBERS + id.length * 3 + delays.length * 5 + cuts.length * 10 + 3) & ~3);
  for (const letter of MAGIC) out.put(letter);
  out.put(VERSION);
  putWord(out, 0); // the length, known below
  out.put(id.length);
  for (let i = 0; i < id.length; i++) out.put(id.charCodeAt(i));
  putWord(out, terms.layout);
  out.put(terms.numPlayers);
  out.put(terms.inputWords);
  out.put(terms.milliHz);
  putWord(out, header.seed);
  out.put(startFrame);
  out.put(header.frames);
  for (const delay of delays) out.put(delay);
  out.put(cuts.length);
  for (const { player, lastFrame } of cuts) {
    out.put(player);
    out.putSigned(lastFrame - startFrame);
  }
  if (snapshot) out.put(snapshot.length);
  const snapshotAt = out.at;
  const blocksAt = snapshotAt + (snapshot?.length ?? 0);
  const tailAt = blocksAt + blocks.length;
  const end = tailAt + tailBytes;
  const bytes = new Uint8Array(end + SUM_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(out.bytes.subarray(0, snapshotAt));
  view.setUint32(LENGTH_AT, bytes.length, true);
  if (snapshot) bytes.set(snapshot, snapshotAt);
  blocks.copyTo(bytes, blocksAt);
  bytes.set(tail.subarray(0, tailBytes), tailAt);
  view.setUint32(end, checksum(bytes.subarray(0, end)), true);
  return bytes;
}
