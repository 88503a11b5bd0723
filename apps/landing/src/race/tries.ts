// The list of things to try: each sets the sliders, and shows the pictures.
import type { Settings } from '../world/settings.js';

export interface Try {
  readonly settings: Partial<Settings>;
  readonly slow: boolean;
}

/** By `data-try` of the buttons in index.html. */
const TRIES: Readonly<Record<string, Try>> = {
  ocean: { settings: { lag: 80, jitter: 8, loss: 1, delay: 2, lockstep: false }, slow: false },
  wireless: { settings: { lag: 60, jitter: 60, loss: 25, delay: 2, lockstep: false }, slow: false },
  lockstep: { settings: { lag: 80, jitter: 8, loss: 1, delay: 2, lockstep: true }, slow: false },
  far: { settings: { lag: 250, jitter: 20, loss: 5, delay: 2, lockstep: false }, slow: false },
  delay: { settings: { lag: 100, jitter: 10, loss: 2, delay: 8, lockstep: false }, slow: false },
  slow: { settings: { lag: 120, jitter: 20, loss: 10, delay: 2, lockstep: false }, slow: true },
};

export function listenToTries(onTry: (chosen: Try) => void): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-try]')) {
    const chosen = TRIES[button.dataset['try'] ?? ''];
    if (chosen === undefined)
      throw new Error(`index.html offers to try ${button.dataset['try'] ?? ''}, which tries.ts does not know`);
    button.addEventListener('click', () => onTry(chosen));
  }
}
