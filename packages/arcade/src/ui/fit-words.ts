// Does not roll back: a heading in large type whose longest word would be cut at the edge of its column.

/** Sets `heading` in smaller type while its longest word is wider than its place: once it is on the page, when fonts have come, when the window changes. */
export function fitWords(heading: HTMLElement): void {
  const fit = (): void => {
    if (!heading.isConnected) return removeEventListener('resize', fit);
    heading.style.fontSize = '';
    const { clientWidth, scrollWidth } = heading;
    if (scrollWidth > clientWidth) heading.style.fontSize = `${Math.floor((parseFloat(getComputedStyle(heading).fontSize) * clientWidth) / scrollWidth)}px`;
  };
  // A frame from now the screen is on the page. Measuring it is what makes the browser load its fonts, so `ready` is asked for after that.
  requestAnimationFrame(() => {
    fit();
    void document.fonts.ready.then(fit);
  });
  addEventListener('resize', fit);
}
