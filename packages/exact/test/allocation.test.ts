// Nothing on integers allocates once the engine has compiled it: a simulation may call all of it in every frame. (A
// double that a function takes or gives is another matter: the engine may box it.) The heap's growth between two
// collections, the least of several repeats, as other threads of the runner can only add.
import { createRollback } from '@lite-rollback/core';
import { describe, expect, it } from 'vitest';
import * as ease from '../src/ease.js';
import * as fixed from '../src/fixed.js';
import {
  axisAt,
  axisOf,
  isDown,
  isEvery,
  isRunning,
  justPressed,
  justReleased,
  nextChance,
  nextRange,
  nextShuffle,
  NO_SLOT,
  startTimer,
  stepTimer,
} from '../src/index.js';
import * as vector from '../src/vector.js';
import { mobs, NUM_PLAYERS, swarm } from './swarm.js';

/** A word of memory in twenty calls would be 0.4. */
const LIMIT = 0.05;

function bytesPerCall(count: number, operation: () => void): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('run with --expose-gc: see vitest.config.ts');
  for (let i = 0; i < 20_000; i++) operation();
  let least = Infinity;
  for (let repeat = 0; repeat < 60 && least > LIMIT * count; repeat++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < count; i++) operation();
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  return Math.max(0, least) / count;
}

/** For drawing. */
const GIVES_DOUBLES = ['toNumber', 'toRadians'];

const ring = createRollback({ capacity: 1, fields: swarm.fields });
const cells = new Int32Array(16);
const doubles = new Float64Array(2);
let n = 0;

describe('the method of this file', () => {
  it('sees what is allocated, and nothing where nothing is', () => {
    let kept: unknown;
    expect(bytesPerCall(20_000, () => void (kept = { n }))).toBeGreaterThan(10);
    expect(bytesPerCall(20_000, () => void (n = (n + 1) & 1023))).toBeLessThan(LIMIT);
    expect(kept).toBeDefined();
  });
});

describe('bytes allocated a call', () => {
  it.each(Object.entries(fixed).filter(([name, of]) => typeof of === 'function' && !GIVES_DOUBLES.includes(name)))(
    '%s of fixed-point numbers: none',
    (_, of) => {
      const call = of as (a: number, b: number, c: number) => number;
      const bytes = bytesPerCall(5_000, () => {
        n = (n + 1) & 1023;
        doubles[0] = call(n * 700, n * -300, n * 64);
      });
      expect(bytes).toBeLessThan(LIMIT);
    },
  );
  it.each(Object.entries(ease))('%s: none', (_, of) => {
    expect(bytesPerCall(5_000, () => void (cells[0] = of((n = (n + 1) & 0xffff))))).toBeLessThan(LIMIT);
  });
  it('vectors: none', () => {
    const bytes = bytesPerCall(2_000, () => {
      n = (n + 1) & 1023;
      const x = n * 1000 - 400_000;
      vector.polar(cells, 0, n * 64, x);
      vector.rotate(cells, 2, x, 5, n * 64);
      vector.resize(cells, 4, x, 7, 900);
      vector.normalize(cells, 6, x, 9);
      vector.limit(cells, 8, x, 11, 70_000);
      vector.reflect(cells, 10, x, 13, fixed.ONE, 0);
      vector.lerpPoint(cells, 12, x, 1, 2, x, n * 64);
      vector.approachPoint(cells, 14, x, 1, 2, x, 100);
      doubles[0] =
        vector.dot(x, 1, 2, 3) + vector.cross(x, 1, 2, 3) + vector.distance(x, 1, 2, 3) + vector.angleTo(x, 1, 2, 3);
    });
    expect(bytes).toBeLessThan(LIMIT);
  });
  it('timers, ranges and buttons: none', () => {
    const random = Uint32Array.of(1);
    // So many, because the engine itself uses some KB in each repeat however long it is.
    const bytes = bytesPerCall(20_000, () => {
      n = (n + 1) & 1023;
      startTimer(cells, 0, n);
      stepTimer(cells, 0);
      cells[1] = nextRange(random, 0, 0, 1 + n);
      nextShuffle(random, 0, cells, 5);
      const truths = isRunning(cells, 0) && nextChance(random, 0, n, 1024) && isEvery(n, 7) && isDown(n, 3);
      cells[2] = Number(truths || justPressed(n, 5, 3) || justReleased(n, 5, 3)) + axisOf(n, 1, 2) + axisAt(n, 2);
    });
    expect(bytes).toBeLessThan(LIMIT);
  });
  it('a frame of a game in two pools: none', () => {
    const inputs = new Uint32Array(NUM_PLAYERS);
    swarm.init?.(ring.fields, 1);
    let frame = 0;
    let most = 0;
    const bytes = bytesPerCall(2_000, () => {
      inputs[0] = frame & 7;
      inputs[1] = (frame >> 3) & 7;
      swarm.simulate(ring.fields, inputs, frame++);
      const mob = mobs.of(ring.fields);
      most = Math.max(most, mob.count());
      if (mob.first() !== NO_SLOT) cells[3] = mob.slotOf(mob.handleOf(mob.first()));
    });
    expect(bytes).toBeLessThan(LIMIT);
    expect(most).toBeGreaterThan(5);
  });
});
