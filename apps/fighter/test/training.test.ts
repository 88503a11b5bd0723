import { createRollback } from '@lite-rollback/core';
import { createHeldInputs, runSyncTest } from '@lite-rollback/core/testing';
import { describe, expect, it } from 'vitest';
import { CUE_PARRY } from '../src/sim/cues.js';
import {
  ACTION,
  ACTION_FREE,
  ACTION_PUNCH,
  ACTION_STUNNED,
  BIT_BLOCK,
  BIT_LEFT,
  BIT_PUNCH,
  BIT_RIGHT,
  CUES,
  HELD,
  read,
  readOf,
  type State,
  TICK,
  X,
} from '../src/sim/layout.js';
import {
  BIT_SLOW,
  FIST,
  goodOnes,
  PASSED,
  readCourse,
  SLOW,
  SLOW_FACTOR,
  STAGE,
  STAGE_ATTEMPT,
  TAPPED,
  TRIES,
  VERDICT,
  VERDICT_GOOD,
} from '../src/sim/training/course-layout.js';
import { type Lesson, LESSONS } from '../src/sim/training/lessons.js';
import { trainingFields, trainingOf } from '../src/training/training-game.js';

/** Frames from seeing to pressing: 233 ms. */
const REACTION = 14;
const PX = 256;
const START_TO_FIST = 8;
const STRIKES_FROM = 44;
const WALK = 1.5;

/** What hands do: given the state as it was REACTION frames ago. */
type Hands = (seen: State, frame: number) => number;

const gapOf = (state: State): number => (readOf(state, 1, X) - readOf(state, 0, X)) / PX;
const lessonOf = (id: Lesson['id']): Lesson => {
  const found = LESSONS.find((lesson) => lesson.id === id);
  if (found === undefined) throw new Error(`no lesson ${id}`);
  return found;
};

interface Course {
  readonly fight: State;
  readonly course: Int32Array;
  readonly verdicts: number[];
  readonly cues: number[];
}

/** Plays a lesson for so many attempts. */
function take(lesson: Lesson, hands: Hands, attempts: number, seed = 1): Course {
  const game = trainingOf(lesson);
  const { fields } = createRollback({ capacity: 1, fields: trainingFields });
  game.init?.(fields, seed);
  const shown: State[] = [];
  const verdicts: number[] = [];
  const cues: number[] = [];
  for (let frame = 0; readCourse(fields.course, TRIES) < attempts && frame < 60_000; frame++) {
    shown.push(fields.fight.slice());
    const seen = shown[Math.max(0, shown.length - 1 - REACTION)] ?? fields.fight;
    const before = readCourse(fields.course, TRIES);
    game.simulate(fields, Uint32Array.of(hands(seen, frame)), frame);
    cues.push(read(fields.fight, CUES));
    if (readCourse(fields.course, TRIES) > before) verdicts.push(readCourse(fields.course, VERDICT));
  }
  return { fight: fields.fight, course: fields.course, verdicts, cues };
}

const idle: Hands = () => 0;
const press = (frame: number, bits: number): number => (frame % 8 < 3 ? bits : 0);

/** Taps when the fist is due, as the walk that was seen says; up to three frames off. */
const timed =
  (off: (frame: number) => number): Hands =>
  (seen, frame) => {
    const walks = readOf(seen, 1, ACTION) === ACTION_FREE && (readOf(seen, 1, HELD) & BIT_LEFT) !== 0;
    if (!walks) return 0;
    const due = Math.ceil((gapOf(seen) - STRIKES_FROM) / WALK) + START_TO_FIST - REACTION;
    return Math.abs(due - 2 - off(frame)) <= 1 ? BIT_BLOCK : 0;
  };
const human = timed((frame) => (Math.floor(frame / 90) % 3) - 1);

const HUMAN: Record<Lesson['id'], Hands> = {
  strike: (seen, frame) => (gapOf(seen) > 62 ? BIT_RIGHT : press(frame, BIT_PUNCH)),
  block: (seen) => (gapOf(seen) < 80 ? BIT_BLOCK : 0),
  parry: human,
  answer: (seen, frame) =>
    readOf(seen, 1, ACTION) === ACTION_STUNNED
      ? gapOf(seen) > 44
        ? BIT_RIGHT
        : press(frame, BIT_PUNCH)
      : human(seen, frame),
  // He has struck: in, and strike while he draws his arm back.
  air: (seen, frame) =>
    readOf(seen, 1, ACTION) === ACTION_PUNCH ? (gapOf(seen) > 48 ? BIT_RIGHT : press(frame, BIT_PUNCH)) : 0,
  break: (seen, frame) => (gapOf(seen) > 46 ? BIT_RIGHT : press(frame, BIT_PUNCH)),
};

