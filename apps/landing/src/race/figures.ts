// The figures under the pictures of the race.
import { find } from '@lite-rollback/app-shared/find';
import { write } from '../page/write.js';
import type { RaceMachine } from './game.js';

export interface Figures {
  /** @param plays by side: the visitor plays it */
  update(machines: readonly [RaceMachine, RaceMachine], plays: readonly [boolean, boolean]): void;
}

interface MachineSums {
  deepest: number;
  again: number;
  stalls: number;
}

function sumsOf({ ticks }: RaceMachine): MachineSums {
  const sums = { deepest: 0, again: 0, stalls: 0 };
  for (const { depth, stalled } of ticks) {
    sums.deepest = Math.max(sums.deepest, depth);
    sums.again += depth;
    if (stalled) sums.stalls += 1;
  }
  return sums;
}

/** @param section where its parts are */
export function createFigures(section: HTMLElement): Figures {
  const cells = (['red', 'blue'] as const).map((name) => {
    const root = find(`.machine[data-side=${name}]`, HTMLElement, section);
    const cell = (figure: string): HTMLElement => find(`[data-figure=${figure}]`, HTMLElement, root);
    return { root, ahead: cell('ahead'), deepest: cell('deepest'), again: cell('again'), stalls: cell('stalls') };
  });
  return {
    update(machines, plays) {
      for (const [at, { root, ahead, deepest, again, stalls }] of cells.entries()) {
        const side = at === 0 ? 0 : 1;
        const machine = machines[side];
        const { session } = machine.match;
        const sums = sumsOf(machine);
        write(ahead, String(Math.max(0, session.frame() - 1 - session.confirmedFrame())));
        write(deepest, String(sums.deepest));
        write(again, String(sums.again));
        write(stalls, String(sums.stalls));
        root.dataset['plays'] = plays[side] ? 'visitor' : 'script';
      }
    },
  };
}
