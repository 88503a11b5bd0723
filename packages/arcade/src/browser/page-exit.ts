// How a page is left: by a reload, after which the same player comes back, or for good.

export interface PageExitOptions {
  /** The cabinet: a click on a link in it is no reload. */
  root: HTMLElement;
  onReload: () => void;
  onLeave: () => void;
}

/** Tells how the page is left, just before. Returns the function that stops it. */
export function onPageExit({ onLeave, onReload, root }: PageExitOptions): () => void {
  // Where the browser does not say what the page is left for (no pageswap event), it may be a reload.
  let reloading = !('onpageswap' in window);
  const onSwap = (event: Event): void => {
    // TypeScript's DOM does not have PageSwapEvent yet. `activation` is null for a page of another origin.
    reloading =
      (event as Event & { activation?: { navigationType?: string } | null }).activation?.navigationType === 'reload';
  };
  // Leaving by one of the cabinet's own links is no reload, whatever the browser says.
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const [target] = event.composedPath();
    // An element, in whatever frame it was made: nothing else in a page has `closest`.
    if (target !== undefined && 'closest' in target && (target as Element).closest('a[href]') !== null)
      reloading = false;
  };
  const onHide = (): void => (reloading ? onReload() : onLeave());
  const onShow = (event: PageTransitionEvent): void => {
    // Back from the back/forward cache: the match said goodbye when the page was left.
    if (event.persisted) location.reload();
  };
  addEventListener('pageswap', onSwap);
  root.addEventListener('click', onClick);
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('pageswap', onSwap);
    root.removeEventListener('click', onClick);
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
  };
}
