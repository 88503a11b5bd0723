import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOracle } from '../../test/oracle.js';
import { angleDifference, degrees, lerpAngle, toRadians, TURN, turnTowards, wrapAngle } from './angle.js';
import { FIXED_MAX, FIXED_MIN, ONE } from './one.js';
import { atan2, cos, sin } from './trigonometry.js';

const oracle = createOracle(128);

describe('sin and cos', () => {
  const QUARTER = TURN / 4;
  /** Of every angle in a quarter turn, exact to far more bits than 16. */
  const quarter = new Float64Array(QUARTER + 1);
  beforeAll(() => {
    for (let angle = 0; angle <= QUARTER; angle++) quarter[angle] = oracle.toDouble(oracle.sinOfUnits(angle));
  });
  const exact = (angle: number): number => {
    const within = wrapAngle(angle);
    const half = within % (2 * QUARTER);
    return (within < 2 * QUARTER ? 1 : -1) * quarter[half <= QUARTER ? half : 2 * QUARTER - half]!;
  };

  it('give the nearest number for each of the 65,536 angles', () => {
    let closest = 1;
    for (let angle = 0; angle < TURN; angle++) {
      const [wantSin, wantCos] = [exact(angle) * ONE, exact(angle + QUARTER) * ONE];
      const away = Math.max(Math.abs(sin(angle) - wantSin), Math.abs(cos(angle) - wantCos));
      if (!(away <= 0.5)) throw new Error(`${angle}: ${sin(angle)}, ${cos(angle)}, not ${wantSin}, ${wantCos}`);
      closest = Math.min(closest, 0.5 - away);
    }
    // None is so near to halfway that the double of the comparison could be on the wrong side of it.
    expect(closest).toBeGreaterThan(1e-9);
  });
  it('are whole at the quarters, and wrap', () => {
    for (const turns of [0, TURN, -TURN, 3 * TURN, 32_000 * TURN]) {
      expect([0, 1, 2, 3].map((n) => sin(turns + n * QUARTER))).toEqual([0, ONE, 0, -ONE]);
      expect([0, 1, 2, 3].map((n) => cos(turns + n * QUARTER))).toEqual([ONE, 0, -ONE, 0]);
    }
    expect(sin(FIXED_MIN)).toBe(sin(0));
    expect(sin(FIXED_MAX)).toBe(sin(-1));
    expect(Object.is(sin(0), 0) && Object.is(sin(TURN / 2), 0) && Object.is(cos(QUARTER), 0)).toBe(true);
  });
});

describe('atan2', () => {
  const int = fc.oneof(fc.integer({ min: FIXED_MIN, max: FIXED_MAX }), fc.integer({ min: -70_000, max: 70_000 }));
  it('gives the nearest angle', () =>
    fc.assert(
      fc.property(int, int, (y, x) => {
        fc.pre(x !== 0 && y !== 0);
        const exact = (oracle.toDouble(oracle.atan2(y, x)) / (2 * Math.PI)) * TURN;
        const away = Math.abs(atan2(y, x) - exact);
        expect(Math.min(away, TURN - away)).toBeLessThanOrEqual(0.5 + 2 ** -30);
      }),
      { numRuns: 1_000 },
    ));
  it('of the axes, and of nothing', () => {
    expect([atan2(0, 5), atan2(5, 0), atan2(0, -5), atan2(-5, 0)]).toEqual([0, TURN / 4, -TURN / 2, -TURN / 4]);
    expect([atan2(0, 0), atan2(-0, -0)]).toEqual([0, 0]);
    expect([atan2(1, FIXED_MIN), atan2(-1, FIXED_MIN)]).toEqual([-TURN / 2, -TURN / 2]);
    expect(atan2(FIXED_MIN, FIXED_MIN)).toBe((-3 * TURN) / 8);
  });
  it('turns back what sin and cos give', () => {
    for (let angle = -TURN / 2; angle < TURN / 2; angle++)
      if (atan2(sin(angle), cos(angle)) !== angle) throw new Error(`${angle}: ${atan2(sin(angle), cos(angle))}`);
  });
});

describe('angles', () => {
  it('wrap into one turn', () =>
    expect([wrapAngle(-1), wrapAngle(TURN), wrapAngle(TURN * 5 + 7)]).toEqual([TURN - 1, 0, 7]));
  it('come from degrees and go to radians', () => {
    expect([degrees(90), degrees(-90), degrees(360), degrees(0.001)]).toEqual([16384, -16384, TURN, 0]);
    expect(toRadians(TURN / 2)).toBeCloseTo(Math.PI, 14);
  });
  it('differ by the shorter way', () => {
    expect(angleDifference(TURN - 10, 10)).toBe(20);
    expect(angleDifference(10, TURN - 10)).toBe(-20);
    expect(angleDifference(0, TURN / 2)).toBe(-TURN / 2);
    expect(angleDifference(FIXED_MIN, FIXED_MAX)).toBe(-1);
  });
  it('turn towards another one, and stop there', () => {
    expect(turnTowards(TURN - 10, 10, 5)).toBe(TURN - 5);
    expect(turnTowards(TURN - 10, 10, 15)).toBe(5);
    expect(turnTowards(TURN - 10, 10, 500)).toBe(10);
    expect(turnTowards(10, TURN - 10, 15)).toBe(TURN - 5);
    expect(turnTowards(0, TURN / 2, TURN / 8)).toBe(TURN - TURN / 8);
  });
  it('mix by the shorter way', () => {
    expect(lerpAngle(TURN - 100, 100, ONE / 2)).toBe(0);
    expect(lerpAngle(100, TURN - 100, ONE / 4)).toBe(50);
    expect([lerpAngle(7, 30_000, 0), lerpAngle(7, 30_000, ONE)]).toEqual([7, 30_000]);
  });
});
