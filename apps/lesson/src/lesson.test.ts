import { describe, expect, it } from 'vitest';
import { createLesson, currentWall, WALL_MS, type Lesson, type LessonOptions } from './lesson.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { LEFT } from './sim/track.js';
import { STOPS } from './tour/stops.js';
import { tellingMoment } from './words.js';

/** A lesson whose time only moves when told to. */
function stage(options: Partial<LessonOptions> = {}): { lesson: Lesson; pass: () => boolean; waits: number[] } {
  let due: (() => void) | undefined;
  const waits: number[] = [];
  const lesson = createLesson({
    settings: DEFAULT_SETTINGS,
    calm: () => false,
    schedule(callback, ms) {
      due = callback;
      waits.push(ms);
      return () => void (due = undefined);
    },
    ...options,
  });
  const pass = (): boolean => {
    const callback = due;
    due = undefined;
    callback?.();
    return callback !== undefined;
  };
  return { lesson, pass, waits };
}

describe('a lesson', () => {
  it('opens at the end of the run, or where it is told to', () => {
    expect(stage().lesson.state.at).toBe(17);
    expect(stage({ at: 8 }).lesson.state.at).toBe(8);
    expect(stage({ at: 99 }).lesson.state.at).toBe(17);
    expect(currentWall(stage({ at: 0 }).lesson.state)).toBeUndefined();
  });

  it('steps within its bounds', () => {
    const { lesson } = stage({ at: 0 });
    lesson.goTo(-1);
    expect(lesson.state.at).toBe(0);
    lesson.goTo(lesson.state.at + 1);
    expect(lesson.state.at).toBe(1);
    lesson.goToEnd();
    lesson.goTo(lesson.state.at + 1);
    expect(lesson.state.at).toBe(17);
  });

  it('plays every moment of every tick, from the start if it stands at the end, and stops at the end', () => {
    const { lesson, pass, waits } = stage();
    const seen: string[] = [];
    lesson.subscribe(({ at, moment, playing }) => {
      if (playing && at > 0 && moment < 99) seen.push(`${at}.${moment}`);
    });
    lesson.play();
    while (pass());
    const all = lesson.state.run.walls.flatMap(({ moments, wall }) =>
      moments.map((_, index) => `${wall + 1}.${index}`),
    );
    expect([...new Set(seen)]).toEqual(all);
    expect(lesson.state).toMatchObject({ at: 17, playing: false });
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(60);
  });

  it('stays as long at a tick in which little happens as at one in which more does', () => {
    const { lesson, pass, waits } = stage({ settings: { ...DEFAULT_SETTINGS, lag: 6, frames: 2 } });
    expect(lesson.state.run.walls.filter(({ moments }) => moments.length === 1).length).toBeGreaterThan(0);
    lesson.play();
    while (pass());
    expect(Math.max(...waits)).toBe(WALL_MS);
  });

  it('plays one moment a tick, the telling one, where motion is not wanted', () => {
    const { lesson, pass } = stage({ at: 0, calm: () => true });
    const seen: [number, number][] = [];
    lesson.play();
    do seen.push([lesson.state.at, lesson.state.moment]);
    while (pass());
    expect(seen.slice(0, 17)).toEqual(
      lesson.state.run.walls.map(({ moments }, wall) => [wall + 1, tellingMoment(moments)]),
    );
  });

  it('pauses where it is, and nothing moves any more', () => {
    const { lesson, pass } = stage({ at: 0 });
    lesson.play();
    for (let beat = 0; beat < 9; beat++) pass();
    const { at } = lesson.state;
    expect(at).toBeGreaterThan(1);
    lesson.pause();
    expect(pass()).toBe(false);
    expect(lesson.state).toMatchObject({ at, playing: false });
    lesson.play();
    expect(lesson.state.at).toBe(at + 1);
  });

  it('plays another scenario at once, and keeps to the end or to the place', () => {
    const { lesson } = stage();
    lesson.setSettings({ ...DEFAULT_SETTINGS, lag: 6 });
    expect(lesson.state).toMatchObject({ at: 20 });
    lesson.goTo(5);
    lesson.setSettings({ ...DEFAULT_SETTINGS, lag: 6, window: 4 });
    expect(lesson.state.at).toBe(5);
    expect(lesson.state.run.report.stalls).toBe(4);
    lesson.goTo(23);
    lesson.setSettings({ ...DEFAULT_SETTINGS, frames: 3 });
    expect(lesson.state.at).toBe(6);
  });

  it('resets to the default scenario and its start', () => {
    const { lesson } = stage({ settings: { ...DEFAULT_SETTINGS, lag: 6, frames: 20 } });
    lesson.reset();
    expect(lesson.state).toMatchObject({ at: 0, settings: DEFAULT_SETTINGS });
    expect(lesson.state.run.report.wallFrames).toBe(17);
  });

  it('looks at the row that was tapped until it is tapped again or the tick changes', () => {
    const { lesson } = stage({ at: 8 });
    lesson.selectRow(6);
    expect(lesson.state.row).toBe(6);
    lesson.selectRow(6);
    expect(lesson.state.row).toBe(-1);
    lesson.selectRow(2);
    lesson.goTo(9);
    expect(lesson.state.row).toBe(-1);
  });
});

