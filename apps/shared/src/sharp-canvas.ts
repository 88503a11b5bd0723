// A canvas with one pixel for each pixel of the screen, whatever its size on the page.

export interface SharpCanvas {
  readonly context: CanvasRenderingContext2D;
  /** CSS px. 0 until the page has been laid out. */
  readonly width: number;
  readonly height: number;
  /** Clears it and sets its unit to `units` a CSS px. */
  begin(units: number): void;
}

/** Above this a finer picture costs time, and nobody sees it. */
const FINEST = 3;

/** @param onResize is called after each change of size, which clears the picture */
export function sharpCanvas(canvas: HTMLCanvasElement, onResize: () => void): SharpCanvas {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no 2d canvas');
  const size = { width: 0, height: 0, scale: 1 };
  new ResizeObserver(([entry]) => {
    const box = entry?.contentRect;
    if (box === undefined) return;
    size.scale = Math.min(FINEST, Math.max(1, devicePixelRatio));
    size.width = box.width;
    size.height = box.height;
    canvas.width = Math.round(box.width * size.scale);
    canvas.height = Math.round(box.height * size.scale);
    onResize();
  }).observe(canvas);
  return {
    context,
    get width() {
      return size.width;
    },
    get height() {
      return size.height;
    },
    begin(units) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.scale(size.scale * units, size.scale * units);
    },
  };
}
