// Which lessons somebody has passed in this browser.
import { storedText } from '@lite-rollback/arcade';
import { type Lesson, LESSONS } from '../sim/training/lessons.js';

export interface PassedLessons {
  all(): ReadonlySet<Lesson['id']>;
  add(id: Lesson['id']): void;
}

export function passedLessons(): PassedLessons {
  const stored = storedText('local', 'fighter-lessons');
  // Whatever stands there: only what is a lesson counts.
  const names = new Set((stored.get() ?? '').split(' '));
  const passed = new Set(LESSONS.map(({ id }) => id).filter((id) => names.has(id)));
  return {
    all: () => passed,
    add(id) {
      if (passed.has(id)) return;
      passed.add(id);
      stored.set([...passed].join(' '));
    },
  };
}
