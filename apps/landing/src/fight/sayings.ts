// The line of words under each picture of the fight: how to play, and what a rollback has just taken back.
import { NAMES } from '@lite-rollback/fighter/src/draw/palette.js';
import { find } from '@lite-rollback/app-shared/find';
import { write } from '../page/write.js';
import type { Side } from '../world/line.js';
import type { TakenBack } from './take-backs.js';

export interface Sayings {
  /** @param takenBack by side: what is shown there at the moment @param plays by side: the visitor plays it */
  update(takenBack: readonly [TakenBack | null, TakenBack | null], plays: readonly [boolean, boolean]): void;
}

const frames = (count: number): string => (count === 1 ? '1 frame' : `${count} frames`);

/** What the machine says that had shown the kill. */
export function wordsOf({ by, into, ticks }: Pick<TakenBack, 'by' | 'into' | 'ticks'>): string {
  const [own, other] = by === 0 ? NAMES : ([NAMES[1], NAMES[0]] as const);
  return `${own}’s machine showed a kill for ${frames(ticks)}. Then ${other}’s block arrived, pressed in time: ${into === 'parry' ? 'it is a parry' : 'it is blocked'}.`;
}

export function createSayings(section: HTMLElement): Sayings {
  const machines = (['red', 'blue'] as const).map((name) => {
    const root = find(`.machine[data-side=${name}]`, HTMLElement, section);
    const part = (which: string): HTMLElement => find(`[data-said=${which}]`, HTMLElement, root);
    return { root, event: part('event'), howTo: part('how') };
  });
  return {
    update(takenBack, plays) {
      for (const [at, { event, howTo, root }] of machines.entries()) {
        const side: Side = at === 0 ? 0 : 1;
        const [own, other] = [takenBack[side], takenBack[side === 0 ? 1 : 0]];
        const words =
          own !== null
            ? wordsOf(own)
            : other !== null
              ? `${NAMES[side]}’s own machine knew of the block: no kill here.`
              : '';
        write(event, words);
        event.hidden = words === '';
        howTo.hidden = words !== '';
        root.dataset['plays'] = plays[side] ? 'visitor' : 'script';
        root.dataset['takenBack'] = own === null ? 'no' : 'yes';
      }
    },
  };
}
