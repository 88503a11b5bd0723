// The engine at work: the tick as a list, and the function whose line is running, as code, in plain words, or both.
import { SNIPPETS } from 'virtual:engine-source';
import { currentWall, VIEWS, type CodeView, type Lesson, type LessonState } from '../lesson.js';
import { element, setText } from '../view/element.js';
import type { StagePart } from '../view/part.js';
import { barHeight } from '../view/transport.js';
import { momentLabel } from '../words.js';
import { PLACES, placeOf, type LineName, type Mark, type Place } from './places.js';
import { lineAt, placesAt } from './running.js';
import type { ShownFunction, Snippet } from './snippet.js';

const VIEW_NAMES: Readonly<Record<CodeView, string>> = { code: 'code', words: 'plain words', both: 'both' };

/** The line that is shown as running. */
function lineOf(state: LessonState): LineName {
  const moment = currentWall(state)?.moments[state.moment];
  return state.line ?? (moment && lineAt(moment)) ?? 'advance.read';
}

const snippetOf = (place: Place): Snippet | undefined => SNIPPETS.find(({ id }) => id === place.id);

/** The name of the function that a place is about, in the source. */
const nameOf = (place: Place): string => snippetOf(place)?.functions[0]?.name ?? place.id;

/** `path:line` of a mark, or of the place's first function. */
function addressOf(place: Place, mark: string): string {
  const functions = snippetOf(place)?.functions ?? [];
  for (const { file, lines } of functions) {
    if (lines.some((line) => line.mark === mark)) return `${file}:${lines[0]?.number}`;
  }
  return functions[0] ? `${functions[0].file}:${functions[0].lines[0]?.number}` : '';
}

function saysOf({ id, says }: Mark, indent: number): HTMLElement {
  const line = element('p', { class: 'code-says', text: says, attributes: { 'data-mark': id } });
  // Not as an attribute: a strict content security policy forbids those.
  line.style.setProperty('--indent', String(indent));
  return line;
}

function codeLine({ number, pieces, mark }: ShownFunction['lines'][number]): HTMLElement {
  const code = element(
    'code',
    {},
    pieces.map(([kind, piece]) =>
      kind === '' ? document.createTextNode(piece) : element('span', { class: `is-${kind}`, text: piece }),
    ),
  );
  const margin = element('span', {
    class: 'code-number',
    text: String(number),
    attributes: { 'aria-hidden': 'true' },
  });
  const attributes = mark === undefined ? {} : { 'data-mark': mark };
  return element('div', { class: 'code-line', attributes }, [margin, code]);
}

function listing(place: Place, view: CodeView): HTMLElement {
  if (view === 'words')
    return element(
      'div',
      { class: 'code-words' },
      place.marks.map((mark) => saysOf(mark, 0)),
    );
  const marks = new Map(place.marks.map((mark) => [mark.id, mark]));
  const body = element('div', { class: 'code-lines' });
  (snippetOf(place)?.functions ?? []).forEach(({ lines }, index) => {
    if (index > 0) body.append(element('div', { class: 'code-gap' }));
    for (const line of lines) {
      const mark = marks.get(line.mark ?? '');
      const text = line.pieces.map(([, piece]) => piece).join('');
      if (mark !== undefined && view === 'both') body.append(saysOf(mark, text.length - text.trimStart().length));
      body.append(codeLine(line));
    }
  });
  return body;
}

/** Of a pane that the window's lower edge cuts, this much counts as seen at the least, px. */
const SEEN_MIN = 84;

/** Brings what runs into the part of its pane that is seen, and never moves the page. The pane is the offset parent. */
function reveal(pane: HTMLElement, running: readonly HTMLElement[]): void {
  const [first, last] = [running[0], running.at(-1)];
  if (first === undefined || last === undefined) return;
  const seen = Math.min(
    pane.clientHeight,
    Math.max(SEEN_MIN, window.innerHeight - barHeight(pane) - pane.getBoundingClientRect().top),
  );
  const top = first.offsetTop;
  const height = last.offsetTop + last.offsetHeight - top;
  if (top < pane.scrollTop || top + height > pane.scrollTop + seen)
    pane.scrollTop = Math.max(0, top - Math.max(8, (seen - height) / 3));
}

