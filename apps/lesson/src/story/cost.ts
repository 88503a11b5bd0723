// The fifth figure: what is played in each picture, the new moment and those that are played again.
import type { SharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';
import { distanceWords, moments } from './distances.js';
import { REDO } from './draw-duo.js';
import { createDuo, type Duo } from './duo.js';
import { createFigure, type Figure } from './figure.js';
import { friendHolds, youWalk } from './hands.js';
import { YOU } from './one-machine.js';
import { createSlider } from './slider.js';

const INK = '#191a23';
/** CSS px of a column, and of what is free between two. */
const COLUMN = 16;
const FREE = 3;
/** Ticks in the first picture, and at the most. */
const FIRST_TICKS = 60;
const KEPT = 200;
/** Blocks that fit: the furthest friend makes 1 + 6. */
const MOST = 7;

export function createCost(wanted: boolean): Figure {
  /** Moments played again, by tick, oldest first. */
  let again: number[] = [];
  function tick(): void {
    duo.tick();
    again.push(duo.now[YOU].again.length);
    if (again.length > KEPT) again.shift();
  }
  function begin(lag: number): Duo {
    again = [];
    return createDuo({ lag, delay: 0, window: 8 }, [youWalk, friendHolds]);
  }
  const slider = createSlider('cost-far', distanceWords, (lag) => {
    duo = begin(lag);
    for (let i = 0; i < FIRST_TICKS; i++) tick();
    figure.refresh();
  });
  let duo = begin(slider.value);
  for (let i = 0; i < FIRST_TICKS; i++) tick();
  const figure = createFigure(
    'cost',
    {
      tickMs: 150,
      tick,
      draw: (sharp, alpha) => drawColumns(sharp, again, alpha),
      words() {
        const most = Math.max(0, ...again);
        const now = again.at(-1) ?? 0;
        return `In this picture: 1 new moment${now === 0 ? '' : ` and ${now} again`}. At most so far: 1 and ${moments(most)} again.`;
      },
    },
    wanted,
  );
  return figure;
}

function drawColumns(sharp: SharpCanvas, again: readonly number[], alpha: number): void {
  if (sharp.width === 0) return;
  const { context, height, width } = sharp;
  sharp.begin(1);
  const ground = height - 12;
  const block = (ground - 12) / MOST;
  context.fillStyle = INK;
  context.fillRect(0, ground, width, 2);
  for (const [index, count] of [...again].reverse().entries()) {
    const x = width - (index + alpha) * (COLUMN + FREE);
    if (x < -COLUMN) break;
    for (let at = 0; at <= count; at++) {
      context.fillStyle = at === 0 ? INK : REDO;
      context.fillRect(x, ground - (at + 1) * block, COLUMN, block - 2);
      if (at === 0) continue;
      context.strokeStyle = INK;
      context.lineWidth = 1;
      context.strokeRect(x + 0.5, ground - (at + 1) * block + 0.5, COLUMN - 1, block - 3);
    }
  }
}
