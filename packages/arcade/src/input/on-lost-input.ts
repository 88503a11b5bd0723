// The moments after which a key or a finger may have been let go without the page being told. Whatever is held then is
// let go of, or it would stay down for the rest of the match.

/** What this reads of a KeyboardEvent. */
interface KeyLike extends Event {
  readonly key?: string;
}

/**
 * Calls `release` at each of them. `target` is the window. Returns the function that stops it.
 * - `blur`: another window has the keys now.
 * - `visibilitychange`: another tab has them. It comes up from the document.
 * - `contextmenu`: the menu takes the keyup. A page that opens no menu has prevented the event before it comes here.
 * - The keyup of Meta: while Cmd is down, macOS tells no keyup of any other key.
 */
export function onLostInput(target: EventTarget, release: () => void): () => void {
  const onKeyUp = (event: Event): void => {
    // The listener is only ever registered for keyup.
    if ((event as KeyLike).key === 'Meta') release();
  };
  const onMenu = (event: Event): void => {
    if (!event.defaultPrevented) release();
  };
  const handlers: readonly (readonly [string, (event: Event) => void])[] = [
    ['blur', release],
    ['visibilitychange', release],
    ['contextmenu', onMenu],
    ['keyup', onKeyUp],
  ];
  for (const [type, handler] of handlers) target.addEventListener(type, handler);
  return () => {
    for (const [type, handler] of handlers) target.removeEventListener(type, handler);
  };
}
