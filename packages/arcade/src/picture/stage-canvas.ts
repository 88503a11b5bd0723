// A canvas that fits its place, sharp on every screen.
import { element } from '../ui/element.js';

export interface StageCanvas {
  /** CSS px for one unit of the game's. */
  readonly pxPerUnit: number;
  /** Clears, and hands over a context in the game's units. Undefined while the canvas has no size. */
  begin(): CanvasRenderingContext2D | undefined;
  /** The picture in words, for those who do not see it. */
  describe(text: string): void;
  remove(): void;
}

/** Keeps the proportions of `size`, with some room around it where the window is large. */
export function createStageCanvas(place: HTMLElement, size: { width: number; height: number }): StageCanvas {
  const canvas = element('canvas', { attributes: { role: 'img' } });
  place.prepend(canvas);
  const context = canvas.getContext('2d', { alpha: true });
  let pxPerUnit = 1;

  function fit(): void {
    const margin = innerWidth > 760 && innerHeight > 520 ? 28 : 0;
    const scale = Math.min(
      (place.clientWidth - 2 * margin) / size.width,
      (place.clientHeight - 2 * margin) / size.height,
    );
    if (!(scale > 0)) return;
    const cssWidth = Math.floor(size.width * scale);
    const cssHeight = Math.floor(size.height * scale);
    pxPerUnit = cssWidth / size.width;
    // A whole number of device pixels; more than 3 per CSS pixel costs phones time and shows nobody anything.
    const density = Math.min(3, devicePixelRatio || 1);
    canvas.style.width = `${cssWidth}px`;
    canvas.style.height = `${cssHeight}px`;
    const width = Math.round(cssWidth * density);
    const height = Math.round(cssHeight * density);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
  }
  let fitted = '';
  /** Also before a picture: an observer would be told only after the one that is too large or too small. */
  function fitPlace(): void {
    const now = `${place.clientWidth} ${place.clientHeight} ${size.width} ${size.height} ${devicePixelRatio}`;
    if (now === fitted) return;
    fitted = now;
    fit();
  }
  const observer = new ResizeObserver(fitPlace);
  observer.observe(place);
  fitPlace();

  return {
    get pxPerUnit() {
      return pxPerUnit;
    },
    begin() {
      fitPlace();
      if (context === null || canvas.width === 0) return undefined;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.setTransform(canvas.width / size.width, 0, 0, canvas.height / size.height, 0, 0);
      return context;
    },
    describe(text) {
      if (canvas.getAttribute('aria-label') !== text) canvas.setAttribute('aria-label', text);
    },
    remove() {
      observer.disconnect();
      canvas.remove();
    },
  };
}
