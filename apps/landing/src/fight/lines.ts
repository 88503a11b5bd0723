// The lines that a visitor can put between the two machines of the fight, and the way in which they wait for each other.
import { find } from '@lite-rollback/app-shared/find';
import { AT_FIRST, type Settings } from '../world/settings.js';

/** By the ids of index.html. The lag is one way. */
const LINES: Readonly<Record<string, Partial<Settings>>> = {
  'next-door': { lag: 8, jitter: 2, loss: 0 },
  country: { lag: 25, jitter: 5, loss: 1 },
  ocean: { lag: AT_FIRST.lag, jitter: AT_FIRST.jitter, loss: AT_FIRST.loss },
  train: { lag: 90, jitter: 70, loss: 20 },
};

/** Writes what the visitor chooses into `settings`, and then calls `onChange`. */
export function listenToLines(settings: Settings, onChange: () => void): void {
  for (const [id, line] of Object.entries(LINES))
    find(`#${id}`, HTMLInputElement).addEventListener('change', () => {
      Object.assign(settings, line);
      onChange();
    });
  for (const [id, lockstep] of [
    ['fight-rollback', false],
    ['fight-lockstep', true],
  ] as const)
    find(`#${id}`, HTMLInputElement).addEventListener('change', () => {
      settings.lockstep = lockstep;
      onChange();
    });
}
