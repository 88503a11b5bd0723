// What the marks of the timeline mean, each beside its name.
import { element } from '../ui/element.js';
import { drawMark, drawRedone, drawStalled, inksOf, type CellMark } from './draw-marks.js';

const LEGEND: readonly (readonly [CellMark | 'redone' | 'stalled', string])[] = [
  ['known', 'known in time'],
  ['way', 'on its way'],
  ['guessed', 'guessed'],
  ['right', 'guessed right'],
  ['wrong', 'guessed wrong'],
  ['redone', 'redone'],
  ['stalled', 'waited'],
];

export interface Legend {
  readonly element: HTMLElement;
  /** In the colours of the page as it is now. */
  draw(): void;
}

export function createLegend(): Legend {
  const marks = LEGEND.map(([mark]) => ({
    mark,
    canvas: element('canvas', { attributes: { width: '48', height: '36', 'aria-hidden': 'true' } }),
  }));
  const list = element(
    'ul',
    { class: 'arcade-flight-legend', attributes: { 'aria-label': 'Marks' } },
    marks.map(({ canvas }, index) => element('li', {}, [canvas, LEGEND[index]?.[1]])),
  );
  return {
    element: list,
    draw() {
      const inks = inksOf(list);
      for (const { canvas, mark } of marks) {
        const context = canvas.getContext('2d');
        if (context === null) continue;
        context.setTransform(2, 0, 0, 2, 0, 0);
        context.clearRect(0, 0, 24, 18);
        if (mark === 'redone') drawRedone(context, inks, 3, 1, 0, 24, 18);
        else if (mark === 'stalled') drawStalled(context, inks, 2, 0, 1, 24, 16);
        else drawMark(context, inks, mark, 0, 0, 24, 18);
      }
    },
  };
}
