// The buttons under the stage, for fingers and mice. Keys have Escape.
import { storedText } from '../browser/stored-text.js';
import type { Synth } from '../sound/synth.js';
import { element } from './element.js';
import { button, type Choice } from './choices.js';

export interface BarWays {
  onPause: () => void;
  /** Who watches cannot pause, and has this in its place. */
  leave: Choice;
  timeline?: { readonly isOpen: boolean; toggle(focus: boolean): void } | undefined;
}

export interface Bar {
  /** With each picture: keys open and close the timeline, too. */
  sync(): void;
}

export function fillBar(controls: HTMLElement, synth: Synth, { leave, onPause, timeline }: BarWays): Bar {
  // The name stays while the state changes: "Sound, pressed". Eyes have the state in words.
  const state = element('span', { attributes: { 'aria-hidden': 'true' } });
  const sound = button({ label: 'Sound' });
  sound.append(state);
  const print = (): void => {
    state.textContent = synth.muted ? ': off' : ': on';
    sound.setAttribute('aria-pressed', String(!synth.muted));
  };
  const muted = storedText('local', 'arcade-muted');
  synth.muted = muted.get() === '1';
  sound.addEventListener('click', () => {
    synth.muted = !synth.muted;
    muted.set(synth.muted ? '1' : '0');
    print();
  });
  print();
  const pause = button({ label: 'Pause', onClick: onPause });
  pause.classList.add('is-pause');
  const menu = button(leave);
  menu.classList.add('is-leave');
  const opener =
    timeline === undefined ? undefined : button({ label: 'Timeline', onClick: () => timeline.toggle(true) });
  controls.append(sound, ...(opener === undefined ? [] : [opener]), pause, menu);
  let open: boolean | undefined;
  return {
    sync() {
      if (opener === undefined || timeline?.isOpen === open) return;
      open = timeline?.isOpen;
      opener.setAttribute('aria-expanded', String(open));
    },
  };
}
