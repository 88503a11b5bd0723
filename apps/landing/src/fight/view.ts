// All that is seen of the fight: two pictures, the line between them, and words.
import { drawLine } from '../draw/line.js';
import { sharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';
import { createCheck } from '../page/check.js';
import { find } from '@lite-rollback/app-shared/find';
import { createHeadline } from '../page/headline.js';
import type { Settings } from '../world/settings.js';
import { createFightPicture } from './draw.js';
import type { FightMatch } from './fight-match.js';
import { createSayings } from './sayings.js';

export interface FightView {
  draw(world: FightMatch): void;
  /** The words under the pictures. @param plays by side: the visitor plays it */
  say(world: FightMatch, plays: readonly [boolean, boolean]): void;
  /** Headline and checksums. */
  update(world: FightMatch, settings: Readonly<Settings>): void;
}

/** @param onResize is called after each change of a canvas's size, which clears it */
export function createFightView(section: HTMLElement, onResize: () => void, reducedMotion: MediaQueryList): FightView {
  const canvas = (selector: string) => sharpCanvas(find(selector, HTMLCanvasElement, section), onResize);
  const paper = [
    createFightPicture(canvas('#fight-red canvas')),
    createFightPicture(canvas('#fight-blue canvas')),
  ] as const;
  const wire = canvas('.wire canvas');
  const check = createCheck(section);
  const headline = createHeadline();
  const sayings = createSayings(section);
  return {
    draw({ line, machines, takeBacks }) {
      for (const side of [0, 1] as const)
        paper[side].draw(machines[side], takeBacks[side], reducedMotion.matches, line.now());
      drawLine(wire, line);
    },
    say({ takeBacks }, plays) {
      sayings.update([takeBacks[0].latest, takeBacks[1].latest], plays);
    },
    update({ agreement, machines }, { lag }) {
      check.update(agreement);
      headline.update(
        lag,
        machines.map(({ ticks }) => ticks),
      );
    },
  };
}
