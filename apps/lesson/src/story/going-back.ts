// The fourth figure: the moment in which a guess turns out wrong, to be pulled back and forth.
import { drawDuo } from './draw-duo.js';
import { createFigure, type Figure } from './figure.js';
import { goingBackSteps, type Step } from './going-back-steps.js';
import { createSlider } from './slider.js';

/** Ms that a step is read. */
const STEP_MS = 2400;
/** Steps for which the slider stays where the visitor has put it. */
const LET_GO = 6;

export function createGoingBack(wanted: boolean): Figure {
  const steps = goingBackSteps();
  let rest = 0;
  const slider = createSlider(
    'going-back-step',
    (at) => `${at + 1} of ${steps.length}`,
    () => {
      rest = LET_GO;
      figure.refresh();
    },
  );
  const shown = (): Step => {
    const step = steps[slider.value];
    if (step === undefined) throw new Error(`the slider has a step ${slider.value} that the figure has not`);
    return step;
  };
  const figure = createFigure(
    'going-back',
    {
      tickMs: STEP_MS,
      tick() {
        if (rest > 0) rest -= 1;
        else slider.value = (slider.value + 1) % steps.length;
      },
      draw: (sharp) => drawDuo(sharp, shown().picture),
      words: () => shown().words,
    },
    wanted,
  );
  return figure;
}
