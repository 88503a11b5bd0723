// Writes down what a match does, tick by tick, in a ring that is made once. It allocates nothing while it records.
import { TRACE, type Advance, type AnyGame, type Bytes, type Match, type Trace } from '@lite-rollback/core';
import { writeFlight } from './flight-file.js';
import { logOf, type FlightLog } from './flight-log.js';
import {
  APART, claimSlot, copyStore, createStore, GUESS_DUE, GUESS_IN_USE, GUESSED, KNOWN, slotOf, SUMMED, WRONG,
} from './flight-store.js'; // prettier-ignore

/** Since the recorder was made. Reading allocates nothing. */
export interface FlightCounters {
  readonly ticks: number;
  /** Frames simulated for the first time, and frames simulated again. */
  readonly steps: number;
  readonly redone: number;
  readonly rollbacks: number;
  /** Inputs that were not what had been guessed. */
  readonly wrong: number;
  readonly stalls: number;
  readonly desyncs: number;
  readonly packets: number;
}

/** The last 600 frames of a match, as they come. */
export interface FlightRecorder {
  /** To be handed to createMatch. */
  readonly trace: Trace;
  /**
   * The match that the trace comes from. From then on the recorder also knows who plays here, and keeps each frame's
   * checksum once it is confirmed. Without it, both are missing.
   */
  follow(match: Match<AnyGame['fields']>): void;
  /** To be called after each advance(), with what it returned. @throws TypeError for what is no Advance. */
  afterTick(did: Advance): void;
  readonly counters: FlightCounters;
  /** What has been recorded. It goes on changing. */
  readonly log: FlightLog;
  /** As it is now, for keeps. */
  freeze(): FlightLog;
  /** As a file, which openFlight() reads. */
  bytes(): Bytes;
}

/** What a recorder is made for. */
export interface FlightRecorderOptions {
  game: AnyGame;
  /** Is told everything as well, after the recorder. */
  trace?: Trace;
}

