// Bytes allocated by a tick that is recorded: none. Measured as growth of the heap between two points with no
// collection in between, the least of several repeats: other threads of the runner can only add. Needs the flags that
// vitest.config.ts gives the forks.
import { createSession, defineGame, TRACE, type AnyGame, type Match } from '@lite-rollback/core';
import { expect, it } from 'vitest';
import { createFlightRecorder } from './flight-recorder.js';

const LIMIT = 0.05;
const REPEATS = 40;
const TICKS = 20_000;

function bytesPerTick(operation: () => void, limit: number): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('run with --expose-gc: see vitest.config.ts');
  for (let i = 0; i < 50_000; i++) operation();
  let least = Infinity;
  for (let repeat = 0; repeat < REPEATS && least > limit * TICKS; repeat++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < TICKS; i++) operation();
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  return Math.max(0, least) / TICKS;
}

const game = defineGame({
  id: 'flight-bytes/1',
  numPlayers: 2,
  fields: { sum: { type: Int32Array, length: 40 } },
  simulate({ sum }, inputs) {
    for (let i = 0; i < inputs.length; i++) sum[i] = ((sum[i] ?? 0) + (inputs[i] ?? 0)) | 0;
  },
});

/** A session that redoes four frames in each tick, and all that a match would tell besides. */
function start(followed: boolean) {
  const recorder = createFlightRecorder({ game });
  const { trace } = recorder;
  const session = createSession({ ...game, capacity: 16, trace });
  // Of a match the recorder reads these two.
  if (followed) recorder.follow({ session, localHandles: [0] } as unknown as Match<AnyGame['fields']>);
  let turn = 0;
  const tick = (): void => {
    turn ^= 1;
    const frame = session.frame();
    if (frame >= 4) session.queueRemoteInput(1, frame - 4, turn);
    session.resync();
    session.setLocalInput(turn);
    trace(TRACE.ACK, Math.max(0, frame - 4), 1, 1);
    trace(TRACE.SEND, frame, 1, 40);
    if ((frame & 7) === 0) trace(TRACE.STALL, frame, 1, 8);
    session.step();
    recorder.afterTick('advanced');
  };
  return { recorder, session, tick };
}

it('a traced tick allocates nothing', () => {
  const { recorder, session, tick } = start(false);
  expect(bytesPerTick(tick, LIMIT)).toBeLessThan(LIMIT);
  const { log, counters } = recorder;
  expect(counters.steps).toBe(session.frame());
  expect(counters.redone).toBe(session.stats.fastForwardFrames);
  expect(counters.redone).toBeGreaterThan(100_000);
  expect(log.sums()).toMatchObject({ frames: 600, stalls: 75, inFlight: 4 });
});

it('with checksums at most the box that an engine puts round a number from 2^31 on: 16 bytes', () => {
  const { recorder, tick } = start(true);
  expect(bytesPerTick(tick, 16 + LIMIT)).toBeLessThanOrEqual(16 + LIMIT);
  const { last, row } = recorder.log;
  expect([last - 4, last - 3].map((frame) => row(frame)?.checksum !== undefined)).toEqual([true, false]);
});
