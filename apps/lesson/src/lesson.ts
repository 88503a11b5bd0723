// The lesson without its page: which scenario, how far it has been played, what is looked at. Everything that draws
// reads a Moment of this and nothing else.
import { writeLink } from './link.js';
import { record } from './record.js';
import type { Run, WallFrame } from './run.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';
import { STOPS } from './tour/stops.js';
import { tellingMoment } from './words.js';
import type { LineName } from './code/places.js';

export const VIEWS = ['code', 'words', 'both'] as const;
export type CodeView = (typeof VIEWS)[number];

export interface LessonState {
  readonly settings: Settings;
  readonly run: Run;
  /** Wall frames played, 0 … run.walls.length. */
  readonly at: number;
  readonly playing: boolean;
  /** The frame that is looked at, or -1 for whatever the tick is about. */
  readonly row: number;
  /** Index in the moments of the tick just played. */
  readonly moment: number;
  readonly view: CodeView;
  /** A line of the engine to show in place of the running one. */
  readonly line: LineName | undefined;
  /** Index in STOPS, or -1 outside the tour. */
  readonly stop: number;
}

export interface Lesson {
  readonly state: LessonState;
  /** Called at every change. Returns the unsubscribe. */
  subscribe(listener: (state: LessonState, before: LessonState) => void): () => void;
  /** Another scenario. A run that was seen to its end is seen to its end again. */
  setSettings(settings: Settings): void;
  /** Wall frames played; out of bounds is the bound. */
  goTo(at: number): void;
  goToEnd(): void;
  play(): void;
  pause(): void;
  /** The default scenario, from its start. */
  reset(): void;
  selectRow(frame: number): void;
  selectMoment(index: number): void;
  showLine(line: LineName): void;
  setView(view: CodeView): void;
  /** A stop of the tour, out of bounds the nearest; -1 leaves it. */
  setStop(index: number): void;
}

export interface LessonOptions {
  readonly settings: Settings;
  /** Default: the end. */
  readonly at?: number;
  readonly stop?: number;
  readonly view?: CodeView;
  /** Calls back after so many ms; returns the cancel. */
  readonly schedule: (callback: () => void, ms: number) => () => void;
  /** True to show one moment a tick and no others in between. */
  readonly calm: () => boolean;
}

/** A wall frame on the screen, ms: long enough to read the row, short enough for 17 of them in 13 s. */
export const WALL_MS = 760;
/** A moment on the screen, ms, at the least: below it the eye cannot follow the line. */
const MOMENT_MS = 110;

/** The tick that was played last; none at 0. */
export const currentWall = ({ run, at }: Pick<LessonState, 'run' | 'at'>): WallFrame | undefined => run.walls[at - 1];

export function createLesson({ settings, at, stop = -1, view = 'both', schedule, calm }: LessonOptions): Lesson {
  const listeners = new Set<(state: LessonState, before: LessonState) => void>();
  let cancel = (): void => {};

  const tellingAt = (run: Run, position: number): number => tellingMoment(run.walls[position - 1]?.moments ?? []);
  const bounded = (value: number, max: number): number => Math.min(max, Math.max(0, Math.round(value) || 0));

  const firstRun = record(settings);
  const firstAt = bounded(at ?? firstRun.walls.length, firstRun.walls.length);
  let state: LessonState = {
    settings,
    run: firstRun,
    at: firstAt,
    playing: false,
    row: -1,
    moment: tellingAt(firstRun, firstAt),
    view,
    line: undefined,
    stop: -1,
  };

  const change = (patch: Partial<LessonState>): void => {
    const before = state;
    state = { ...state, ...patch };
    for (const listener of listeners) listener(state, before);
  };
  const moveTo = (position: number, patch: Partial<LessonState> = {}): void => {
    const run = patch.run ?? state.run;
    const next = bounded(position, run.walls.length);
    change({ at: next, moment: tellingAt(run, next), row: -1, line: undefined, ...patch });
  };
  const halt = (): void => {
    cancel();
    if (state.playing) change({ playing: false });
  };

  /** The next tick, until there is none. */
  const nextWall = (): void => {
    if (state.at === state.run.walls.length) {
      lesson.pause();
      return;
    }
    moveTo(state.at + 1, calm() ? {} : { moment: 0 });
    awaitBeat();
  };
  /** The next moment of the tick, or the next tick. */
  const beat = (): void => {
    if (calm() || state.moment + 1 >= (currentWall(state)?.moments.length ?? 0)) {
      nextWall();
      return;
    }
    change({ moment: state.moment + 1 });
    awaitBeat();
  };
  const awaitBeat = (): void => {
    const count = currentWall(state)?.moments.length ?? 1;
    cancel = schedule(beat, calm() ? WALL_MS : Math.max(MOMENT_MS, WALL_MS / count));
  };

  const lesson: Lesson = {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setSettings(next) {
      if (writeLink(next) === writeLink(state.settings)) return;
      halt();
      const wasAtEnd = state.at === state.run.walls.length;
      const run = record(next);
      moveTo(wasAtEnd ? run.walls.length : state.at, { settings: next, run });
    },
    goTo(position) {
      halt();
      moveTo(position);
    },
    goToEnd: () => lesson.goTo(state.run.walls.length),
    play() {
      if (state.playing) return;
      if (state.at === state.run.walls.length) moveTo(0);
      change({ playing: true });
      // What is on the screen has been read.
      nextWall();
    },
    pause() {
      halt();
      change({ moment: tellingAt(state.run, state.at) });
    },
    reset() {
      halt();
      moveTo(0, { settings: DEFAULT_SETTINGS, run: record(DEFAULT_SETTINGS) });
    },
    selectRow: (frame) => change({ row: frame === state.row ? -1 : frame }),
    selectMoment(index) {
      halt();
      change({ moment: index, line: undefined });
    },
    showLine: (line) => change({ line }),
    setView: (next) => change({ view: next }),
    setStop(index) {
      halt();
      const next = Math.min(STOPS.length - 1, index);
      const target = STOPS[next];
      if (target === undefined) {
        change({ stop: -1 });
        return;
      }
      const run = record(target.settings);
      moveTo(target.at ?? run.walls.length, {
        settings: target.settings,
        run,
        stop: next,
        row: target.row ?? -1,
        line: target.line,
      });
    },
  };
  if (stop >= 0) lesson.setStop(stop);
  return lesson;
}
