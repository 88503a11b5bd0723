import { attempt, succeeds } from './attempt.js';

/** Whether the page may fill the screen: not on an iPhone, nor in a frame that has no permission. */
export function canFillScreen(): boolean {
  return attempt(() => document.fullscreenEnabled, false) === true;
}

/** Fills the screen with the page, or gives it back; to be called while a person's press counts. */
export function toggleFullScreen(): Promise<boolean> {
  return succeeds(() =>
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen(),
  );
}
