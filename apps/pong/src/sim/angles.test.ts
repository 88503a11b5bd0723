import { describe, expect, it } from 'vitest';
import { ANGLES, COSINES, SERVE_ANGLES, SINES, alongX, alongY, angleOf } from './angles.js';
import { COURT_OF_FOUR, COURT_OF_TWO } from './court.js';
import { TOP_SPEED } from './stage.js';

describe('the table of angles', () => {
  it('holds cos and sin of 4° to 53° in steps of 7°, times 1024', () => {
    expect(COSINES).toHaveLength(ANGLES);
    expect(SINES).toHaveLength(ANGLES);
    for (let i = 0; i < ANGLES; i++) {
      const radians = ((4 + 7 * i) * Math.PI) / 180;
      expect(COSINES[i]).toBe(Math.round(Math.cos(radians) * 1024));
      expect(SINES[i]).toBe(Math.round(Math.sin(radians) * 1024));
    }
    expect(SERVE_ANGLES).toBeLessThanOrEqual(ANGLES);
  });

  it('keeps a speed within 1 % of what was asked, and always moves along both axes', () => {
    for (let angle = 0; angle < ANGLES; angle++) {
      for (const speed of [960, 1280, TOP_SPEED]) {
        const x = alongX(speed, angle);
        const y = alongY(speed, angle);
        expect(x).toBeGreaterThan(0);
        expect(y).toBeGreaterThan(0);
        expect(Math.abs(Math.hypot(x, y) - speed)).toBeLessThan(speed / 100);
      }
    }
  });

  it('is steepest at the ends of a paddle, flattest in its middle, the same above and below', () => {
    for (const { reach } of [COURT_OF_TWO, COURT_OF_FOUR]) {
      expect(angleOf(0, reach)).toBe(0);
      expect(angleOf(reach, reach)).toBe(ANGLES - 1);
      const seen = new Set<number>();
      let last = 0;
      for (let offset = 0; offset <= reach; offset += 16) {
        const angle = angleOf(offset, reach);
        expect(angleOf(-offset, reach)).toBe(angle);
        expect(angle).toBeGreaterThanOrEqual(last);
        last = angle;
        seen.add(angle);
      }
      expect(seen.size).toBe(ANGLES);
    }
  });
});
