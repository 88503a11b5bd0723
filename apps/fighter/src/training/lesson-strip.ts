// The lessons side by side under the stage, with a mark for those that are passed, and slow motion.
import { element } from '@lite-rollback/arcade';
import { type Lesson, LESSONS } from '../sim/training/lessons.js';
import { LESSON_WORDS } from './lesson-words.js';
import './training.css';

export interface LessonStrip {
  readonly root: HTMLElement;
  print(passed: ReadonlySet<Lesson['id']>, slow: boolean): void;
}

export function lessonStrip(
  here: Lesson,
  passed: ReadonlySet<Lesson['id']>,
  slowKey: string,
  onSlow: () => void,
): LessonStrip {
  const next = LESSONS[LESSONS.indexOf(here) + 1];
  const links = LESSONS.map((lesson) => {
    const mark = element('span', { class: 'training-mark', attributes: { 'aria-hidden': 'true' } });
    const link = element(
      'a',
      {
        class: 'training-lesson',
        attributes: {
          href: `?mode=training:${lesson.id}`,
          ...(lesson === here ? { 'aria-current': 'page' } : {}),
        },
      },
      [mark, LESSON_WORDS[lesson.id].name],
    );
    return { lesson, link, mark };
  });
  const slow = element(
    'button',
    {
      class: 'training-slow',
      attributes: { type: 'button', 'aria-pressed': 'false' },
      onClick: onSlow,
    },
    ['Slow motion', element('kbd', { text: slowKey })],
  );
  const root = element('nav', { class: 'training', attributes: { 'aria-label': 'Lessons' } }, [
    ...links.map(({ link }) => link),
    slow,
  ]);

  function print(known: ReadonlySet<Lesson['id']>, slowly: boolean): void {
    for (const { lesson, link, mark } of links) {
      const text = known.has(lesson.id) ? '✓' : '';
      if (mark.textContent !== text) {
        mark.textContent = text;
        link.setAttribute('aria-label', `${LESSON_WORDS[lesson.id].name}${text === '' ? '' : ', passed'}`);
      }
      link.classList.toggle('is-next', lesson === next && known.has(here.id));
    }
    const pressed = String(slowly);
    if (slow.getAttribute('aria-pressed') !== pressed) slow.setAttribute('aria-pressed', pressed);
  }
  print(passed, false);
  return { root, print };
}
