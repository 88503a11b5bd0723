// A lesson as the picture shows it, read from its state.
import type { LessonView } from '../draw/lesson.js';
import { PARRY_WINDOW } from '../sim/constants.js';
import {
  type Course,
  FIST,
  goodOnes,
  NEEDED,
  PASSED,
  readCourse,
  RECORD,
  SLOW,
  STAGE,
  STAGE_AFTER,
  STAGE_ATTEMPT,
  STAGE_STEP,
  TAPPED,
  TRIES,
  VERDICT,
  VERDICT_GOOD,
  VERDICT_NONE,
  WINDOW,
} from '../sim/training/course-layout.js';
import type { Lesson } from '../sim/training/lessons.js';
import { LESSON_WORDS } from './lesson-words.js';

export function lessonView(lesson: Lesson, course: Course): LessonView {
  const words = LESSON_WORDS[lesson.id];
  const tries = Math.min(WINDOW, readCourse(course, TRIES));
  const record = Array.from({ length: tries }, (_, ago) => ((readCourse(course, RECORD) >> ago) & 1) === 1).reverse();
  return {
    task: words.task,
    how: words.how,
    count: `${goodOnes(course)} of ${WINDOW}, ${NEEDED} are enough`,
    record,
    attempts: WINDOW,
    passed: readCourse(course, PASSED) === 1,
    slow: readCourse(course, SLOW) === 1,
    verdict: verdictWords(lesson, course),
    good: readCourse(course, VERDICT) === VERDICT_GOOD,
    clock: lesson.fist ? clockOf(course) : null,
  };
}

function clockOf(course: Course): LessonView['clock'] {
  const fist = readCourse(course, FIST);
  const tapped = readCourse(course, TAPPED);
  const stage = readCourse(course, STAGE);
  const step = readCourse(course, STAGE_STEP);
  const now = stage === STAGE_ATTEMPT ? step - fist : stage === STAGE_AFTER ? step : null;
  return {
    now: fist < 0 ? null : now,
    tap: tapped < 0 || fist < 0 ? null : tapped - fist,
    window: PARRY_WINDOW,
  };
}

/** '' while nothing has been decided. */
function verdictWords(lesson: Lesson, course: Course): string {
  const verdict = readCourse(course, VERDICT);
  if (verdict === VERDICT_NONE) return '';
  if (verdict === VERDICT_GOOD) return readCourse(course, PASSED) === 1 ? 'Good. Passed' : 'Good';
  const { bad } = LESSON_WORDS[lesson.id];
  const tapped = readCourse(course, TAPPED);
  if (!lesson.fist || tapped < 0) return bad;
  const before = readCourse(course, FIST) - tapped;
  if (before < 0) return `${frames(-before)} late`;
  if (before >= PARRY_WINDOW) return `${frames(before - PARRY_WINDOW + 1)} early`;
  // In the window, and yet no parry: it was not armed, or the answer did not come.
  return lesson.id === 'answer' ? 'Too slow' : 'Not ready yet';
}

function frames(count: number): string {
  return `${count} ${count === 1 ? 'frame' : 'frames'}`;
}
