// The story before the instrument: five figures, and one button that pauses them all.
import { createCost } from './cost.js';
import type { Figure } from './figure.js';
import { createGoingBack } from './going-back.js';
import { createGuessing } from './guessing.js';
import { createLateKey } from './late-key.js';
import { createWaiting } from './waiting.js';

/** @param calm nothing moves before the visitor says so */
export function openStory(calm: boolean): readonly Figure[] {
  const figures = [createLateKey, createWaiting, createGuessing, createGoingBack, createCost].map((create) =>
    create(!calm),
  );
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.figure-pause')];
  let wanted = !calm;
  const show = (): void => {
    for (const button of buttons) button.textContent = wanted ? 'Pause' : 'Play';
  };
  for (const button of buttons)
    button.addEventListener('click', () => {
      wanted = !wanted;
      for (const { running } of figures) running.want(wanted);
      show();
    });
  show();
  return figures;
}
