// A recording as people and programs read it, frame by frame.
import type { Frame, PlayerHandle } from '@lite-rollback/core';
import {
  APART,
  firstOf,
  GUESS_IN_USE,
  GUESSED,
  KNOWN,
  slotOf,
  SUMMED,
  WRONG,
  type FlightStore,
} from './flight-store.js';

/**
 * What is known of one player's input of a frame. 'known': it was there when the frame was simulated. 'guessed': it
 * still is a guess. 'right', 'wrong': it was guessed, and then came. 'none': the frame has not been simulated, and the
 * input has not come.
 */
export type FlightMark = 'known' | 'guessed' | 'right' | 'wrong' | 'none';

/** One player's input of a frame. Inputs are first words, uint32. */
export interface FlightCell {
  readonly mark: FlightMark;
  /** What the frame was last simulated with; undefined before it was. */
  readonly used: number | undefined;
  /** The last guess, if there was one. */
  readonly guess: number | undefined;
  /** The real input; undefined while it is not known, and for a startup frame, whose input is 0 by rule. */
  readonly real: number | undefined;
  /** The tick in which the real input came; 0 for never. */
  readonly arrived: number;
  /** The frame that was due then; -1 for never. */
  readonly due: Frame;
  /**
   * Ticks from when it was needed until it came; negative for one that came early. Undefined while it has not come, or
   * was not needed.
   */
  readonly late: number | undefined;
}

/** One frame. Ticks are counted from 1 on; 0 is never. */
export interface FlightRow {
  readonly frame: Frame;
  /** In which it was first simulated. */
  readonly tick: number;
  /** How often it was simulated: 1 + how often it was redone; 0 while it is due. */
  readonly runs: number;
  readonly stalls: number;
  /** Whom the stalls waited for; -1 for nobody. */
  readonly waitedFor: PlayerHandle;
  readonly pauses: number;
  /** How many rollbacks went back to it, and the frames that the deepest of them redid. */
  readonly rollbacks: number;
  readonly depth: number;
  /** While it was due. */
  readonly packets: number;
  readonly bytes: number;
  readonly acks: number;
  /** Inputs of this machine that were sent and not yet acked, then. */
  readonly inFlight: number;
  /** In which tick the own input was first sent, and was known to be everywhere. */
  readonly sent: number;
  readonly acked: number;
  /** Of the confirmed state; undefined before that, and if it was missed. */
  readonly checksum: number | undefined;
  /**
   * Whose machine differs. Its checksum, where that was told, is the one of the event `desync`, which the match seeds:
   * it compares with no other.
   */
  readonly desync: { readonly player: PlayerHandle; readonly checksum?: number } | undefined;
  /** By handle. */
  readonly cells: readonly FlightCell[];
}

/** Sums over the frames of a log. */
export interface FlightSums {
  readonly frames: number;
  readonly redone: number;
  readonly rollbacks: number;
  readonly deepest: number;
  readonly stalls: number;
  readonly pauses: number;
  readonly guessed: number;
  readonly right: number;
  readonly wrong: number;
  readonly desyncs: number;
  /** The newest frame at which another machine was found to differ; -1 for none. */
  readonly apartAt: Frame;
  /** Own inputs that are sent and not yet acked. */
  readonly inFlight: number;
}

/** The last 600 frames of a match. Reading makes objects: not for every tick. */
export interface FlightLog {
  readonly gameId: string;
  readonly numPlayers: number;
  readonly hz: number;
  /** The players of the machine that recorded. */
  readonly localHandles: readonly PlayerHandle[];
  /** The tick at which it stands, from 1 on. */
  readonly tick: number;
  /** The oldest and the newest frame; both -1 while there is none. */
  readonly first: Frame;
  readonly last: Frame;
  /** Undefined outside first … last, and for a frame that was skipped. */
  row(frame: Frame): FlightRow | undefined;
  sums(): FlightSums;
}

export function markOf(flags: number, runs: number): FlightMark {
  if (flags & WRONG) return 'wrong';
  if (flags & KNOWN) return flags & GUESSED ? 'right' : 'known';
  if (flags & GUESS_IN_USE) return 'guessed';
  // Simulated without a guess and without an input that came: a startup frame.
  return runs > 0 ? 'known' : 'none';
}

/** Whether the own input of a frame is sent and not yet acked. */
export function isOnItsWay(store: FlightStore, slot: number): boolean {
  return (store.rows.sent[slot] ?? 0) > 0 && store.rows.acked[slot] === 0;
}

