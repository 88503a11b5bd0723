// What the shapes mean.
import { element } from './element.js';

const ENTRIES: readonly (readonly [string, string])[] = [
  ['p1', 'P1, this machine’s player'],
  ['p2', 'P2, on a real press'],
  ['guess', 'P2, on a guess'],
  ['ghost', 'a result that a rollback replaced'],
  ['redone', 'run again in this tick'],
  ['stalled', 'waiting at the window'],
  ['flight', 'a press in flight'],
  ['needed', 'saved, and still needed'],
  ['kept', 'saved, not needed any more'],
];

export function createLegend(): HTMLElement {
  return element(
    'ul',
    { class: 'legend', attributes: { 'aria-label': 'Legend' } },
    ENTRIES.map(([name, text]) =>
      element('li', {}, [
        element('i', { class: `legend-mark is-${name}`, attributes: { 'aria-hidden': 'true' } }),
        document.createTextNode(text),
      ]),
    ),
  );
}
