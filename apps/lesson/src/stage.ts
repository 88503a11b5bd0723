// Puts the parts of the stage together and keeps them at the lesson's state.
import { createCodePanel } from './code/panel.js';
import type { Lesson } from './lesson.js';
import { createTourCard } from './tour/card.js';
import { createDials } from './view/dials.js';
import { element, setText } from './view/element.js';
import { createLegend } from './view/legend.js';
import { createReadout } from './view/readout.js';
import { createReport } from './view/report.js';
import { createTimeline } from './view/timeline.js';
import { createTransport } from './view/transport.js';

export interface StageActions {
  readonly toggleFullScreen: () => void;
  /** Resolves to true once the link is on the clipboard. */
  readonly copyLink: () => Promise<boolean>;
}

export interface Stage {
  /** What the full-screen button says. */
  showFullScreen(full: boolean): void;
}

const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'play, pause'],
  ['← →', 'step'],
  ['Home End', 'start, end'],
  ['R', 'reset'],
  ['F', 'full screen'],
  ['G', 'tour'],
];

/** ms that the button says so. */
const COPIED_MS = 1600;

export function mountStage(root: HTMLElement, lesson: Lesson, actions: StageActions): Stage {
  const button = (text: string, key: string, onClick: () => void): HTMLButtonElement =>
    element('button', {
      class: 'button',
      text,
      attributes: {
        type: 'button',
        ...(key !== '' && { title: `${text} (${key})`, 'aria-keyshortcuts': key.toLowerCase() }),
      },
      onClick,
    });
  const tour = button('Take the tour', 'G', () => lesson.setStop(lesson.state.stop < 0 ? 0 : -1));
  tour.classList.add('is-main');
  const full = button('Full screen', 'F', actions.toggleFullScreen);
  const copy = button('Copy link', '', () => {
    void actions.copyLink().then((copied) => {
      setText(copy, copied ? 'Copied' : 'Copy it from the address bar');
      window.setTimeout(() => setText(copy, 'Copy link'), COPIED_MS);
    });
  });

  const dials = createDials(lesson);
  const transport = createTransport(lesson);
  const timeline = createTimeline(lesson);
  const readout = createReadout();
  const report = createReport();
  const code = createCodePanel(lesson);
  const card = createTourCard(lesson, root);
  const keys = element(
    'ul',
    { class: 'keys', attributes: { 'aria-label': 'Keys' } },
    KEYS.map(([key, what]) => element('li', {}, [element('kbd', { text: key }), document.createTextNode(what)])),
  );

  root.classList.add('is-mounted');
  root.replaceChildren(
    element('div', { class: 'stage-bar' }, [tour, full, copy, keys]),
    dials.root,
    report.root,
    element('div', { class: 'stage-middle' }, [timeline.root, createLegend()]),
    card.root,
    readout.root,
    code.root,
    transport.root,
  );
  const parts = [dials, transport, timeline, readout, report, code, card];
  for (const part of parts) part.show(lesson.state);
  lesson.subscribe((state) => {
    for (const part of parts) part.show(state);
  });
  return { showFullScreen: (on) => setText(full, on ? 'Leave full screen' : 'Full screen') };
}
