// Tells a person who does something else meanwhile that the others are there: by a sound, and by the page's title.
import type { Sound, Synth } from './sound/synth.js';

export interface Arrival {
  ring(): void;
  close(): void;
}

/** Two notes up, as of a door bell. */
const BELL: Sound = [
  { wave: 'triangle', from: 660, ms: 260, gain: 0.22 },
  { wave: 'triangle', from: 880, ms: 520, atMs: 170, gain: 0.22 },
];
/** Before the page's own title, which a narrow tab shows the beginning of. */
const MARK = '● They are here – ';
/** ms that the title stays once the page is seen. */
const SEEN_MS = 4000;

export function createArrival(synth: Synth): Arrival {
  let title: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function restore(): void {
    if (title !== undefined) document.title = title;
    title = undefined;
  }
  /** Not at once: somebody who comes back to the tab sees why it called. */
  function restoreSoon(): void {
    if (title === undefined || document.visibilityState === 'hidden') return;
    clearTimeout(timer);
    timer = setTimeout(restore, SEEN_MS);
  }
  document.addEventListener('visibilitychange', restoreSoon);

  return {
    ring() {
      synth.play(BELL, 0);
      title ??= document.title;
      document.title = `${MARK}${title}`;
      restoreSoon();
    },
    close() {
      document.removeEventListener('visibilitychange', restoreSoon);
      clearTimeout(timer);
      restore();
    },
  };
}