describe('the tour', () => {
  it('has ten stops or more, each of which says something of its own', () => {
    expect(STOPS.length).toBeGreaterThanOrEqual(10);
    expect(new Set(STOPS.map(({ title }) => title)).size).toBe(STOPS.length);
  });

  it('sets the scenario of each stop and stands where it says', () => {
    const { lesson } = stage();
    STOPS.forEach((stop, index) => {
      lesson.setStop(index);
      const { settings, at, run, row } = lesson.state;
      expect(settings).toEqual(stop.settings);
      expect(at).toBe(stop.at ?? run.walls.length);
      expect(row).toBe(stop.row ?? -1);
      if (stop.row !== undefined) expect(currentWall(lesson.state)?.rows[stop.row], stop.title).toBeDefined();
    });
    lesson.setStop(-1);
    expect(lesson.state.stop).toBe(-1);
  });

  /** The numbers that the stops speak of, as the match gives them. */
  it.each<[string, (wall: NonNullable<ReturnType<typeof currentWall>>, lesson: Lesson) => void]>([
    ['Lockstep waits', ({ rows }) => expect(rows.map(({ cells }) => cells[0])).toEqual([3, 3, 3, 4])],
    [
      'The guess',
      ({ moments }) => expect(moments.map(({ kind }) => kind)).toEqual(['receive', 'send', 'predict', 'step']),
    ],
    ['Save before you trust it', ({ figures }) => expect(figures.saved).toBe(3)],
    [
      'A wrong guess',
      ({ moments }) =>
        expect(
          moments
            .filter(({ kind }) => kind === 'resimulate' || kind === 'predict')
            .map(({ kind, frame, value }) => [kind, frame, value])
            .slice(0, 5),
        ).toEqual([
          ['resimulate', 0, 0],
          ['predict', 1, LEFT],
          ['resimulate', 1, 0],
          ['predict', 2, LEFT],
          ['resimulate', 2, 0],
        ]),
    ],
    [
      'A right guess',
      ({ moments, figures }) => {
        expect(moments.map(({ kind }) => kind)).toContain('confirm');
        expect(figures.rollbacks).toBe(1);
      },
    ],
    [
      'Before the turn',
      ({ rows }, { state }) => {
        expect(rows.slice(4).map(({ cells }) => cells)).toEqual([
          [7, 8],
          [7, 8],
          [7, 8],
        ]);
        expect(state.run.flights[4]!.landedAt - (state.at - 1)).toBe(1);
      },
    ],
    ['Why both players move', ({ rows }) => expect(rows[6]).toMatchObject({ cells: [10, 11], replaced: [[7, 8]] })],
    [
      'What it costs',
      ({ moments }) => expect(moments.filter(({ kind }) => kind === 'resimulate' || kind === 'step').length).toBe(4),
    ],
    ['Delay buys depth', (_, { state }) => expect(state.run.report).toMatchObject({ rollbacks: 2, largest: 1 })],
    [
      'The window, and the stall',
      ({ stalledAt }, { state }) => {
        expect(stalledAt).toBe(4);
        expect(state.run.report).toMatchObject({ stalls: 4, wallFrames: 24 });
      },
    ],
    [
      'A player who dithers',
      (_, { state }) => expect(state.run.report).toMatchObject({ rollbacks: 14, resimulated: 39 }),
    ],
    ['Checksums', ({ rows }) => expect(rows[8]!.theirChecksum).toBe(rows[8]!.checksum)],
  ])('says of “%s” what is so', (title, check) => {
    const { lesson } = stage();
    const index = STOPS.findIndex((stop) => stop.title === title);
    expect(index).toBeGreaterThanOrEqual(0);
    lesson.setStop(index);
    check(currentWall(lesson.state)!, lesson);
  });
});
