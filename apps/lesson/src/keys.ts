// The keys of the stage: Space, arrows, Home, End, R, F, G, Escape.
import type { Lesson } from './lesson.js';

export interface KeyOptions {
  readonly lesson: Lesson;
  readonly toggleFullScreen: () => void;
  /** True while any of the stage is on the screen: below it Space, Home and End scroll the page, as everywhere. */
  readonly stageInView: () => boolean;
}

/** Returns the unsubscribe. */
export function listenToKeys(target: Window, { lesson, toggleFullScreen, stageInView }: KeyOptions): () => void {
  // A button that was reached with Tab takes Space itself; one that was only clicked before must not.
  let byKeyboard = false;
  const onPointer = (): void => void (byKeyboard = false);

  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => (lesson.state.playing ? lesson.pause() : lesson.play()),
    ArrowLeft: () => lesson.goTo(lesson.state.at - 1),
    ArrowRight: () => lesson.goTo(lesson.state.at + 1),
    Home: () => lesson.goTo(0),
    End: () => lesson.goToEnd(),
    r: () => lesson.reset(),
    f: toggleFullScreen,
    g: () => lesson.setStop(lesson.state.stop < 0 ? 0 : -1),
    Escape: () => lesson.setStop(-1),
  };
  const scrolls = new Set([' ', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' || event.key === 'ArrowUp' || event.key === 'ArrowDown') byKeyboard = true;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = actions[key];
    if (action === undefined || (event.repeat && key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
    const focused = event.target instanceof HTMLElement ? event.target : undefined;
    // A select finds its options by letters, a slider moves with the arrows.
    if (focused instanceof HTMLSelectElement && key !== 'Escape') return;
    if (
      focused instanceof HTMLInputElement &&
      key !== 'Escape' &&
      scrolls.has(key) &&
      (key !== ' ' || focused.type === 'radio')
    )
      return;
    if (key === ' ' && byKeyboard && focused?.matches('button, button *, a') === true) return;
    if (scrolls.has(key) && !stageInView()) return;
    if (key === 'Escape' && lesson.state.stop < 0) return;
    event.preventDefault();
    action();
  };

  target.addEventListener('keydown', onKey);
  target.addEventListener('pointerdown', onPointer);
  return () => {
    target.removeEventListener('keydown', onKey);
    target.removeEventListener('pointerdown', onPointer);
  };
}
