// The report: each figure as it stands at this wall frame, and of the whole run.
import { currentWall } from '../lesson.js';
import type { Figures } from '../run.js';
import { runSummary } from '../words.js';
import { element, setText } from './element.js';
import type { StagePart } from './part.js';

const NAMES: readonly (readonly [keyof Figures, string])[] = [
  ['frames', 'frames'],
  ['wallFrames', 'wall frames'],
  ['rollbacks', 'rollbacks'],
  ['resimulated', 'resimulated'],
  ['largest', 'largest'],
  ['stalls', 'stalls'],
  ['confirmedThrough', 'confirmed through'],
  ['saved', 'saved now'],
];
const BEFORE: Figures = {
  frames: 0,
  wallFrames: 0,
  rollbacks: 0,
  resimulated: 0,
  largest: 0,
  stalls: 0,
  confirmedThrough: -1,
  saved: 0,
  inRing: 0,
};

const figureText = (name: keyof Figures, value: number): string =>
  name === 'confirmedThrough' && value < 0 ? 'none' : String(value);

export function createReport(): StagePart {
  const rows = NAMES.map(([name, label]) => {
    const now = element('b', { attributes: { 'data-now': name } });
    const whole = element('span', { attributes: { 'data-figure': name } });
    // States saved come and go: beside those still needed stands what the ring holds, not a sum.
    const of = element('span', { class: 'report-of', text: 'of ' }, [whole]);
    if (name === 'saved') {
      whole.removeAttribute('data-figure');
      of.append(' in the ring');
    }
    return {
      name,
      now,
      whole,
      root: element('div', { class: 'report-item' }, [element('dt', { text: label }), element('dd', {}, [now, of])]),
    };
  });
  const summary = element('p', { class: 'report-summary', attributes: { 'data-summary': '' } });
  return {
    root: element('section', { class: 'report', attributes: { 'aria-label': 'Report', 'data-part': 'report' } }, [
      element(
        'dl',
        {},
        rows.map(({ root }) => root),
      ),
      summary,
    ]),
    show(state) {
      const figures = currentWall(state)?.figures ?? BEFORE;
      const { report } = state.run;
      for (const { name, now, whole } of rows) {
        setText(now, figureText(name, figures[name]));
        setText(whole, name === 'saved' ? String(figures.inRing) : figureText(name, report[name]));
      }
      setText(summary, runSummary(state.run));
    },
  };
}
