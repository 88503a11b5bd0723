// Does not roll back: the buttons under the stage, for fingers and mice. Keys have Escape.
import type { Synth } from '../sound/synth.js';
import { button } from './panels.js';

const STORED = 'arcade-muted';

/** Storage may be forbidden; the choice then lasts as long as the page. */
function stored(): boolean {
  try {
    return localStorage.getItem(STORED) === '1';
  } catch {
    return false;
  }
}
function store(muted: boolean): void {
  try {
    localStorage.setItem(STORED, muted ? '1' : '0');
  } catch {
    // see stored()
  }
}

export function fillBar(controls: HTMLElement, synth: Synth, onPause: () => void, onTimeline?: () => void): void {
  const sound = button({ label: '' });
  const print = (): void => {
    sound.textContent = synth.muted ? 'Sound off' : 'Sound on';
    sound.setAttribute('aria-pressed', String(!synth.muted));
  };
  synth.muted = stored();
  sound.addEventListener('click', () => {
    synth.muted = !synth.muted;
    store(synth.muted);
    print();
  });
  print();
  const pause = button({ label: 'Pause', onClick: onPause });
  pause.classList.add('is-pause');
  controls.append(sound, ...(onTimeline === undefined ? [] : [button({ label: 'Timeline', onClick: onTimeline })]), pause);
}
