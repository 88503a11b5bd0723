/**
 * Calls `leave` when the page goes away (closed, reloaded, left, or put into the back/forward cache) and `enter` when
 * it is shown, which is also when it comes back from that cache. In Node and in workers there is no page: neither is
 * called.
 *
 * `leave` comes after the page's own pagehide listeners, so that a match which says goodbye in one still can.
 */
export function followPage(leave: () => void, enter: () => void, signal: AbortSignal): void {
  if (typeof document === 'undefined') return;
  let going = false;

  function onPageHide(): void {
    going = true;
    // A visible page becomes hidden right after its last pagehide listener (HTML standard, "unload a document"): that
    // is the moment. One that was hidden already gets no further event. (A listener added inside this one would not be
    // called in Chromium, and none can be put last for good.)
    if (document.hidden) leave();
  }
  function onVisibilityChange(): void {
    if (going) return leave();
    // Behind another tab, or in front again. Listeners run in the order of their adding: from here on ours is the last
    // again.
    removeEventListener('pagehide', onPageHide);
    addEventListener('pagehide', onPageHide, { signal });
  }
  function onPageShow(): void {
    going = false;
    enter();
  }
  addEventListener('pagehide', onPageHide, { signal });
  addEventListener('pageshow', onPageShow, { signal });
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
}
