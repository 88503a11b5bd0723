import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScript, writeScript } from '../src/link.js';
import { record } from '../src/record.js';
import type { Run } from '../src/run.js';
import { DEFAULT_SETTINGS, pressFor, RANGES, scriptOf, type Press, type Settings } from '../src/settings.js';
import { offlineFigures, offlinePath, timetable, type Scenario } from './offline.js';
import { TABLE } from './table.js';

const offlineOf = ({ scripts, ...dials }: Settings): Scenario => ({
  ...dials,
  p1: writeScript(scripts[0]),
  p2: writeScript(scripts[1]),
});
const reported = ({ report: { saved: _saved, inRing: _inRing, ...figures } }: Run) => figures;

/** Figures, times, positions and checksums of a run against the arithmetic. */
function expectAsOffline(settings: Settings): Run {
  const scenario = offlineOf(settings);
  const run = record(settings);
  expect(reported(run)).toEqual(offlineFigures(scenario));
  expect(run.flights.map(({ landedAt }) => landedAt)).toEqual(timetable(scenario).landed);
  const last = run.walls.at(-1)!;
  expect(last.rows.map(({ cells }) => cells)).toEqual(offlinePath(scenario));
  expect(last.rows.every(({ confirmed }) => confirmed)).toBe(true);
  // P2's machine ends the same run; what the two of them can compare is equal.
  const compared = last.rows.filter(({ theirChecksum }) => theirChecksum !== undefined);
  expect(compared.every(({ checksum, theirChecksum }) => checksum === theirChecksum)).toBe(true);
  expect(compared.length).toBe(settings.frames);
  return run;
}

describe('the default scenario', () => {
  const run = record(DEFAULT_SETTINGS);

  it('takes 17 wall frames, 2 rollbacks, 6 frames again, 3 at the most, no stall', () => {
    expect(run.report).toEqual({
      frames: 14,
      wallFrames: 17,
      rollbacks: 2,
      resimulated: 6,
      largest: 3,
      stalls: 0,
      confirmedThrough: 13,
      saved: 0,
      inRing: 15,
    });
  });

  it('moves both players when the second guess proves wrong: P1 three cells in one tick', () => {
    const cells = (wall: number, frame: number) => run.walls[wall]!.rows[frame]!.cells;
    expect([4, 5, 6].map((frame) => cells(6, frame))).toEqual([
      [7, 8],
      [7, 8],
      [7, 8],
    ]);
    expect([4, 5, 6].map((frame) => cells(7, frame))).toEqual([
      [8, 9],
      [9, 10],
      [10, 11],
    ]);
    expect(run.walls[7]!.rows[6]!.replaced).toEqual([[7, 8]]);
    expect(run.walls[16]!.rows.map(({ replacedAt }) => replacedAt)).toEqual([
      3, 3, 3, -1, 7, 7, 7, -1, -1, -1, -1, -1, -1, -1,
    ]);
  });

  it('guesses nothing at delay 3, and shows every press three frames late', () => {
    const delayed = record({ ...DEFAULT_SETTINGS, delay: 3 });
    expect(
      delayed.walls.flatMap(({ moments }) => moments).filter(({ kind }) => kind === 'predict' || kind === 'mispredict'),
    ).toEqual([]);
    expect(reported(delayed)).toEqual({
      frames: 14,
      wallFrames: 14,
      rollbacks: 0,
      resimulated: 0,
      largest: 0,
      stalls: 0,
      confirmedThrough: 13,
    });
    expect(
      delayed.walls
        .at(-1)!
        .rows.slice(0, 4)
        .map(({ cells }) => cells),
    ).toEqual([
      [3, 12],
      [3, 12],
      [3, 12],
      [4, 11],
    ]);
  });

  it('is the same to the last bit each time', () => {
    expect(record(DEFAULT_SETTINGS)).toEqual(run);
  });
});

describe('the table', () => {
  it('has 40 other settings and more, with stalls and without', () => {
    expect(new Set(TABLE.map((row) => JSON.stringify(row.slice(0, 5)))).size).toBe(TABLE.length);
    expect(TABLE.length).toBeGreaterThanOrEqual(42);
    expect(TABLE.filter((row) => row[9] > 0).length).toBeGreaterThanOrEqual(10);
  });

  it.each(TABLE)(
    'lag %i delay %i window %i frames %i, presses %s: %i wall frames, %i rollbacks, %i again, %i at the most, %i stalls',
    (lag, delay, window, frames, [p1, p2], wallFrames, rollbacks, resimulated, largest, stalls) => {
      const figures = { frames, wallFrames, rollbacks, resimulated, largest, stalls, confirmedThrough: frames - 1 };
      expect(offlineFigures({ lag, delay, window, frames, p1, p2 })).toEqual(figures);
      expect(
        reported(expectAsOffline({ lag, delay, window, frames, scripts: [readScript(p1), readScript(p2)] })),
      ).toEqual(figures);
    },
  );
});

