// The second figure: nobody goes on before both keys are there.
import { find } from '@lite-rollback/app-shared/find';
import type { Press } from '../settings.js';
import { LEFT, RIGHT, STARTS, STAY } from '../sim/track.js';
import { between, drawDuo } from './draw-duo.js';
import { createDuo, HEAD_START } from './duo.js';
import { createFigure, type Figure } from './figure.js';
import { friendWalks, youWalk } from './hands.js';
import { FRIEND, YOU } from './one-machine.js';

const LAG = 3;
/** Ticks without a touch after which you walk by yourself again. */
const LET_GO = 60;
/** Cells between which you walk to and fro. */
const FIRST = 1;
const LAST = 5;

/** A window of 0 is what makes a match wait. */
const LINE = { lag: LAG, delay: 0, window: 0 };

export function createWaiting(wanted: boolean): Figure {
  const button = find('#waiting-walk', HTMLButtonElement);
  let held = false;
  let idle = LET_GO;
  let way: Press = RIGHT;
  let cell = STARTS[YOU];
  const yourHand = (frame: number): Press => {
    if (idle >= LET_GO) return youWalk(frame);
    if (cell <= FIRST) way = RIGHT;
    if (cell >= LAST) way = LEFT;
    return held ? way : STAY;
  };
  const duo = createDuo(LINE, [yourHand, friendWalks], HEAD_START);
  const hold = (isHeld: boolean): void => {
    if (held === isHeld) return;
    held = isHeld;
    idle = 0;
    button.dataset['held'] = held ? 'yes' : 'no';
    if (held && !figure.running.wanted) figure.running.want(true);
  };
  listenToHold(button, hold);

  const figure = createFigure(
    'waiting',
    {
      tickMs: 130,
      tick() {
        duo.tick();
        cell = duo.now[YOU].cells[YOU];
        if (!held) idle += 1;
      },
      draw(sharp, alpha) {
        const { before, flights, now, ticks } = duo;
        const picture = (who: 0 | 1) => ({
          cells: between(before[who].cells, now[who].cells, alpha),
          waits: now[who].waited,
        });
        drawDuo(sharp, { machines: [picture(YOU), picture(FRIEND)], flights, now: ticks - 1 + alpha });
      },
      words: () => `Played ${duo.counts.played} moments, waited for ${duo.counts.waited}.`,
    },
    wanted,
  );
  return figure;
}

/** Mouse, finger, pen, Space and Enter. */
function listenToHold(button: HTMLElement, hold: (held: boolean) => void): void {
  button.addEventListener('pointerdown', (event) => {
    if (event.button === 0) hold(true);
  });
  button.addEventListener('keydown', (event) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    hold(true);
  });
  for (const type of ['pointerup', 'pointercancel', 'blur', 'contextmenu'] as const)
    addEventListener(type, () => hold(false));
  button.addEventListener('pointerleave', () => hold(false));
  button.addEventListener('keyup', () => hold(false));
  button.addEventListener('blur', () => hold(false));
}
