// Does not roll back: the last two seconds of rollbacks and stalls as a small picture.

export interface NetGraph {
  readonly canvas: HTMLCanvasElement;
  /** One tick: how many frames it rolled back (0 for none), and whether it stalled. */
  add(depth: number, stalled: boolean): void;
  draw(): void;
}

const TICKS = 120;
/** A bar of full height. The default window of prediction is 8. */
const FULL_DEPTH = 8;
const STALL = 255;

/** Colours are the CSS properties --ink and --accent of the canvas. */
export function createNetGraph(canvas: HTMLCanvasElement): NetGraph {
  const depths = new Uint8Array(TICKS);
  let head = 0;
  let changed = true;
  return {
    canvas,
    add(depth, stalled) {
      depths[head] = stalled ? STALL : Math.min(depth, STALL - 1);
      head = (head + 1) % TICKS;
      changed = true;
    },
    draw() {
      if (!changed || canvas.clientWidth === 0) return;
      changed = false;
      const scale = Math.max(1, devicePixelRatio);
      const width = Math.round(canvas.clientWidth * scale);
      const height = Math.round(canvas.clientHeight * scale);
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      if (context === null) return;
      const style = getComputedStyle(canvas);
      context.clearRect(0, 0, width, height);
      const step = width / TICKS;
      for (let i = 0; i < TICKS; i++) {
        const depth = depths[(head + i) % TICKS] ?? 0;
        const stalled = depth === STALL;
        const share = stalled ? 1 : Math.min(depth, FULL_DEPTH) / FULL_DEPTH;
        context.fillStyle = style.getPropertyValue(stalled ? '--accent' : '--ink');
        const bar = Math.max(scale, Math.round(share * height));
        context.fillRect(Math.floor(i * step), height - bar, Math.ceil(step), bar);
      }
    },
  };
}