describe('every setting', () => {
  const settings: Settings[] = [];
  for (let lag = RANGES.lag.min; lag <= RANGES.lag.max; lag++) {
    for (let delay = RANGES.delay.min; delay <= RANGES.delay.max; delay++) {
      for (let window = RANGES.window.min; window <= RANGES.window.max; window++) {
        for (const frames of [3, 14, 20]) settings.push({ ...DEFAULT_SETTINGS, lag, delay, window, frames });
      }
    }
  }

  it('of the dials gives the figures of the arithmetic', () => {
    expect(settings.length).toBe(6 * 4 * 8 * 3);
    for (const setting of settings) expectAsOffline(setting);
  });

  it('whose window reaches as far as a guess can never stalls, and its rollbacks are lag - delay deep', () => {
    const wide = settings.filter(({ lag, delay, window, frames }) => lag - delay <= window && frames > 10);
    expect(wide.length).toBe(158 * 2);
    for (const setting of wide) {
      const { report } = record(setting);
      expect(report.stalls).toBe(0);
      expect(report.largest).toBe(Math.max(0, setting.lag - setting.delay));
      expect(report.wallFrames).toBe(setting.frames + report.largest);
    }
  });

  it('whose window is too short waits first for lag - delay - window ticks, and as long again in every round of window + delay + 1 frames', () => {
    const short = settings.filter(({ lag, delay, window, frames }) => lag - delay > window && frames === 14);
    expect(short.length).toBe(34);
    for (const { lag, delay, window, frames, scripts } of short) {
      const wait = lag - delay - window;
      const { walls, report } = record({ lag, delay, window, frames, scripts });
      const waits = Array.from({ length: frames }, (_, frame) =>
        frame >= window + delay && (frame - window - delay) % (window + delay + 1) === 0 ? wait : 0,
      );
      expect(walls.at(-1)!.waits).toEqual(waits);
      expect(report.largest).toBe(window);
      // If P2's machine had not waited, the first wait would have been the only one, and the last press would have
      // landed lag - delay ticks after the last frame was due.
      expect(report.stalls).toBeGreaterThan(wait);
      expect(report.wallFrames).toBeGreaterThan(frames + lag - delay);
    }
  });

  it('and any presses give the figures of the arithmetic', () => {
    const dial = (name: keyof typeof RANGES) => fc.integer({ min: RANGES[name].min, max: RANGES[name].max });
    const script = fc
      .array(fc.integer({ min: 0, max: 2 }), { maxLength: 20 })
      .map((presses) => scriptOf(presses as Press[]));
    const any = fc.record({
      lag: dial('lag'),
      delay: dial('delay'),
      window: dial('window'),
      frames: dial('frames'),
      scripts: fc.tuple(script, script),
    });
    let rolledBack = 0;
    let stalled = 0;
    fc.assert(
      fc.property(any, (setting) => {
        const { report } = expectAsOffline(setting);
        if (report.rollbacks > 0) rolledBack++;
        if (report.stalls > 0) stalled++;
      }),
      { numRuns: 300 },
    );
    expect(rolledBack).toBeGreaterThan(100);
    expect(stalled).toBeGreaterThan(15);
  });
});

describe('what a wall frame says', () => {
  it.each(TABLE)(
    'lag %i delay %i window %i frames %i, presses %s: what the trace told adds up to the match’s counters in every tick',
    (lag, delay, window, frames, [p1, p2]) => {
      const settings: Settings = { lag, delay, window, frames, scripts: [readScript(p1), readScript(p2)] };
      const { walls, report, flights, pressedAt } = record(settings);
      const told: (typeof walls)[number]['moments'][number][] = [];
      const all = (kind: string, player?: number) =>
        told.filter((moment) => moment.kind === kind && (player === undefined || moment.player === player));
      for (const { moments, rows, figures } of walls) {
        told.push(...moments);
        const confirmed = Math.max(delay - 1, ...all('confirm', 1).map(({ frame }) => frame));
        expect({
          frames: all('step').length,
          rollbacks: all('rollback').length,
          resimulated: all('resimulate').length,
          largest: Math.max(0, ...all('rollback').map(({ value }) => value)),
          stalls: all('stall').length,
          confirmedThrough: Math.min(confirmed, figures.frames - 1),
        }).toEqual((({ wallFrames: _wallFrames, saved: _saved, inRing: _inRing, ...counted }) => counted)(figures));
        expect(rows.length).toBe(figures.frames);
        expect(rows.filter((row) => !row.confirmed).length).toBe(figures.saved);
        expect(figures.saved).toBeLessThanOrEqual(window);
        expect(rows.map(({ runs }) => runs)).toEqual(
          rows.map(
            ({ frame }) =>
              told.filter(
                (moment) => (moment.kind === 'step' || moment.kind === 'resimulate') && moment.frame === frame,
              ).length,
          ),
        );
        expect(rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(figures.frames + figures.resimulated);
      }
      expect(all('mispredict').length).toBe(report.rollbacks);
      // One packet a tick, in those that stall and in the last wait, too.
      expect(all('send').length).toBe(report.wallFrames);
      for (const player of [0, 1] as const) {
        const presses = all('receive', player);
        const last =
          player === 0
            ? pressedAt.filter((wall) => wall >= 0).length
            : flights.filter(({ madeAt }) => madeAt >= 0).length;
        expect(presses.map(({ frame, value }) => [frame, value])).toEqual(
          Array.from({ length: last }, (_, at) => [at + delay, pressFor(settings, player, at + delay)]),
        );
        expect(last).toBe(Math.max(0, frames - delay));
      }
      // A press is taken in the first tick in which the frame `delay` before it is due, and flies for exactly the lag.
      expect(pressedAt).toEqual(timetable(offlineOf(settings)).landed.map((wall) => (wall < 0 ? -1 : wall - lag)));
      for (const { madeAt, landedAt } of flights) if (madeAt >= 0) expect(landedAt - madeAt).toBe(lag);
      expect(walls.at(-1)!.waits.reduce((sum, wait) => sum + wait, 0)).toBe(report.stalls);
    },
  );
});
