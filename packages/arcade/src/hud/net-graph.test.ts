import { describe, expect, it } from 'vitest';
import { createNetGraph } from './net-graph.js';

/** A canvas that keeps what is filled: height and style of each rectangle. */
function sheet(width: number, height: number) {
  const filled: { style: string; x: number; height: number }[] = [];
  const context = {
    fillStyle: '',
    clearRect: () => void filled.splice(0),
    fillRect: (x: number, _y: number, _w: number, h: number) =>
      void filled.push({ style: context.fillStyle, x, height: h }),
  };
  // A stand-in for what the graph uses of the real element.
  const canvas = {
    clientWidth: width,
    clientHeight: height,
    width: 0,
    height: 0,
    getContext: () => context,
  } as unknown as HTMLCanvasElement;
  Object.assign(globalThis, {
    devicePixelRatio: 1,
    getComputedStyle: () => ({ getPropertyValue: (name: string) => name }),
  });
  return { canvas, bars: (style: string) => filled.filter((bar) => bar.style === style) };
}

describe('the graph of rollbacks', () => {
  it('draws a bar for each tick that rolled back, as high as it was deep, and stalls in stripes', () => {
    const { bars, canvas } = sheet(240, 32);
    const graph = createNetGraph(canvas);
    for (const depth of [0, 4, 0, 8]) graph.add(depth, false);
    graph.add(0, true);
    graph.draw();
    expect(bars('--ink').map(({ height }) => height)).toEqual([16, 32]);
    const stripes = bars('--accent');
    expect(new Set(stripes.map(({ x }) => x)).size).toBe(1);
    expect(stripes.length).toBeGreaterThan(3);
    expect(Math.max(...stripes.map(({ height }) => height))).toBeLessThan(16);
    expect(graph.summary).toBe('rollbacks in the last two seconds: 2, the deepest of 8 frames; ticks stalled: 1');
  });

  it('has a scale that holds the deepest bar, and goes back when that one has left', () => {
    const { bars, canvas } = sheet(240, 32);
    const graph = createNetGraph(canvas);
    graph.add(8, false);
    expect(graph.fullDepth).toBe(8);
    graph.add(12, false);
    graph.draw();
    expect(graph.fullDepth).toBe(16);
    expect(bars('--ink').map(({ height }) => height)).toEqual([16, 24]);
    for (let i = 0; i < 120; i++) graph.add(0, false);
    expect(graph.fullDepth).toBe(8);
  });
});
