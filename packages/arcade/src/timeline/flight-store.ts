// What a flight recorder has written down, in columns of integers that are made once.
import type { Frame } from '@lite-rollback/core';

/** Frames that can be looked at: ten seconds at 60 Hz. */
export const FLIGHT_FRAMES = 600;
/**
 * Frames kept, a power of two. The rest is for inputs of frames that are yet to come: other machines run ahead, and
 * each has a delay.
 */
const SLOTS = 1024;

/** A cell's real input is known. */
export const KNOWN = 1;
/**
 * The frame was simulated with a guess of this player's input at least once; with one that was wrong; with one when it
 * was last simulated.
 */
export const GUESSED = 2;
export const WRONG = 4;
export const GUESS_IN_USE = 8;
/** Between PREDICT and the STEP or RESIMULATE that uses it. */
export const GUESS_DUE = 16;

/** `sum` is the frame's checksum. */
export const SUMMED = 1;
/**
 * Another machine, that of `other`, differs: in its state, whose checksum is `otherSum` where that was told, or by a
 * second input for the frame.
 */
export const APART = 2;

/**
 * A value a frame each, at frame & 1023. Ticks are counted from 1 on, handles stand as handle + 1, and 0 is none. The
 * order is the file's.
 * - tick: in which it was first simulated. runs: how often it was.
 * - stalls, waits: ticks stalled while it was due, and for whom. pauses: ticks paused while it was due.
 * - rollbacks, depth: how many went back to it, and the deepest.
 * - packets, bytes, acks: while it was due. flight: own inputs sent and not yet acked then.
 * - sent, acked: in which tick the own input went out, and was known to be everywhere.
 * - marks: SUMMED, APART. sum, otherSum: int32.
 */
export const ROW_COLUMNS = [
  'tick', 'runs', 'stalls', 'waits', 'pauses', 'rollbacks', 'depth', 'packets', 'bytes', 'acks', 'flight', 'sent', 'acked', 'marks', 'sum', 'other', 'otherSum',
] as const; // prettier-ignore
/**
 * A value a frame and player each. Inputs are first words, as int32.
 * - used: what the frame was last simulated with. guess: the last guess.
 * - arrived: in which tick the real input came. due: the frame that was due then, + 1.
 * - flags: KNOWN, GUESSED and so on.
 */
export const CELL_COLUMNS = ['used', 'guess', 'real', 'arrived', 'due', 'flags'] as const;

export type RowColumns = Readonly<Record<(typeof ROW_COLUMNS)[number], Int32Array>>;
export type CellColumns = Readonly<Record<(typeof CELL_COLUMNS)[number], Int32Array>>;

export interface FlightStore {
  readonly gameId: string;
  readonly numPlayers: number;
  readonly hz: number;
  /** By handle: bit 1 << handle is set for the players of this machine. */
  local: number;
  /** The tick under way, or to come. */
  tick: number;
  /** The first frame ever simulated, or due; -1 before. */
  begin: Frame;
  /** The newest frame that has been simulated, or was due; -1 before. */
  last: Frame;
  /** Which frame a slot holds, + 1. */
  readonly frames: Int32Array;
  readonly rows: RowColumns;
  readonly cells: CellColumns;
}

function columns<N extends string>(names: readonly N[], length: number): Readonly<Record<N, Int32Array>> {
  // Object.fromEntries forgets the keys that it is given.
  return Object.fromEntries(names.map((name) => [name, new Int32Array(length)])) as Record<N, Int32Array>;
}

export function createStore(gameId: string, numPlayers: number, hz: number): FlightStore {
  return {
    gameId,
    numPlayers,
    hz,
    local: 0,
    tick: 1,
    begin: -1,
    last: -1,
    frames: new Int32Array(SLOTS),
    rows: columns(ROW_COLUMNS, SLOTS),
    cells: columns(CELL_COLUMNS, SLOTS * numPlayers),
  };
}

/** A copy that stays as it is. */
export function copyStore(store: FlightStore): FlightStore {
  const copy = {
    ...createStore(store.gameId, store.numPlayers, store.hz),
    local: store.local,
    tick: store.tick,
    begin: store.begin,
    last: store.last,
  };
  copy.frames.set(store.frames);
  for (const name of ROW_COLUMNS) copy.rows[name].set(store.rows[name]);
  for (const name of CELL_COLUMNS) copy.cells[name].set(store.cells[name]);
  return copy;
}

/** The slot that holds `frame`, or -1. */
export function slotOf(store: FlightStore, frame: Frame): number {
  const slot = frame & (SLOTS - 1);
  return frame >= 0 && store.frames[slot] === frame + 1 ? slot : -1;
}

/**
 * The slot for `frame`, emptied if it held an older one. -1 for a frame that is older than what the ring holds there.
 */
export function claimSlot(store: FlightStore, frame: Frame): number {
  // -1 is the frame of before the first one, and its slot would seem to hold it.
  if (frame < 0) return -1;
  const slot = frame & (SLOTS - 1);
  const holds = store.frames[slot] ?? 0;
  if (holds === frame + 1) return slot;
  if (holds > frame + 1) return -1;
  store.frames[slot] = frame + 1;
  // Loops over names that are never made anew: an iterator each frame would be garbage each frame.
  for (let i = 0; i < ROW_COLUMNS.length; i++) store.rows[ROW_COLUMNS[i] ?? 'tick'][slot] = 0;
  const from = slot * store.numPlayers;
  for (let i = 0; i < CELL_COLUMNS.length; i++)
    store.cells[CELL_COLUMNS[i] ?? 'used'].fill(0, from, from + store.numPlayers);
  return slot;
}

/** The oldest frame that can be looked at; -1 if there is none. */
export function firstOf(store: FlightStore): Frame {
  return store.last < 0 ? -1 : Math.max(store.begin, store.last - FLIGHT_FRAMES + 1);
}
