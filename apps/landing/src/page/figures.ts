// The figures under the pictures, and the headline, which says what they come to.
import type { World } from '../world/world.js';
import type { Machine } from '../world/machine.js';
import { RECORDED } from '../world/machine.js';
import type { Settings } from '../world/settings.js';
import { find } from './find.js';

/**
 * Shares of stalled ticks at which the headline changes its mind: more than the one to say so, less than the other to
 * take it back.
 */
const WAITS_ABOVE = 0.05;
const WAITS_BELOW = 0.025;

export interface Figures {
  update(world: World, settings: Readonly<Settings>, plays: readonly [boolean, boolean]): void;
}

interface MachineSums {
  deepest: number;
  again: number;
  stalls: number;
}

function sumsOf({ ticks }: Machine): MachineSums {
  const sums = { deepest: 0, again: 0, stalls: 0 };
  for (const { depth, stalled } of ticks) {
    sums.deepest = Math.max(sums.deepest, depth);
    sums.again += depth;
    if (stalled) sums.stalls += 1;
  }
  return sums;
}

/** uint32 as eight hexadecimal digits. */
function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

const thousands = new Intl.NumberFormat('en');

export function createFigures(): Figures {
  const machines = (['red', 'blue'] as const).map((name) => {
    const root = find(`.machine[data-side=${name}]`, HTMLElement);
    const cell = (figure: string): HTMLElement => find(`[data-figure=${figure}]`, HTMLElement, root);
    return { root, ahead: cell('ahead'), deepest: cell('deepest'), again: cell('again'), stalls: cell('stalls') };
  });
  const check = find('.check', HTMLElement);
  const checkPart = (name: string): HTMLElement => find(`[data-check=${name}]`, HTMLElement, check);
  const parts = {
    frame: checkPart('frame'),
    red: checkPart('red'),
    blue: checkPart('blue'),
    verdict: checkPart('verdict'),
  };
  const apart = find('[data-headline=apart]', HTMLElement);
  const waits = find('[data-headline=waits]', HTMLElement);
  let waiting = false;

  /** Only what has changed is written: text that is set again is laid out again. */
  function write(into: HTMLElement, text: string): void {
    if (into.textContent !== text) into.textContent = text;
  }

  return {
    update(world, settings, plays) {
      let stalled = 0;
      for (const [side, { root, ahead, deepest, again, stalls }] of machines.entries()) {
        const machine = world.machines[side === 0 ? 0 : 1];
        const { session } = machine.match;
        const sums = sumsOf(machine);
        stalled = Math.max(stalled, sums.stalls / RECORDED);
        write(ahead, String(Math.max(0, session.frame() - 1 - session.confirmedFrame())));
        write(deepest, String(sums.deepest));
        write(again, String(sums.again));
        write(stalls, String(sums.stalls));
        root.dataset['plays'] = plays[side === 0 ? 0 : 1] ? 'visitor' : 'script';
      }
      const { agreement } = world;
      const agreed = agreement.compared === agreement.equal;
      write(parts.frame, `frame ${thousands.format(agreement.frame)}`);
      write(parts.red, hex(agreement.checksums[0]));
      write(parts.blue, hex(agreement.checksums[1]));
      write(
        parts.verdict,
        agreed
          ? `${thousands.format(agreement.compared)} frames, all equal`
          : `${thousands.format(agreement.compared - agreement.equal)} frames differ`,
      );
      check.dataset['agreed'] = agreed ? 'yes' : 'no';

      waiting = stalled > (waiting ? WAITS_BELOW : WAITS_ABOVE);
      write(apart, `${settings.lag} ms apart.`);
      write(waits, waiting ? 'Both wait.' : 'Neither waits.');
      waits.dataset['waiting'] = waiting ? 'yes' : 'no';
    },
  };
}