const stores = new WeakMap<FlightLog, FlightStore>();

/** Where a log is read from: for those who draw it. */
export const storeOf = (log: FlightLog): FlightStore | undefined => stores.get(log);

export function logOf(store: FlightStore): FlightLog {
  const at = (column: Int32Array, index: number): number => column[index] ?? 0;

  function cellAt(slot: number, player: PlayerHandle): FlightCell {
    const { arrived, due, flags, guess, real, used } = store.cells;
    const { runs, tick } = store.rows;
    const index = slot * store.numPlayers + player;
    const bits = at(flags, index);
    const came = at(arrived, index);
    return {
      mark: markOf(bits, at(runs, slot)),
      used: at(runs, slot) > 0 ? at(used, index) >>> 0 : undefined,
      guess: bits & GUESSED ? at(guess, index) >>> 0 : undefined,
      real: bits & KNOWN ? at(real, index) >>> 0 : undefined,
      arrived: came,
      due: at(due, index) - 1,
      late: came > 0 && at(tick, slot) > 0 ? came - at(tick, slot) : undefined,
    };
  }

  const log: FlightLog = Object.freeze({
    gameId: store.gameId,
    numPlayers: store.numPlayers,
    hz: store.hz,
    get localHandles() {
      return Array.from({ length: store.numPlayers }, (_, handle) => handle).filter(
        (handle) => (store.local >>> handle) & 1,
      );
    },
    get tick() {
      return store.tick;
    },
    get first() {
      return firstOf(store);
    },
    get last() {
      return store.last;
    },
    row(frame: Frame) {
      const slot = frame >= firstOf(store) && frame <= store.last ? slotOf(store, frame) : -1;
      if (slot < 0) return undefined;
      const { rows } = store;
      const marks = at(rows.marks, slot);
      const otherSum = at(rows.otherSum, slot) >>> 0;
      return {
        frame,
        tick: at(rows.tick, slot),
        runs: at(rows.runs, slot),
        stalls: at(rows.stalls, slot),
        waitedFor: at(rows.waits, slot) - 1,
        pauses: at(rows.pauses, slot),
        rollbacks: at(rows.rollbacks, slot),
        depth: at(rows.depth, slot),
        packets: at(rows.packets, slot),
        bytes: at(rows.bytes, slot),
        acks: at(rows.acks, slot),
        inFlight: at(rows.flight, slot),
        sent: at(rows.sent, slot),
        acked: at(rows.acked, slot),
        checksum: marks & SUMMED ? at(rows.sum, slot) >>> 0 : undefined,
        desync:
          marks & APART
            ? { player: at(rows.other, slot) - 1, ...(otherSum === 0 ? {} : { checksum: otherSum }) }
            : undefined,
        cells: Array.from({ length: store.numPlayers }, (_, player) => cellAt(slot, player)),
      };
    },
    sums() {
      const sums = {
        frames: 0,
        redone: 0,
        rollbacks: 0,
        deepest: 0,
        stalls: 0,
        pauses: 0,
        guessed: 0,
        right: 0,
        wrong: 0,
        desyncs: 0,
        apartAt: -1,
        inFlight: 0,
      };
      const { rows } = store;
      for (let frame = Math.max(0, firstOf(store)); frame <= store.last; frame++) {
        const slot = slotOf(store, frame);
        if (slot < 0) continue;
        if (at(rows.runs, slot) > 0) sums.frames++;
        sums.redone += Math.max(0, at(rows.runs, slot) - 1);
        sums.rollbacks += at(rows.rollbacks, slot);
        sums.deepest = Math.max(sums.deepest, at(rows.depth, slot));
        sums.stalls += at(rows.stalls, slot);
        sums.pauses += at(rows.pauses, slot);
        if (at(rows.marks, slot) & APART) {
          sums.desyncs++;
          sums.apartAt = frame;
        }
        if (isOnItsWay(store, slot)) sums.inFlight++;
        for (let player = 0; player < store.numPlayers; player++) {
          const mark = markOf(at(store.cells.flags, slot * store.numPlayers + player), at(rows.runs, slot));
          if (mark === 'guessed' || mark === 'right' || mark === 'wrong') sums[mark]++;
        }
      }
      return sums;
    },
  });
  stores.set(log, store);
  return log;
}
