// The recorder against real matches over the simulated network, and against a plain list of what the trace was told.
import { createMatch, defineGame, TRACE, type Match, type TraceKind } from '@lite-rollback/core';
import { createSimulatedNetwork } from '@lite-rollback/core/testing';
import { describe, expect, it } from 'vitest';
import { createFlightRecorder, type FlightRecorder } from './flight-recorder.js';

const FIELDS = { sum: { type: Int32Array, length: 3 } } as const;
const makeGame = (driftsAt = Infinity) =>
  defineGame({
    id: 'flight/1',
    numPlayers: 2,
    fields: FIELDS,
    simulate({ sum }, inputs, frame) {
      sum[0] = (Math.imul(sum[0] ?? 0, 31) + (inputs[0] ?? 0) + (frame >= driftsAt ? 1 : 0)) | 0;
      sum[1] = (Math.imul(sum[1] ?? 0, 33) + (inputs[1] ?? 0)) | 0;
    },
  });

interface Moment {
  kind: TraceKind;
  frame: number;
  player: number;
  value: number;
  tick: number;
}
interface Machine {
  match: Match<typeof FIELDS>;
  recorder: FlightRecorder;
  moments: Moment[];
  /** By frame, read from the match itself after each tick. */
  checksums: Map<number, number>;
  did: string[];
  advance(input: number): void;
}

interface PlayOptions {
  latencyMs?: number;
  loss?: number;
  maxPrediction?: number;
  driftsAt?: number;
  pauseAt?: number;
}

function play(
  ticks: number,
  { driftsAt, latencyMs = 120, loss = 0.2, maxPrediction = 12, pauseAt }: PlayOptions = {},
): [Machine, Machine] {
  const network = createSimulatedNetwork({ seed: 7, latencyMs, loss });
  let seed = 1;
  const machines = ['a', 'b'].map((id, index): Machine => {
    const game = makeGame(index === 0 ? driftsAt : undefined);
    const moments: Moment[] = [];
    let tick = 1;
    const recorder = createFlightRecorder({
      game,
      trace: (kind, frame, player, value) => void moments.push({ kind, frame, player, value, tick }),
    });
    const match = createMatch({
      game,
      transport: network.transport(id),
      now: network.now,
      random: () => (seed = (seed * 48_271) % 0x7fff_ffff),
      maxPrediction,
      desyncInterval: 10,
      onDesync: 'report',
      trace: recorder.trace,
    });
    recorder.follow(match);
    const did: string[] = [];
    const checksums = new Map<number, number>();
    const advance = (input: number): void => {
      const result = match.advance(input);
      recorder.afterTick(result);
      did.push(result);
      tick++;
      const { session } = match;
      for (
        let frame = Math.max(0, session.frame() - session.depth());
        frame <= Math.min(session.confirmedFrame(), session.frame() - 1);
        frame++
      ) {
        if (!checksums.has(frame)) checksums.set(frame, session.checksumAt(frame));
      }
    };
    return { match, recorder, moments, checksums, did, advance };
  });
  for (let tick = 0; tick < ticks; tick++) {
    network.advance(1000 / 60);
    machines.forEach(({ advance, match }, index) => {
      if (tick === pauseAt) match.pause();
      if (pauseAt !== undefined && tick === pauseAt + 30) match.unpause();
      advance((tick >> 3) % (3 + index));
    });
  }
  return machines as [Machine, Machine]; // mapped from two names
}

const of = (moments: readonly Moment[], kind: TraceKind): Moment[] => moments.filter((moment) => moment.kind === kind);

