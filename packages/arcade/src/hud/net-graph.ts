// The last two seconds of rollbacks and stalls as a small picture.

export interface NetGraph {
  readonly canvas: HTMLCanvasElement;
  /** Frames that a bar of full height stands for: 8, or more where something deeper is shown. */
  readonly fullDepth: number;
  /** One tick: how many frames it rolled back (0 for none), and whether it stalled. */
  add(depth: number, stalled: boolean): void;
  draw(): void;
  /** What is shown, in words. */
  readonly summary: string;
}

const TICKS = 120;
/** Heights of the scale, frames. The first is the default window of prediction, the last the largest that there is. */
const FULL_DEPTHS = [8, 16, 32] as const;
const STALL = 255;
/** px of a stall's stripes: it is told from a deep rollback without its colour, too. */
const STRIPE = 3;

/** Colours are the CSS properties --ink, --quiet and --accent of the canvas. */
export function createNetGraph(canvas: HTMLCanvasElement): NetGraph {
  const depths = new Uint8Array(TICKS);
  let head = 0;
  let changed = true;

  function deepest(): number {
    let most = 0;
    for (const depth of depths) if (depth !== STALL && depth > most) most = depth;
    return most;
  }

  function fullDepth(): number {
    const most = deepest();
    return FULL_DEPTHS.find((depth) => depth >= most) ?? FULL_DEPTHS[2];
  }

  return {
    canvas,
    get fullDepth() {
      return fullDepth();
    },
    get summary() {
      const rollbacks = depths.filter((depth) => depth > 0 && depth !== STALL).length;
      const stalls = depths.filter((depth) => depth === STALL).length;
      return `rollbacks in the last two seconds: ${rollbacks}, the deepest of ${deepest()} frames; ticks stalled: ${stalls}`;
    },
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
      const full = fullDepth();
      const style = getComputedStyle(canvas);
      const [ink, quiet, accent] = ['--ink', '--quiet', '--accent'].map((name) => style.getPropertyValue(name));
      context.clearRect(0, 0, width, height);
      const line = Math.max(1, Math.round(scale));
      context.fillStyle = quiet ?? '';
      // Half the scale, and the ground.
      for (let x = 0; x < width; x += 6 * line) context.fillRect(x, Math.round(height / 2), 2 * line, line);
      context.fillRect(0, height - line, width, line);
      const step = width / TICKS;
      for (let i = 0; i < TICKS; i++) {
        const depth = depths[(head + i) % TICKS] ?? 0;
        if (depth === 0) continue;
        const left = Math.floor(i * step);
        // At least a pixel of a person's, or it is not seen.
        const wide = Math.max(line, Math.ceil(step));
        if (depth === STALL) {
          context.fillStyle = accent ?? '';
          for (let y = 0; y < height; y += 2 * STRIPE * line) context.fillRect(left, y, wide, STRIPE * line);
          continue;
        }
        context.fillStyle = ink ?? '';
        const bar = Math.max(2 * line, Math.round((Math.min(depth, full) / full) * height));
        context.fillRect(left, height - bar, wide, bar);
      }
    },
  };
}
