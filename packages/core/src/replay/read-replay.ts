import { checksum } from '../base/checksum.js';
import { FRAME_MAX, NULL_FRAME } from '../base/frame.js';
import { GAME_ID_MAX } from '../wire/limits.js';
import { createPacketReader, type PacketReader } from '../wire/packet.js';
import { createBlock } from './block.js';
import {
  BLOCK_FRAMES,
  BODY_AT,
  CUTS_MAX,
  LENGTH_AT,
  MAGIC,
  SUM_BYTES,
  VERSION,
  type ReplayCut,
  type ReplayHeader,
  type ReplayTerms,
} from './format.js';
import { ReplayError, type ReplayErrorCode } from './replay-error.js';
import { getWord } from './words.js';

/** A replay whose every byte has been looked at. */
export interface ReplayContent extends ReplayHeader {
  /** The state after frame startFrame-1, or undefined where that is what game.init gives. */
  readonly snapshot: Uint8Array | undefined;
  /** Over a copy of the bytes. */
  readonly reader: PacketReader;
  /** By block, where it begins. */
  readonly offsets: Uint32Array;
}

/**
 * Takes bytes from anywhere apart: what it allocates is in proportion to their number, and it reads each once.
 * `stride` is that of the game's snapshots. @throws ReplayError
 */
export function readReplay(terms: ReplayTerms, stride: number, given: Uint8Array): ReplayContent {
  const refuse = (code: ReplayErrorCode, message: string): never => {
    throw new ReplayError(code, message);
  };
  // Not slice(): of a Node Buffer that would be a view, and what is checked here could change later.
  const bytes = new Uint8Array(given);
  const view = new DataView(bytes.buffer);
  // What is left of a replay that was cut within its magic still is one.
  if (!bytes.length || MAGIC.some((letter, i) => i < bytes.length && bytes[i] !== letter))
    refuse('not-a-replay', 'these bytes are not a replay');
  if (bytes.length > MAGIC.length && bytes[MAGIC.length] !== VERSION) {
    refuse('version', `the replay has version ${bytes[MAGIC.length]} of the format; this is version ${VERSION}`);
  }
  if (bytes.length < BODY_AT) refuse('truncated', `the replay is cut short after ${bytes.length} bytes`);
  const length = view.getUint32(LENGTH_AT, true);
  if (bytes.length < length) refuse('truncated', `the replay is cut short after ${bytes.length} of ${length} bytes`);
  const end = bytes.length - SUM_BYTES;
  if (bytes.length > length || end < BODY_AT || view.getUint32(end, true) !== checksum(bytes.subarray(0, end))) {
    refuse('corrupt', 'the replay is damaged: its checksum does not fit');
  }

  const reader = createPacketReader(bytes);
  reader.at = BODY_AT;
  reader.end = end;
  /** How many of something follow: refused if they could not fit, so that a number alone makes nobody allocate. */
  const count = (what: string, number: number, bytesEach: number, max = Infinity): number =>
    number <= max && number * bytesEach <= reader.end - reader.at
      ? number
      : refuse('corrupt', `the replay is damaged: it has no place for ${number} ${what}`);
  const expect = (code: ReplayErrorCode, what: string, there: unknown, here: unknown): void => {
    if (!reader.sound) refuse('corrupt', `the replay is damaged: it ends before its ${what}`);
    if (there !== here) refuse(code, `the replay's ${what} is ${String(there)}, the game's ${String(here)}`);
  };

  let id = '';
  for (let left = count('letters', reader.get(), 1, GAME_ID_MAX); left > 0; left--)
    id += String.fromCharCode(reader.get());
  expect('game', 'id', id, terms.id);
  expect('layout', 'layout digest', getWord(reader) >>> 0, terms.layout);
  expect('layout', 'numPlayers', reader.get(), terms.numPlayers);
  expect('layout', 'inputWords', reader.get(), terms.inputWords);
  expect('game', 'hz × 1000', reader.get(), terms.milliHz);
  const { numPlayers, inputWords } = terms;
  const seed = getWord(reader) >>> 0;
  const startFrame = reader.get();
  const frames = reader.get();
  if (startFrame + frames - 1 > FRAME_MAX)
    refuse('corrupt', `the replay is damaged: ${frames} frames from ${startFrame} on`);
  const delays = Array.from({ length: numPlayers }, reader.get);
  const cuts: ReplayCut[] = [];
  for (let left = count('cuts', reader.get(), 2, CUTS_MAX); left > 0; left--) {
    const player = reader.get();
    const lastFrame = reader.getSigned() + startFrame;
    if (player >= numPlayers || lastFrame < NULL_FRAME)
      refuse('corrupt', `the replay is damaged: it cuts player ${player} after frame ${lastFrame}`);
    cuts.push(Object.freeze({ player, lastFrame }));
  }
  let snapshot: Uint8Array | undefined;
  if (startFrame > 0) {
    expect('corrupt', 'snapshot size', reader.get(), stride);
    count('snapshot', 1, stride);
    snapshot = bytes.subarray(reader.at, (reader.at += stride));
  }
  const block = createBlock(numPlayers * inputWords);
  const offsets = new Uint32Array(count('blocks', Math.ceil(frames / BLOCK_FRAMES), block.bytesMin + SUM_BYTES));
  for (let i = 0; i < offsets.length; i++) {
    offsets[i] = reader.at;
    block.get(reader, Math.min(BLOCK_FRAMES, frames - i * BLOCK_FRAMES));
    getWord(reader);
  }
  if (!reader.sound || reader.at !== end)
    refuse('corrupt', 'the replay is damaged: its inputs do not fit its number of frames');
  return {
    seed,
    startFrame,
    frames,
    delays: Object.freeze(delays),
    cuts: Object.freeze(cuts),
    snapshot,
    reader,
    offsets,
  };
}
