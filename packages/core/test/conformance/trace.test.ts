// What a trace is told, moment by moment and in which order.
import { describe, expect, it } from 'vitest';
import {
  createMatch,
  createSession,
  defineGame,
  TRACE,
  type Match,
  type Trace,
  type TraceKind,
} from '../../src/index.js';
import { createSimulatedNetwork } from '../../src/testing.js';

type Moment = readonly [kind: TraceKind, frame: number, player: number, value: number];
const { RECEIVE, CONFIRM, MISPREDICT, ROLLBACK, PREDICT, RESIMULATE, STEP, STALL, SEND, ACK, DESYNC, PAUSE } = TRACE;

const FIELDS = { sum: { type: Int32Array, length: 2 } } as const;

function listen(): { trace: Trace; take(): Moment[]; all: Moment[] } {
  const all: Moment[] = [];
  let from = 0;
  return {
    all,
    trace: (kind, frame, player, value) => void all.push([kind, frame, player, value]),
    take: () => all.slice(from, (from = all.length)),
  };
}

function makeSession(trace: Trace) {
  return createSession({
    capacity: 8,
    numPlayers: 2,
    fields: FIELDS,
    trace,
    simulate({ sum }, inputs) {
      sum[0]! += inputs[0]!;
      sum[1]! += inputs[1]!;
    },
  });
}

describe('the trace of a session', () => {
  it('tells a guess, a wrong guess, the redo and a confirmation, in that order', () => {
    const { trace, take } = listen();
    const session = makeSession(trace);
    session.setLocalInput(5);
    session.step();
    expect(take()).toEqual([
      [RECEIVE, 0, 0, 5],
      [CONFIRM, 0, 0, 0],
      [PREDICT, 0, 1, 0],
      [STEP, 0, -1, 0],
    ]);
    session.setLocalInput(6);
    session.step();
    expect(take()).toEqual([
      [RECEIVE, 1, 0, 6],
      [CONFIRM, 1, 0, 0],
      [PREDICT, 1, 1, 0],
      [STEP, 1, -1, 0],
    ]);
    // Out of order: frame 1 is known, and not yet confirmed.
    session.queueRemoteInput(1, 1, 0);
    expect(take()).toEqual([[RECEIVE, 1, 1, 0]]);
    session.queueRemoteInput(1, 0, 7);
    expect(take()).toEqual([
      [RECEIVE, 0, 1, 7],
      [CONFIRM, 0, 1, 0],
      [CONFIRM, 1, 1, 0],
      [MISPREDICT, 0, 1, 2],
    ]);
    session.setLocalInput(8);
    session.step();
    expect(take()).toEqual([
      [RECEIVE, 2, 0, 8], [CONFIRM, 2, 0, 0],
      [ROLLBACK, 0, -1, 2], [RESIMULATE, 0, -1, 0], [RESIMULATE, 1, -1, 0],
      [PREDICT, 2, 1, 0], [STEP, 2, -1, 0],
    ]); // prettier-ignore
    session.queueRemoteInput(1, 0, 9);
    expect(take()).toEqual([[DESYNC, 0, 1, 0]]);
    session.queueRemoteInput(1, 0, 7);
    expect(take()).toEqual([]);
  });

  it('tells first words as int32, and a guess of the predictor as it is used', () => {
    const { trace, take } = listen();
    const session = createSession({
      capacity: 8, numPlayers: 2, inputWords: 2, fields: FIELDS, trace, simulate() {},
      predict(_player, _frame, scratch, offset) { scratch[offset] = 0xffff_fffe; },
    }); // prettier-ignore
    session.setLocalInput([-1, 3]);
    session.step();
    expect(take()).toEqual([
      [RECEIVE, 0, 0, -1],
      [CONFIRM, 0, 0, 0],
      [PREDICT, 0, 1, -2],
      [STEP, 0, -1, 0],
    ]);
  });

  it('is refused when it is no function, and may be left out', () => {
    // @ts-expect-error a wrong type is what is tested
    expect(() => makeSession(5)).toThrow(new TypeError('trace must be a function, got 5'));
    expect(() => createSession({ capacity: 8, numPlayers: 1, fields: FIELDS, simulate() {} }).step()).not.toThrow();
  });
});

/** From `driftsAt` on, this machine's copy of the game keeps to rules of its own. */
const makeGame = (driftsAt: number) =>
  defineGame({
    id: 'trace/1',
    numPlayers: 2,
    fields: FIELDS,
    simulate({ sum }, inputs, frame) {
      sum[0]! += inputs[0]! + (frame >= driftsAt ? 1 : 0);
      sum[1]! += inputs[1]!;
    },
  });

