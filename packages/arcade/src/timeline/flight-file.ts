// A recording as bytes. The format is in docs/timeline-format.md.
import { checksum, CONSTANTS, type Bytes, type Frame } from '@lite-rollback/core';
import {
  CELL_COLUMNS,
  claimSlot,
  createStore,
  firstOf,
  FLIGHT_FRAMES,
  ROW_COLUMNS,
  slotOf,
  type FlightStore,
} from './flight-store.js';

const MAGIC = [0x4c, 0x52, 0x42, 0x54]; // "LRBT"
const VERSION = 1;
/** Of the fixed part: magic, version, length. */
const HEAD = 9;
const GAME_ID_MAX = 64;

/**
 * Why bytes are no timeline: they are none; of another version of the format; cut short; damaged, or not as the format
 * says.
 */
export type FlightFileError = 'not-a-timeline' | 'version' | 'truncated' | 'corrupt';

/** What the reader throws to itself; it never leaves this file. */
class Refusal extends Error {
  readonly code: FlightFileError;
  constructor(code: FlightFileError) {
    super(code);
    this.code = code;
  }
}

interface Reader {
  at: number;
  readonly bytes: Uint8Array;
}

/** A whole number below 2^32 as LEB128. */
function put(out: number[], value: number): void {
  let left = value >>> 0;
  for (; left > 127; left >>>= 7) out.push((left & 127) | 128);
  out.push(left);
}

function take(reader: Reader): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined || (shift === 28 && byte > 15)) throw new Refusal('corrupt');
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
  throw new Refusal('corrupt');
}

function within(value: number, most: number): number {
  if (value > most) throw new Refusal('corrupt');
  return value;
}

/**
 * Each value as the difference to the one before it; where two differences in a row are alike, so many more that are
 * follow as a count.
 */
function putColumn(out: number[], count: number, read: (index: number) => number): void {
  let before = 0;
  let last = -1;
  for (let i = 0; i < count;) {
    const value = read(i++);
    const step = (value - before) | 0;
    const coded = ((step << 1) ^ (step >> 31)) >>> 0;
    put(out, coded);
    before = value;
    if (coded !== last) {
      last = coded;
      continue;
    }
    let more = 0;
    for (; i < count && ((read(i) - before) | 0) === step; i++) {
      before = read(i);
      more++;
    }
    put(out, more);
    last = -1;
  }
}

function takeColumn(reader: Reader, count: number, write: (index: number, value: number) => void): void {
  let value = 0;
  let last = -1;
  for (let i = 0; i < count;) {
    const coded = take(reader);
    const step = (coded >>> 1) ^ -(coded & 1);
    write(i++, (value = (value + step) | 0));
    if (coded !== last) {
      last = coded;
      continue;
    }
    for (let more = within(take(reader), count - i); more > 0; more--) write(i++, (value = (value + step) | 0));
    last = -1;
  }
}

export function writeFlight(store: FlightStore): Bytes {
  const first = firstOf(store);
  const count = first < 0 ? 0 : store.last - first + 1;
  const slots = Array.from({ length: count }, (_, i) => slotOf(store, first + i));
  const out: number[] = [...MAGIC, VERSION, 0, 0, 0, 0];
  const id = store.gameId.slice(0, GAME_ID_MAX);
  put(out, id.length);
  for (let i = 0; i < id.length; i++) put(out, id.charCodeAt(i));
  put(out, store.numPlayers);
  put(out, Math.round(store.hz * 1000));
  put(out, store.local);
  put(out, store.tick);
  put(out, count);
  put(out, Math.max(0, first));
  for (const name of ROW_COLUMNS) putColumn(out, count, (i) => store.rows[name][slots[i] ?? -1] ?? 0);
  for (const name of CELL_COLUMNS) {
    for (let player = 0; player < store.numPlayers; player++) {
      putColumn(out, count, (i) => {
        const slot = slots[i] ?? -1;
        return slot < 0 ? 0 : (store.cells[name][slot * store.numPlayers + player] ?? 0);
      });
    }
  }
  const bytes = new Uint8Array(out.length + 4);
  bytes.set(out);
  const view = new DataView(bytes.buffer);
  view.setUint32(5, bytes.length, true);
  view.setUint32(out.length, checksum(bytes.subarray(0, out.length)), true);
  return bytes;
}

function readAll(bytes: Uint8Array): FlightStore {
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw new Refusal('not-a-timeline');
  if (bytes[4] !== undefined && bytes[4] !== VERSION) throw new Refusal('version');
  if (bytes.length < HEAD) throw new Refusal('truncated');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = view.getUint32(5, true);
  if (bytes.length < length) throw new Refusal('truncated');
  const end = length - 4;
  if (bytes.length > length || end < HEAD || view.getUint32(end, true) !== checksum(bytes.subarray(0, end)))
    throw new Refusal('corrupt');
  const reader: Reader = { at: HEAD, bytes: bytes.subarray(0, end) };
  let gameId = '';
  for (let left = within(take(reader), GAME_ID_MAX); left > 0; left--)
    gameId += String.fromCharCode(within(take(reader), 0xffff));
  const numPlayers = within(take(reader), CONSTANTS.MAX_PLAYERS);
  const hz = take(reader) / 1000;
  const local = take(reader);
  const tick = within(take(reader), 0x7fff_ffff);
  const count = within(take(reader), FLIGHT_FRAMES);
  const first: Frame = within(take(reader), 0x7fff_ffff - FLIGHT_FRAMES);
  if (numPlayers < 1 || hz <= 0) throw new Refusal('corrupt');
  const store = Object.assign(createStore(gameId, numPlayers, hz), {
    local,
    tick,
    begin: count > 0 ? first : -1,
    last: count > 0 ? first + count - 1 : -1,
  });
  const slots = Array.from({ length: count }, (_, i) => claimSlot(store, first + i));
  const slot = (i: number): number => slots[i] ?? 0;
  for (const name of ROW_COLUMNS) takeColumn(reader, count, (i, value) => void (store.rows[name][slot(i)] = value));
  for (const name of CELL_COLUMNS) {
    for (let player = 0; player < numPlayers; player++)
      takeColumn(reader, count, (i, value) => void (store.cells[name][slot(i) * numPlayers + player] = value));
  }
  if (reader.at !== end) throw new Refusal('corrupt');
  return store;
}

/** Never throws for bytes, whatever they are. */
export function readFlight(bytes: Uint8Array): FlightStore | FlightFileError {
  try {
    return readAll(bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