/** A machine that nothing has been sent to for so many ticks is gone, and its acks are not waited for. */
const GONE_TICKS = 60;
/** Own inputs that can be ahead of the frame due are fewer: a delay of 15 at the most. */
const AHEAD_MAX = 64;
/** @throws TypeError for a game that is none, or a trace that is no function. */
export function createFlightRecorder(options: FlightRecorderOptions): FlightRecorder {
  const { game, trace: next } = options;
  if (typeof game !== 'object' || game === null || !Number.isInteger(game.numPlayers))
    throw new TypeError('createFlightRecorder: game must be one made with defineGame');
  if (next !== undefined && typeof next !== 'function')
    throw new TypeError(`createFlightRecorder: trace must be a function, got ${typeof next}`);
  const { numPlayers } = game;
  const store = createStore(game.id, numPlayers, game.hz ?? 60);
  const { cells, rows } = store;
  let match: Match<AnyGame['fields']> | undefined;
  let due = -1;
  let sent = -1;
  let ackedByAll = -1;
  let summed = -1;
  // By a machine's lowest handle: up to where it holds our inputs, and the tick of the last packet to it, 0 for never.
  const acked = new Int32Array(numPlayers).fill(-1);
  const toldAt = new Int32Array(numPlayers);
  let steps = 0;
  let redone = 0;
  let rollbacks = 0;
  let wrong = 0;
  let stalls = 0;
  let desyncs = 0;
  let packets = 0;

  function add(column: Int32Array, frame: number, more: number): void {
    const slot = claimSlot(store, frame);
    if (slot >= 0) column[slot] = (column[slot] ?? 0) + more;
  }

  function show(frame: number): void {
    if (store.begin < 0) store.begin = frame;
    if (frame > store.last) store.last = frame;
  }

  function received(frame: number, player: number, value: number): void {
    const slot = claimSlot(store, frame);
    const index = slot * numPlayers + player;
    // A local input may be set anew until it is used; after that the first one stays.
    if (slot < 0 || ((cells.flags[index] ?? 0) & KNOWN && (rows.runs[slot] ?? 0) > 0)) return;
    cells.flags[index] = (cells.flags[index] ?? 0) | KNOWN;
    cells.real[index] = value;
    cells.arrived[index] = store.tick;
    cells.due[index] = due + 1;
  }

  function simulated(frame: number): void {
    const slot = claimSlot(store, frame);
    if (slot < 0) return;
    if (rows.runs[slot] === 0) rows.tick[slot] = store.tick;
    rows.runs[slot] = (rows.runs[slot] ?? 0) + 1;
    for (let index = slot * numPlayers; index < (slot + 1) * numPlayers; index++) {
      const flags = cells.flags[index] ?? 0;
      if (flags & GUESS_DUE) {
        cells.used[index] = cells.guess[index] ?? 0;
        cells.flags[index] = (flags & ~GUESS_DUE) | GUESS_IN_USE | GUESSED;
      } else {
        cells.used[index] = cells.real[index] ?? 0;
        cells.flags[index] = flags & ~GUESS_IN_USE;
      }
    }
  }

  function guessed(frame: number, player: number, value: number): void {
    const slot = claimSlot(store, frame);
    if (slot < 0) return;
    const index = slot * numPlayers + player;
    cells.guess[index] = value;
    cells.flags[index] = (cells.flags[index] ?? 0) | GUESS_DUE;
  }

  function sending(frame: number, machine: number, bytes: number): void {
    packets++;
    toldAt[machine] = store.tick;
    add(rows.packets, due, 1);
    add(rows.bytes, due, bytes);
    // The first packet holds one input: what lies before it are startup frames, or were sent in a seat's earlier life.
    if (sent < 0) ackedByAll = sent = frame - 1;
    for (let own = Math.max(sent + 1, frame - AHEAD_MAX); own <= frame; own++) {
      const slot = slotOf(store, own);
      if (slot >= 0) rows.sent[slot] = store.tick;
    }
    if (frame > sent) sent = frame;
  }

  function ackedTo(frame: number, machine: number): void {
    add(rows.acks, due, 1);
    acked[machine] = frame;
    let level = frame;
    for (let other = 0; other < numPlayers; other++) {
      const told = toldAt[other] ?? 0;
      if (told > 0 && told > store.tick - GONE_TICKS) level = Math.min(level, acked[other] ?? -1);
    }
    for (let own = Math.max(ackedByAll + 1, level - AHEAD_MAX); own <= level; own++) {
      const slot = slotOf(store, own);
      if (slot >= 0) rows.acked[slot] = store.tick;
    }
    if (level > ackedByAll) ackedByAll = level;
  }

  function apart(frame: number, player: number, checksum: number): void {
    desyncs++;
    const slot = slotOf(store, frame);
    if (slot < 0) return;
    rows.marks[slot] = (rows.marks[slot] ?? 0) | APART;
    rows.other[slot] = player + 1;
    rows.otherSum[slot] = checksum;
  }

  function stalled(frame: number, player: number): void {
    stalls++;
    show((due = frame));
    add(rows.stalls, frame, 1);
    const slot = slotOf(store, frame);
    if (slot >= 0) rows.waits[slot] = player + 1;
    setFlight(slot);
  }

  function setFlight(slot: number): void {
    if (slot >= 0) rows.flight[slot] = Math.max(0, sent - ackedByAll);
  }

  const record: Trace = (kind, frame, player, value) => {
    switch (kind) {
      case TRACE.RECEIVE:
        return received(frame, player, value);
      case TRACE.MISPREDICT: {
        wrong++;
        const slot = slotOf(store, frame);
        const index = slot * numPlayers + player;
        if (slot >= 0) cells.flags[index] = (cells.flags[index] ?? 0) | WRONG;
        return;
      }
      case TRACE.ROLLBACK: {
        rollbacks++;
        add(rows.rollbacks, frame, 1);
        const slot = slotOf(store, frame);
        if (slot >= 0 && value > (rows.depth[slot] ?? 0)) rows.depth[slot] = value;
        return;
      }
      case TRACE.PREDICT:
        return guessed(frame, player, value);
      case TRACE.RESIMULATE:
        redone++;
        return simulated(frame);
      case TRACE.STEP:
        steps++;
        show(frame);
        simulated(frame);
        setFlight(slotOf(store, frame));
        due = frame + 1;
        return;
      case TRACE.STALL:
        return stalled(frame, player);
      case TRACE.SEND:
        return sending(frame, player, value);
      case TRACE.ACK:
        return ackedTo(frame, player);
      case TRACE.DESYNC:
        return apart(frame, player, value);
      case TRACE.PAUSE:
        due = frame;
        return;
      case TRACE.CONFIRM:
        return;
    }
  };

  /**
   * Checksums of the frames that have been confirmed since. One that has left the match's own ring meanwhile is missed.
   */
  function sum(): void {
    if (match === undefined) return;
    const { session } = match;
    const through = Math.min(session.confirmedFrame(), session.frame() - 1);
    for (let frame = Math.max(summed + 1, session.frame() - session.depth(), 0); frame <= through; frame++) {
      const slot = slotOf(store, frame);
      if (slot < 0) continue;
      rows.sum[slot] = session.checksumAt(frame);
      rows.marks[slot] = (rows.marks[slot] ?? 0) | SUMMED;
    }
    if (through > summed) summed = through;
  }

  const log = logOf(store);
  return Object.freeze({
    trace:
      next === undefined
        ? record
        : (kind, frame, player, value) => {
            record(kind, frame, player, value);
            next(kind, frame, player, value);
          },
    follow(followed) {
      match = followed;
    },
    afterTick(did) {
      if (did !== 'advanced' && did !== 'stalled' && did !== 'waiting' && did !== 'paused' && did !== 'ended') {
        throw new TypeError(`afterTick takes what advance() returned, got ${String(did)}`);
      }
      if (did === 'paused' && due >= 0) {
        show(due);
        add(rows.pauses, due, 1);
      }
      if (match !== undefined && did !== 'waiting') {
        const { localHandles } = match;
        store.local = 0;
        for (let i = 0; i < localHandles.length; i++) store.local |= 1 << (localHandles[i] ?? 0);
      }
      sum();
      store.tick++;
    },
    counters: Object.freeze({
      get ticks() {
        return store.tick - 1;
      },
      get steps() {
        return steps;
      },
      get redone() {
        return redone;
      },
      get rollbacks() {
        return rollbacks;
      },
      get wrong() {
        return wrong;
      },
      get stalls() {
        return stalls;
      },
      get desyncs() {
        return desyncs;
      },
      get packets() {
        return packets;
      },
    }),
    log,
    freeze: () => logOf(copyStore(store)),
    bytes: () => writeFlight(store),
  } satisfies FlightRecorder);
}