export function createCodePanel(lesson: Lesson): StagePart {
  const views = VIEWS.map((view) => {
    const input = element('input', { attributes: { type: 'radio', name: 'code-view', value: view } });
    input.addEventListener('change', () => lesson.setView(view));
    return {
      view,
      input,
      root: element('label', { class: 'switch' }, [input, element('span', { text: VIEW_NAMES[view] })]),
    };
  });
  const moments = element('ol', { class: 'moments', attributes: { 'aria-label': 'This wall frame, in order' } });
  const tabs = PLACES.map((place) => ({
    place,
    button: element('button', {
      class: 'tab',
      text: nameOf(place),
      attributes: { type: 'button' },
      onClick: () => lesson.showLine(`${place.id}.${place.marks[0]!.id}`),
    }),
  }));
  const calls = element('p', { class: 'calls' });
  const about = element('p', { class: 'code-about' });
  const file = element('p', { class: 'code-file' });
  const pane = element('div', {
    class: 'code-pane',
    attributes: { tabindex: '0', role: 'region', 'aria-label': 'Source' },
  });
  let shown = '';

  const revealRunning = (): void => reveal(pane, [...pane.querySelectorAll<HTMLElement>('.is-running')]);
  // Full screen, or a phone that is turned: the line that runs must not end up outside.
  new ResizeObserver(revealRunning).observe(pane);

  const showMoments = (state: LessonState): void => {
    const wall = currentWall(state);
    moments.replaceChildren(
      ...(wall?.moments ?? []).map((moment, index, all) =>
        element('li', {}, [
          element('button', {
            class: `moment is-${moment.kind}`,
            text: momentLabel(moment, all),
            attributes: {
              type: 'button',
              'aria-current': index === state.moment && state.line === undefined ? 'step' : 'false',
            },
            onClick: () => lesson.selectMoment(index),
          }),
        ]),
      ),
    );
  };

  return {
    root: element(
      'section',
      { class: 'code', attributes: { 'aria-label': 'The engine at work', 'data-part': 'code' } },
      [
        element('div', { class: 'code-top' }, [
          element('h2', { text: 'The engine at work' }),
          element(
            'div',
            { class: 'switches', attributes: { role: 'radiogroup', 'aria-label': 'Show' } },
            views.map(({ root }) => root),
          ),
        ]),
        moments,
        element(
          'div',
          { class: 'tabs', attributes: { role: 'group', 'aria-label': 'Functions' } },
          tabs.map(({ button }) => button),
        ),
        element('div', { class: 'code-heading' }, [about, calls, file]),
        pane,
      ],
    ),
    show(state) {
      const line = lineOf(state);
      const [, mark = ''] = line.split('.');
      const place = placeOf(line) ?? PLACES[0]!;
      for (const { view, input } of views) input.checked = view === state.view;
      // A list that is made anew takes the focus from the moment that has it.
      const focused = moments.contains(document.activeElement)
        ? [...moments.querySelectorAll('button')].findIndex((button) => button === document.activeElement)
        : -1;
      showMoments(state);
      if (focused >= 0) moments.querySelectorAll('button')[focused]?.focus();
      for (const { place: of, button } of tabs) button.setAttribute('aria-pressed', String(of === place));
      setText(about, place.about);
      const path = state.line === undefined ? placesAt(currentWall(state)?.moments ?? [], state.moment) : [];
      setText(
        calls,
        PLACES.filter(({ id }) => path.includes(id))
          .map(nameOf)
          .join(' › '),
      );
      setText(file, addressOf(place, mark));
      const key = `${place.id} ${state.view}`;
      if (key !== shown) {
        pane.replaceChildren(listing(place, state.view));
        pane.scrollTop = 0;
        shown = key;
      }
      for (const marked of pane.querySelectorAll('[data-mark]')) {
        const running = marked.getAttribute('data-mark') === mark;
        marked.classList.toggle('is-running', running);
        if (running) marked.setAttribute('aria-current', 'step');
        else marked.removeAttribute('aria-current');
      }
      reveal(moments, [...moments.querySelectorAll<HTMLElement>('[aria-current=step]')]);
      revealRunning();
    },
  };
}