describe('training', () => {
  it.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))(
    '%s: hands with a person’s timing make three of five, and idle ones none',
    (id, lesson) => {
      for (const seed of [1, 2, 3]) {
        const done = take(lesson, HUMAN[id], 5, seed);
        expect(goodOnes(done.course), `seed ${seed}`).toBeGreaterThanOrEqual(3);
        expect(readCourse(done.course, PASSED)).toBe(1);
      }
      const nothing = take(lesson, idle, 5);
      expect([goodOnes(nothing.course), readCourse(nothing.course, PASSED)]).toEqual([0, 0]);
    },
  );

  it('a parry is a parry: a held guard, mashed taps and one that comes six frames early make no three of five', () => {
    const lesson = lessonOf('parry');
    for (const hands of [
      (): number => BIT_BLOCK,
      (_: State, frame: number): number => (frame % 4 < 2 ? BIT_BLOCK : 0),
      timed(() => 6),
    ]) {
      const done = take(lesson, hands, 5);
      expect(readCourse(done.course, PASSED)).toBe(0);
    }
  });

  it('says how far a tap was from the fist: none, too early, in the window, too late', () => {
    const offBy = (hands: Hands): number => {
      const { course } = take(lessonOf('parry'), hands, 1);
      return readCourse(course, TAPPED) < 0 ? NaN : readCourse(course, FIST) - readCourse(course, TAPPED);
    };
    expect(offBy(idle)).toBeNaN();
    expect(offBy(timed(() => 0))).toBeGreaterThanOrEqual(0);
    expect(offBy(timed(() => 0))).toBeLessThanOrEqual(4);
    expect(offBy(timed(() => 8))).toBeGreaterThan(4);
  });

  it('once passed it stays passed, while the record goes on', () => {
    const tired: Hands = (seen, frame) => (frame < 1400 ? HUMAN.strike(seen, frame) : 0);
    const { course, verdicts } = take(lessonOf('strike'), tired, 12);
    expect(verdicts.slice(0, 3)).toEqual([VERDICT_GOOD, VERDICT_GOOD, VERDICT_GOOD]);
    expect(goodOnes(course)).toBe(0);
    expect(readCourse(course, PASSED)).toBe(1);
  });

  it('slow motion is four frames a step, toggled by each press, and loses no tap that is shorter than a step', () => {
    const game = trainingOf(lessonOf('strike'));
    const { fields } = createRollback({ capacity: 1, fields: trainingFields });
    game.init?.(fields, 1);
    const run = (input: number, frames: number): void => {
      for (let frame = 0; frame < frames; frame++) game.simulate(fields, Uint32Array.of(input), 0);
    };
    const ticks = (): number => read(fields.fight, TICK);
    run(0, 40);
    expect(ticks()).toBe(40);
    run(BIT_SLOW, 8); // held, it toggles once
    expect(readCourse(fields.course, SLOW)).toBe(1);
    expect(ticks()).toBe(42);
    run(0, 40);
    expect(ticks()).toBe(52);
    run(BIT_PUNCH, 1);
    run(0, SLOW_FACTOR - 1);
    expect(readOf(fields.fight, 0, ACTION)).toBe(ACTION_PUNCH);
    run(BIT_SLOW, 1);
    expect(readCourse(fields.course, SLOW)).toBe(0);
    const before = ticks();
    run(0, 10);
    expect(ticks()).toBe(before + 10);
  });

  it('sounds a cue once in slow motion', () => {
    const lesson = lessonOf('parry');
    const done = take(lesson, (seen, frame) => (frame < 2 ? BIT_SLOW : human(seen, frame)), 3);
    const parries = done.cues.filter((cues) => (cues & CUE_PARRY) !== 0).length;
    expect(parries).toBe(done.verdicts.filter((verdict) => verdict === VERDICT_GOOD).length);
  });

  it.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('%s survives being rolled back', (_, lesson) => {
    const stages = new Set<number>();
    for (const distance of [1, 2, 4, 8]) {
      const report = runSyncTest(trainingOf(lesson), {
        frames: 1500,
        distance,
        seed: 5,
        inputs: createHeldInputs(9),
        onFrame: ({ course }) => stages.add(readCourse(course, STAGE)),
      });
      expect(report.mismatch, `distance ${distance}`).toBeUndefined();
      expect(report.ok).toBe(true);
    }
    expect(stages.has(STAGE_ATTEMPT)).toBe(true);
  });
});