describe('a recording of a match at 120 ms and 20 % loss', () => {
  const machines = play(560);
  it.each([0, 1])('machine %d: redone frames, rollbacks, guesses and stalls are what the session counts', (index) => {
    const { match, recorder } = machines[index] ?? machines[0];
    const { stats } = match.session;
    const sums = recorder.log.sums();
    expect(stats.fastForwardFrames).toBeGreaterThan(150);
    expect(sums.redone).toBe(stats.fastForwardFrames);
    expect(sums.rollbacks).toBe(stats.rollbacks);
    expect(sums.deepest).toBe(stats.maxRollbackDepth);
    expect(sums.stalls).toBe(match.counters.stalls);
    expect(sums.frames).toBe(match.session.frame());
    expect(recorder.log.first).toBe(0);
    expect(recorder.counters).toMatchObject({
      ticks: 560, steps: match.session.frame(), redone: stats.fastForwardFrames, rollbacks: stats.rollbacks, wrong: stats.mispredictions, stalls: match.counters.stalls, desyncs: 0,
    }); // prettier-ignore
    // Several inputs of one player contradict their guesses and are told one by one; as many cells are marked.
    expect(sums.wrong).toBe(stats.mispredictions);
    expect(sums.right).toBeGreaterThan(50);
    expect(sums.guessed).toBeGreaterThan(2);
  });

  it('has the inputs, with when each came, and what stood in for it', () => {
    const { match, moments, recorder } = machines[0];
    const remote = match.localHandles[0] === 0 ? 1 : 0;
    expect(recorder.log.localHandles).toEqual([1 - remote]);
    let checked = 0;
    for (let frame = 20; frame <= recorder.log.last; frame++) {
      const row = recorder.log.row(frame);
      const cell = row?.cells[remote];
      const came = of(moments, TRACE.RECEIVE).find((moment) => moment.frame === frame && moment.player === remote);
      const first = of(moments, TRACE.STEP).find((moment) => moment.frame === frame);
      const guesses = of(moments, TRACE.PREDICT).filter((moment) => moment.frame === frame && moment.player === remote);
      const wrong = of(moments, TRACE.MISPREDICT).some((moment) => moment.frame === frame && moment.player === remote);
      expect(row?.tick).toBe(first?.tick);
      expect(cell).toEqual({
        mark: wrong ? 'wrong' : came === undefined ? 'guessed' : guesses.length > 0 ? 'right' : 'known',
        used: came === undefined ? guesses.at(-1)?.value : came.value,
        guess: guesses.at(-1)?.value,
        real: came?.value,
        arrived: came?.tick ?? 0,
        due:
          came === undefined
            ? -1
            : (of(moments, TRACE.STEP)
                .filter(({ tick }) => tick < came.tick)
                .at(-1)?.frame ?? -1) + 1,
        late: came === undefined ? undefined : came.tick - (first?.tick ?? 0),
      });
      checked += came === undefined ? 0 : 1;
    }
    expect(checked).toBeGreaterThan(450);
  });

  it('has the checksum of every confirmed frame, and both machines the same', () => {
    let same = 0;
    for (const { checksums, recorder } of machines) {
      for (let frame = 0; frame <= recorder.log.last; frame++)
        expect(recorder.log.row(frame)?.checksum, String(frame)).toBe(checksums.get(frame));
      expect(checksums.size).toBeGreaterThan(500);
    }
    for (let frame = 0; frame < 500; frame++) {
      expect(machines[0].recorder.log.row(frame)?.checksum).toBe(machines[1].recorder.log.row(frame)?.checksum);
      same++;
    }
    expect(same).toBe(500);
  });

  it('knows when own inputs went out and were acked, how many are on their way, and the packets of each tick', () => {
    const { moments, recorder } = machines[1];
    const rows = Array.from({ length: recorder.log.last + 1 }, (_, frame) => recorder.log.row(frame));
    let acked = 0;
    for (const row of rows.slice(5)) {
      const sent = of(moments, TRACE.SEND).find(({ frame }) => frame >= (row?.frame ?? 0));
      const ack = of(moments, TRACE.ACK).find(({ frame }) => frame >= (row?.frame ?? 0));
      expect(row?.sent).toBe(sent?.tick);
      expect(row?.acked).toBe(ack?.tick ?? 0);
      if (ack !== undefined) acked++;
      const lastSent = of(moments, TRACE.SEND)
        .filter(({ tick }) => tick <= (row?.tick ?? 0))
        .at(-1);
      const lastAck = of(moments, TRACE.ACK)
        .filter(({ tick }) => tick <= (row?.tick ?? 0))
        .at(-1);
      if (lastAck !== undefined && row?.stalls === 0) expect(row.inFlight).toBe((lastSent?.frame ?? 0) - lastAck.frame);
    }
    expect(acked).toBeGreaterThan(450);
    const due = of(moments, TRACE.SEND).filter(({ tick }) => tick >= (rows[5]?.tick ?? 0));
    expect(rows.slice(5).reduce((sum, row) => sum + (row?.packets ?? 0), 0)).toBe(due.length);
    expect(rows.slice(5).reduce((sum, row) => sum + (row?.bytes ?? 0), 0)).toBe(
      due.reduce((sum, { value }) => sum + value, 0),
    );
  });
});

