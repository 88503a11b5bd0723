// Rolls back: a lesson as core takes it: one player, whose nibble has one bit beside the fight's four.
import { defineGame } from '@lite-rollback/core';
import { STATE_LENGTH } from '../sim/layout.js';
import { beginLesson, runLesson } from '../sim/training/course.js';
import { COURSE_LENGTH } from '../sim/training/course-layout.js';
import { LESSONS, type Lesson } from '../sim/training/lessons.js';

export const trainingFields = {
  fight: { type: Int32Array, length: STATE_LENGTH },
  /** The fight before its last step: in slow motion that is several frames ago, and the picture goes from there. */
  before: { type: Int32Array, length: STATE_LENGTH },
  course: { type: Int32Array, length: COURSE_LENGTH },
} as const;
export type TrainingFields = typeof trainingFields;

export function trainingOf(lesson: Lesson) {
  return defineGame({
    id: `fighter-${lesson.id}/1`,
    fields: trainingFields,
    numPlayers: 1,
    hz: 60,
    init({ before, course, fight }, seed) {
      // Each lesson has a sky of its own.
      beginLesson(lesson, fight, course, 1 + LESSONS.indexOf(lesson), seed);
      before.set(fight);
    },
    simulate({ before, course, fight }, inputs) {
      runLesson(lesson, fight, before, course, inputs[0] ?? 0);
    },
  });
}
