// The third figure: nobody waits, and what has not come is guessed.
import { find } from '@lite-rollback/app-shared/find';
import { between, drawDuo } from './draw-duo.js';
import { createDuo, type Duo, HEAD_START } from './duo.js';
import { createFigure, type Figure } from './figure.js';
import { friendChanges, friendHolds, youWalk } from './hands.js';
import { FRIEND, YOU } from './one-machine.js';

const LINE = { lag: 3, delay: 0, window: 8 };
/** Ticks for which a wrong place is still shown. */
const WRONG_TICKS = 4;

export function createGuessing(wanted: boolean): Figure {
  const changing = find('#guessing-changing', HTMLInputElement);
  const begin = (): Duo => createDuo(LINE, [youWalk, changing.checked ? friendChanges : friendHolds], HEAD_START);
  let duo = begin();
  let wrong: readonly number[] = [];
  let wrongFor = WRONG_TICKS;
  for (const input of [changing, find('#guessing-steady', HTMLInputElement)])
    input.addEventListener('change', () => {
      duo = begin();
      wrong = [];
      figure.refresh();
    });

  const figure = createFigure(
    'guessing',
    {
      tickMs: 190,
      tick() {
        duo.tick();
        wrongFor += 1;
        const last = duo.now[YOU].wrong.at(-1)?.[FRIEND];
        if (last === undefined) return;
        wrong = [last];
        wrongFor = 0;
      },
      draw(sharp, alpha) {
        const { before, flights, now, ticks } = duo;
        const corrected = now[YOU].again.length > 0;
        // A correction is no walk: the friend is at the right place at once.
        const from = corrected ? (now[YOU].again.at(-1) ?? now[YOU].cells) : before[YOU].cells;
        drawDuo(sharp, {
          machines: [
            {
              cells: between(from, now[YOU].cells, alpha),
              ...(now[YOU].guessed ? { guessed: FRIEND } : {}),
              ...(wrongFor < WRONG_TICKS ? { wrong, faded: (wrongFor + alpha) / WRONG_TICKS } : {}),
            },
            { cells: between(before[FRIEND].cells, now[FRIEND].cells, alpha) },
          ],
          flights,
          now: ticks - 1 + alpha,
          from: FRIEND,
        });
      },
      words: () => `Guessed right: ${duo.counts.guessed - duo.counts.wrong}. Guessed wrong: ${duo.counts.wrong}.`,
    },
    wanted,
  );
  return figure;
}
