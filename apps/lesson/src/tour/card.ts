// The tour's card: one stop, and the way on. It takes the focus when it opens and gives it back when it closes.
import type { Lesson } from '../lesson.js';
import { element, setText } from '../view/element.js';
import type { StagePart } from '../view/part.js';
import { barHeight } from '../view/transport.js';
import { STOPS } from './stops.js';

/** `parts`: the root of the stage, whose parts carry data-part. */
export function createTourCard(lesson: Lesson, parts: HTMLElement): StagePart {
  const title = element('h2', { class: 'tour-title', attributes: { id: 'tour-title', tabindex: '-1' } });
  const text = element('div', { class: 'tour-text' });
  const count = element('p', { class: 'tour-count' });
  const back = element('button', {
    class: 'button',
    text: 'Back',
    attributes: { type: 'button' },
    onClick: () => lesson.setStop(Math.max(0, lesson.state.stop - 1)),
  });
  const next = element('button', {
    class: 'button is-main',
    attributes: { type: 'button' },
    onClick: () => lesson.setStop(lesson.state.stop === STOPS.length - 1 ? -1 : lesson.state.stop + 1),
  });
  const close = element('button', {
    class: 'tour-close',
    text: '×',
    attributes: { type: 'button', 'aria-label': 'Leave the tour', title: 'Leave the tour (Esc)' },
    onClick: () => lesson.setStop(-1),
  });
  const root = element('section', { class: 'tour', attributes: { 'aria-labelledby': 'tour-title', hidden: '' } }, [
    element('div', { class: 'tour-head' }, [count, close]),
    title,
    text,
    element('div', { class: 'tour-buttons' }, [back, next]),
  ]);
  let shown = -1;
  let cameFrom: Element | null = null;

  const enter = (): void => {
    cameFrom = document.activeElement;
    root.hidden = false;
    parts.classList.add('is-touring');
  };
  const leave = (): void => {
    root.hidden = true;
    parts.classList.remove('is-touring');
    if (cameFrom instanceof HTMLElement && cameFrom !== document.body) cameFrom.focus();
  };

  /**
   * On a narrow page the card lies over the lower part of it: what it speaks of goes to the top. On a wide one both
   * stand side by side.
   */
  const bringIntoView = (look: string): void => {
    const over = getComputedStyle(root).position === 'fixed';
    const { top, bottom } = root.getBoundingClientRect();
    if (over) parts.querySelector(`[data-part="${look}"]`)?.scrollIntoView({ block: 'start' });
    else if (top < 0 || bottom > window.innerHeight - barHeight(root)) parts.scrollIntoView({ block: 'start' });
  };

  return {
    root,
    show({ stop: index }) {
      if (index === shown) return;
      const stop = STOPS[index];
      for (const part of parts.querySelectorAll('[data-part]'))
        part.classList.toggle('is-looked-at', part.getAttribute('data-part') === stop?.look);
      if (stop === undefined) leave();
      else {
        if (shown < 0) enter();
        setText(count, `Tour, ${index + 1} of ${STOPS.length}`);
        setText(title, stop.title);
        text.replaceChildren(
          ...stop.text.map((paragraph) => element('p', { text: paragraph })),
          ...(stop.links === undefined
            ? []
            : [
                element(
                  'ul',
                  { class: 'tour-links' },
                  stop.links.map(([href, words]) =>
                    element('li', {}, [element('a', { text: words, attributes: { href } })]),
                  ),
                ),
              ]),
        );
        text.scrollTop = 0;
        back.disabled = index === 0;
        setText(next, index === STOPS.length - 1 ? 'Finish' : 'Next');
        // The title, so that a screen reader starts with it; but whoever goes on with Enter stays on Next.
        if (document.activeElement !== next && document.activeElement !== back) title.focus({ preventScroll: true });
        bringIntoView(stop.look);
        // Of a link that opens at a stop: the page moves once more when its letters have come.
        if (shown < 0) void document.fonts.ready.then(() => (shown === index ? bringIntoView(stop.look) : undefined));
      }
      shown = index;
    },
  };
}