it('keeps the last 600 frames, and forgets older ones', () => {
  const [{ match, moments, recorder }] = play(1900);
  const { log } = recorder;
  expect(log.last).toBe(match.session.frame() - 1);
  expect(log.last).toBeGreaterThan(1700);
  expect(log.first).toBe(log.last - 599);
  expect(log.row(log.first - 1)).toBeUndefined();
  expect(log.row(log.last + 1)).toBeUndefined();
  const again = of(moments, TRACE.RESIMULATE).filter(({ frame }) => frame >= log.first);
  expect(again.length).toBeGreaterThan(200);
  expect(log.sums().redone).toBe(again.length);
  expect(recorder.counters.redone).toBe(match.session.stats.fastForwardFrames);
  const frozen = recorder.freeze();
  const before = JSON.stringify(frozen.row(frozen.last));
  for (let i = 0; i < 700; i++) recorder.trace(TRACE.STEP, log.last + 1, -1, 0);
  expect(JSON.stringify(frozen.row(frozen.last))).toBe(before);
  expect(log.row(frozen.first)).toBeUndefined();
});

it('shows stalls, for whom, and pauses, at the frame that was due', () => {
  const [{ did, match, recorder }] = play(500, { latencyMs: 200, maxPrediction: 3, pauseAt: 250 });
  const rows = Array.from({ length: recorder.log.last + 1 }, (_, frame) => recorder.log.row(frame));
  const stalls = rows.reduce((sum, row) => sum + (row?.stalls ?? 0), 0);
  expect(stalls).toBe(match.counters.stalls);
  expect(stalls).toBeGreaterThan(50);
  const remote = match.localHandles[0] === 0 ? 1 : 0;
  for (const row of rows) expect(row?.waitedFor).toBe((row?.stalls ?? 0) > 0 ? remote : -1);
  const paused = did.filter((what) => what === 'paused').length;
  expect(paused).toBeGreaterThan(20);
  const played = did.slice(0, did.indexOf('paused')).filter((what) => what === 'advanced').length;
  expect(rows.filter((row) => (row?.pauses ?? 0) > 0).map((row) => [row?.frame, row?.pauses])).toEqual([
    [played, paused],
  ]);
});

it('marks the frame at which the machines came apart, with the other checksum', () => {
  const machines = play(400, { latencyMs: 40, loss: 0, driftsAt: 150 });
  const found = machines.map(({ recorder }) => recorder.log.row(150));
  const [a, b] = found;
  expect(machines.map(({ recorder }) => recorder.counters.desyncs)).toEqual([1, 1]);
  expect([a?.desync?.player, b?.desync?.player]).toEqual([
    machines[1].match.localHandles[0],
    machines[0].match.localHandles[0],
  ]);
  expect(a?.checksum).not.toBe(b?.checksum);
  expect(a?.desync?.checksum).toBeDefined();
  expect(machines[0].recorder.log.sums()).toMatchObject({ desyncs: 1, apartAt: 150 });
});

it('refuses what is no game, no trace and no Advance', () => {
  // Wrong types are what is tested.
  expect(() => createFlightRecorder({ game: undefined as never })).toThrow(TypeError);
  expect(() => createFlightRecorder({ game: makeGame(), trace: 5 as never })).toThrow(
    'trace must be a function, got number',
  );
  expect(() => createFlightRecorder({ game: makeGame() }).afterTick('done' as never)).toThrow(
    'afterTick takes what advance() returned, got done',
  );
});

it('needs no match: a trace and ticks are enough', () => {
  const { afterTick, log, trace } = createFlightRecorder({ game: makeGame() });
  expect([log.first, log.last, log.row(0)]).toEqual([-1, -1, undefined]);
  trace(TRACE.RECEIVE, 0, 0, -1);
  trace(TRACE.PREDICT, 0, 1, 3);
  trace(TRACE.STEP, 0, -1, 0);
  afterTick('advanced');
  expect(log.row(0)).toMatchObject({
    frame: 0,
    tick: 1,
    runs: 1,
    checksum: undefined,
    cells: [
      { mark: 'known', used: 0xffff_ffff, late: 0 },
      { mark: 'guessed', used: 3, guess: 3 },
    ],
  });
  // The rows' own order: a frame that is due, and a desync of inputs.
  trace(TRACE.DESYNC, 0, 1, 0);
  trace(TRACE.STALL, 1, 1, 1);
  expect(log.row(0)?.desync).toEqual({ player: 1 });
  expect(log.row(1)).toMatchObject({ runs: 0, stalls: 1, waitedFor: 1, cells: [{ mark: 'none' }, { mark: 'none' }] });
});
