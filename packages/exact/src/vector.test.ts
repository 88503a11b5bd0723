import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIXED_MAX, FIXED_MIN, fixed, ONE, TURN } from './fixed.js';
import {
  angleTo,
  approachPoint,
  cross,
  distance,
  dot,
  lerpPoint,
  limit,
  normalize,
  polar,
  reflect,
  resize,
  rotate,
} from './vector.js';

const int = fc.oneof(fc.integer({ min: FIXED_MIN, max: FIXED_MAX }), fc.integer({ min: -500_000, max: 500_000 }));
const angle = fc.integer({ min: FIXED_MIN, max: FIXED_MAX });
const out = new Int32Array(4);
const written = (): number[] => [out[1]!, out[2]!];
const clamped = (x: number): number => Math.min(Math.max(x, FIXED_MIN), FIXED_MAX);
/** Each coordinate is within half a unit, and what a double of this size rounds, of the exact one. */
function expectNear(x: number, y: number): void {
  expect(Math.abs(out[1]! - clamped(x))).toBeLessThanOrEqual(0.5 + 2e-6);
  expect(Math.abs(out[2]! - clamped(y))).toBeLessThanOrEqual(0.5 + 2e-6);
}
const radians = (units: number): number => ((units & 0xffff) / TURN) * 2 * Math.PI;

describe('against doubles', () => {
  it('polar', () =>
    fc.assert(
      fc.property(angle, int, (a, radius) => {
        polar(out, 1, a, radius);
        expectNear(Math.cos(radians(a)) * radius, Math.sin(radians(a)) * radius);
      }),
    ));
  it('rotate', () =>
    fc.assert(
      fc.property(int, int, angle, (x, y, a) => {
        rotate(out, 1, x, y, a);
        const [c, s] = [Math.cos(radians(a)), Math.sin(radians(a))];
        expectNear(x * c - y * s, x * s + y * c);
      }),
    ));
  it('resize and limit', () =>
    fc.assert(
      fc.property(int, int, fc.integer({ min: 0, max: FIXED_MAX }), (x, y, radius) => {
        fc.pre(x !== 0 || y !== 0);
        const factor = radius / Math.hypot(x, y);
        resize(out, 1, x, y, radius);
        expectNear(x * factor, y * factor);
        limit(out, 1, x, y, radius);
        expectNear(x * Math.min(factor, 1), y * Math.min(factor, 1));
      }),
    ));
  it('approachPoint', () =>
    fc.assert(
      fc.property(int, int, int, int, fc.integer({ min: 0, max: FIXED_MAX }), (x, y, toX, toY, step) => {
        const there = approachPoint(out, 1, x, y, toX, toY, step);
        const way = Math.hypot(toX - x, toY - y);
        const factor = way === 0 ? 1 : Math.min(step / way, 1);
        expectNear(x + (toX - x) * factor, y + (toY - y) * factor);
        expect(there).toBe(factor === 1);
        if (there) expect(written()).toEqual([toX, toY]);
      }),
    ));
  it('dot and cross, in whole numbers', () =>
    fc.assert(
      fc.property(int, int, int, int, (ax, ay, bx, by) => {
        const exact = (n: bigint): number => clamped(Number(n) / 65536);
        expect(Math.abs(dot(ax, ay, bx, by) - exact(BigInt(ax) * BigInt(bx) + BigInt(ay) * BigInt(by)))).toBeLessThan(
          0.51,
        );
        expect(Math.abs(cross(ax, ay, bx, by) - exact(BigInt(ax) * BigInt(by) - BigInt(ay) * BigInt(bx)))).toBeLessThan(
          0.51,
        );
      }),
    ));
  it('distance, also of points whose difference does not fit', () => {
    fc.assert(
      fc.property(int, int, int, int, (ax, ay, bx, by) => {
        expect(Math.abs(distance(ax, ay, bx, by) - clamped(Math.hypot(bx - ax, by - ay)))).toBeLessThanOrEqual(
          0.5 + 2e-6,
        );
      }),
    );
    expect(distance(-ONE, 0, 2 * ONE, 4 * ONE)).toBe(5 * ONE);
    expect(distance(FIXED_MIN, 0, FIXED_MAX, 0)).toBe(FIXED_MAX);
  });
});

describe('vectors', () => {
  it('are written to two cells and nowhere else, also over themselves', () => {
    out.set([9, ONE, 0, 9]);
    rotate(out, 1, out[1]!, out[2]!, TURN / 4);
    expect([...out]).toEqual([9, 0, ONE, 9]);
    polar(out, 17, 0, ONE);
    polar(out, -2, 0, ONE);
    expect([...out]).toEqual([9, 0, ONE, 9]);
  });
  it('of no length stay that', () => {
    normalize(out, 1, 0, 0);
    expect(written()).toEqual([0, 0]);
    expect(angleTo(5, 5, 5, 5)).toBe(0);
  });
  it('of a length in whole numbers come out whole', () => {
    normalize(out, 1, 3 * ONE, -4 * ONE);
    expect(written()).toEqual([fixed(0.6), fixed(-0.8)]);
    limit(out, 1, 30, 40, 50);
    expect(written()).toEqual([30, 40]);
    resize(out, 1, 1, 0, -ONE);
    expect(written()).toEqual([-ONE, 0]);
  });
  it('are thrown back by a wall', () => {
    reflect(out, 1, 2 * ONE, -3 * ONE, 0, ONE);
    expect(written()).toEqual([2 * ONE, 3 * ONE]);
    reflect(out, 1, 2 * ONE, -3 * ONE, -ONE, 0);
    expect(written()).toEqual([-2 * ONE, -3 * ONE]);
  });
  it('mix', () => {
    lerpPoint(out, 1, 0, 100, 50, -100, ONE / 2);
    expect(written()).toEqual([25, 0]);
  });
  it('are seen at an angle, however far apart', () => {
    expect([angleTo(0, 0, 0, 5), angleTo(5, 5, 4, 5), angleTo(0, 0, -7, -7)]).toEqual([
      TURN / 4,
      -TURN / 2,
      (-3 * TURN) / 8,
    ]);
    expect(angleTo(FIXED_MIN, FIXED_MIN, FIXED_MAX, FIXED_MAX)).toBe(TURN / 8);
  });
});