/** Two machines at 60 Hz, each with a trace of its own. */
function play(
  ticks: number,
  options: { latencyMs: number; maxPrediction?: number; pauseAt?: number; driftsAt?: number; loss?: number },
) {
  const network = createSimulatedNetwork({ seed: 3, latencyMs: options.latencyMs, loss: options.loss ?? 0 });
  const ears = [listen(), listen()];
  let seed = 1;
  const matches = ['a', 'b'].map((id, index) =>
    createMatch({
      game: makeGame(index === 0 ? (options.driftsAt ?? Infinity) : Infinity),
      transport: network.transport(id),
      now: network.now,
      random: () => (seed = (seed * 48_271) % 0x7fff_ffff),
      inputDelay: 1,
      maxPrediction: options.maxPrediction ?? 8,
      desyncInterval: 10,
      trace: ears[index]!.trace,
    }),
  );
  const perTick: Moment[][] = [];
  for (let tick = 0; tick < ticks; tick++) {
    network.advance(1000 / 60);
    matches.forEach((match, index) => {
      if (index === 0) ears[0]!.take();
      if (tick === options.pauseAt) match.pause();
      if (tick === (options.pauseAt ?? 0) + 30) match.unpause();
      match.advance((tick >> 2) % (5 + index));
      if (index === 0) perTick.push(ears[0]!.take());
    });
  }
  return { matches: matches as [Match<typeof FIELDS>, Match<typeof FIELDS>], ears, perTick };
}

const count = (moments: readonly Moment[], kind: TraceKind): number => moments.filter(([k]) => k === kind).length;

describe('the trace of a match', () => {
  it('counts what the session and the match count', () => {
    const { matches, ears } = play(600, { latencyMs: 90, loss: 0.1 });
    for (const [index, { session, counters }] of matches.entries()) {
      const moments = ears[index]!.all;
      expect(session.stats.rollbacks).toBeGreaterThan(20);
      expect(count(moments, ROLLBACK)).toBe(session.stats.rollbacks);
      expect(count(moments, RESIMULATE)).toBe(session.stats.fastForwardFrames);
      expect(count(moments, MISPREDICT)).toBe(session.stats.mispredictions);
      expect(count(moments, STEP)).toBe(session.frame());
      expect(count(moments, STALL)).toBe(counters.stalls);
      expect(Math.max(...moments.filter(([k]) => k === ROLLBACK).map(([, , , depth]) => depth))).toBe(
        session.stats.maxRollbackDepth,
      );
      for (const player of [0, 1]) {
        const confirmed = moments.filter(([k, , p]) => k === CONFIRM && p === player).map(([, frame]) => frame);
        expect(confirmed.at(-1)).toBe(session.confirmedFrameOf(player));
        expect(confirmed).toEqual([...confirmed].sort((a, b) => a - b));
      }
      const acks = moments.filter(([k]) => k === ACK);
      expect(acks.length).toBeGreaterThan(300);
      expect(acks.every(([, , player]) => player === 1 - index)).toBe(true);
      // Below the delay of one frame nothing is ever acked: those inputs are neutral.
      expect(acks.reduce((sum, [, , , more]) => sum + more, 0)).toBe(acks.at(-1)![1]);
      expect(moments.every((moment) => moment.every(Number.isInteger))).toBe(true);
    }
  });

  it('keeps the order of advance(): read, redo, sample, send, stall or step', () => {
    const { perTick } = play(600, { latencyMs: 150, maxPrediction: 4, loss: 0.1 });
    const phase: Partial<Record<TraceKind, number>> = {
      [ACK]: 0,
      [MISPREDICT]: 0,
      [ROLLBACK]: 1,
      [RESIMULATE]: 2,
      [SEND]: 4,
      [STALL]: 5,
      [STEP]: 6,
    };
    const seen = new Set<TraceKind>();
    for (const moments of perTick) {
      let last = 0;
      for (const [kind] of moments) {
        const now = phase[kind];
        if (now === undefined) continue;
        seen.add(kind);
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
      }
      expect(count(moments, STALL) + count(moments, STEP)).toBeLessThanOrEqual(1);
      expect(count(moments, ROLLBACK)).toBeLessThanOrEqual(1);
    }
    expect(seen.size).toBe(Object.keys(phase).length);
  });

  it('tells the bytes of each packet, and whom a stall waits for', () => {
    const { matches, ears } = play(300, { latencyMs: 200, maxPrediction: 2 });
    const sends = ears[0]!.all.filter(([k]) => k === SEND);
    expect(sends.length).toBeGreaterThan(100);
    expect(sends.every(([, , player, bytes]) => player === 1 && bytes > 8 && bytes <= 1200)).toBe(true);
    const stalls = ears[0]!.all.filter(([k]) => k === STALL);
    expect(stalls.length).toBeGreaterThan(50);
    expect(stalls.every(([, , player, ahead]) => player === 1 && ahead === 2)).toBe(true);
    expect(matches[0].counters.stalls).toBe(stalls.length);
  });

  it('tells when a match comes to a pause, and when it goes on', () => {
    const { ears } = play(200, { latencyMs: 40, pauseAt: 100 });
    for (const { all } of ears) {
      const pauses = all.filter(([k]) => k === PAUSE);
      expect(pauses.map(([, , player, value]) => [player, value])).toEqual([
        [-1, 1],
        [-1, 0],
      ]);
    }
  });

  it("tells the first frame whose checksum differs, with the other machine's", () => {
    const { matches, ears } = play(300, { latencyMs: 40, driftsAt: 150 });
    const desyncs = ears.map(({ all }) => all.filter(([k]) => k === DESYNC));
    expect(desyncs.map((list) => list.map(([, , player]) => player))).toEqual([[1], [0]]);
    expect(desyncs[0]![0]![1]).toBe(desyncs[1]![0]![1]);
    expect(desyncs[0]![0]![1]).toBe(150);
    expect(desyncs[0]![0]![3]).not.toBe(desyncs[1]![0]![3]);
    expect(matches[0].session.frame()).toBeGreaterThan(200);
  });
});
