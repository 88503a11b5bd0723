// The first figure: a key takes its time to the other machine.
import { distanceWords, moments } from './distances.js';
import { between, drawDuo } from './draw-duo.js';
import { createDuo, type Duo, HEAD_START } from './duo.js';
import { createFigure, type Figure } from './figure.js';
import { friendWalks, still } from './hands.js';
import { FRIEND } from './one-machine.js';
import { createSlider } from './slider.js';

/** No guess is shown here: this machine shows what it knows. */
const begin = (lag: number): Duo => createDuo({ lag, delay: 0, window: 8 }, [still, friendWalks], HEAD_START);

export function createLateKey(wanted: boolean): Figure {
  const slider = createSlider('late-key-far', distanceWords, (lag) => {
    duo = begin(lag);
    figure.refresh();
  });
  let duo = begin(slider.value);
  const figure = createFigure(
    'late-key',
    {
      tickMs: 190,
      tick: () => duo.tick(),
      draw(sharp, alpha) {
        const { before, flights, known, knownBefore, now, ticks } = duo;
        drawDuo(sharp, {
          machines: [
            { cells: between(knownBefore, known, alpha) },
            { cells: between(before[FRIEND].cells, now[FRIEND].cells, alpha) },
          ],
          flights,
          now: ticks - 1 + alpha,
          from: FRIEND,
        });
      },
      words: () => `Each key of your friend’s comes ${moments(slider.value)} late.`,
    },
    wanted,
  );
  return figure;
}
