// A heading in large type whose longest word would be cut at the edge of its column.

/** px. A word that is too long even so is cut. */
const SMALLEST = 20;

/**
 * Sets `heading` in smaller type while its longest word is wider than its place: once it is on the page, when fonts
 * have come, when the window changes.
 */
export function fitWords(heading: HTMLElement): void {
  const fit = (): void => {
    if (!heading.isConnected) return removeEventListener('resize', fit);
    heading.style.fontSize = '';
    let px = parseFloat(getComputedStyle(heading).fontSize);
    // Again while it is too wide: the place is smaller with smaller type, by a margin that is set in em.
    while (px > SMALLEST && heading.scrollWidth > heading.clientWidth) {
      px = Math.min(px - 1, Math.floor((px * heading.clientWidth) / heading.scrollWidth));
      heading.style.fontSize = `${px}px`;
    }
  };
  // A frame from now the screen is on the page. Measuring it is what makes the browser load its fonts, so `ready` is
  // asked for after that.
  requestAnimationFrame(() => {
    fit();
    void document.fonts.ready.then(fit);
  });
  addEventListener('resize', fit);
}
