// The headline: how far apart the two machines are, and what it comes to.
import { RECORDED, type TickRecord } from '../world/machine.js';
import { find } from '@lite-rollback/app-shared/find';
import { write } from './write.js';

/**
 * Shares of stalled ticks at which the headline changes its mind: more than the one to say so, less than the other to
 * take it back.
 */
const WAITS_ABOVE = 0.05;
const WAITS_BELOW = 0.025;

export interface Headline {
  /** @param lag one way, ms @param ticks of each machine */
  update(lag: number, ticks: readonly (readonly TickRecord[])[]): void;
}

export function createHeadline(): Headline {
  const apart = find('[data-headline=apart]', HTMLElement);
  const waits = find('[data-headline=waits]', HTMLElement);
  let waiting = false;
  return {
    update(lag, ticks) {
      const stalls = ticks.map((records) => records.filter(({ stalled }) => stalled).length);
      waiting = Math.max(...stalls) / RECORDED > (waiting ? WAITS_BELOW : WAITS_ABOVE);
      write(apart, `${lag} ms apart.`);
      write(waits, waiting ? 'Both wait.' : 'Neither waits.');
      waits.dataset['waiting'] = waiting ? 'yes' : 'no';
    },
  };
}
