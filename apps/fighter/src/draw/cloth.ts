// Ribbons that trail behind whatever the state does. They are no part of the state: two machines may draw them
// differently, and nothing is lost.
import type { Spot } from './skeleton.js';

export interface Ribbon {
  /** Pulls the knot to `x`, `y` (px of the stage, y up) and lets `steps` of 1/60 s pass. */
  pull(x: number, y: number, steps: number, wind: number): void;
  /** Puts it down at the knot, hanging: after a jump that was no movement. */
  drop(x: number, y: number): void;
  draw(context: CanvasRenderingContext2D, colour: string, line: string, width: number): void;
}

/** `links` pieces of `length` px each. */
export function createRibbon(links: number, length: number): Ribbon {
  const points = Array.from({ length: links + 1 }, () => ({ x: 0, y: 0, oldX: 0, oldY: 0 }));

  function drop(x: number, y: number): void {
    points.forEach((point, i) => {
      point.x = point.oldX = x;
      point.y = point.oldY = y - i * length;
    });
  }

  function relax(x: number, y: number): void {
    const knot = points[0];
    if (knot === undefined) return;
    knot.x = x;
    knot.y = y;
    for (let i = 1; i < points.length; i++) {
      const from = points[i - 1];
      const to = points[i];
      if (from === undefined || to === undefined) return;
      const dx = to.x - from.x;
      const dy = to.y - from.y;
      const distance = Math.max(0.001, Math.hypot(dx, dy));
      const t = length / distance;
      to.x = from.x + dx * t;
      to.y = Math.max(0.8, from.y + dy * t);
    }
  }

  return {
    drop,
    pull(x, y, steps, wind) {
      const knot = points[0];
      if (knot === undefined) return;
      if (Math.hypot(x - knot.x, y - knot.y) > 60) drop(x, y);
      for (let step = 0; step < steps; step++) {
        for (let i = 1; i < points.length; i++) {
          const point = points[i];
          if (point === undefined) break;
          const vx = (point.x - point.oldX) * 0.92;
          const vy = (point.y - point.oldY) * 0.92;
          point.oldX = point.x;
          point.oldY = point.y;
          point.x += vx + wind * (0.6 + 0.4 * Math.sin(i * 1.3 + wind * 40));
          point.y += vy - 0.11;
        }
        relax(x, y);
      }
      if (steps === 0) relax(x, y);
    },
    draw(context, colour, line, width) {
      const shape = outline(
        points.map((point): Spot => [point.x, point.y]),
        width,
      );
      context.lineJoin = 'round';
      context.lineWidth = 2;
      context.strokeStyle = line;
      context.stroke(shape);
      context.fillStyle = colour;
      context.fill(shape);
    },
  };
}

/** A strip along the points, narrow at the knot, cut off square at the end. */
function outline(points: readonly Spot[], width: number): Path2D {
  const path = new Path2D();
  const left: Spot[] = [];
  const right: Spot[] = [];
  points.forEach((point, i) => {
    const before = points[Math.max(0, i - 1)] ?? point;
    const after = points[Math.min(points.length - 1, i + 1)] ?? point;
    const dx = after[0] - before[0];
    const dy = after[1] - before[1];
    const distance = Math.max(0.001, Math.hypot(dx, dy));
    const half = (width / 2) * (0.55 + (0.6 * i) / points.length);
    left.push([point[0] - (dy / distance) * half, point[1] + (dx / distance) * half]);
    right.push([point[0] + (dy / distance) * half, point[1] - (dx / distance) * half]);
  });
  [...left, ...right.reverse()].forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  path.closePath();
  return path;
}
