import { describe, expect, it } from 'vitest';
import { createSmoothing } from './smoothing.js';

describe('createSmoothing', () => {
  it('shows at first what was drawn before, then glides to the truth within a fifth of a second', () => {
    const smoothing = createSmoothing(2, 50);
    smoothing.before(Float64Array.of(100, 7));
    smoothing.corrected(Float64Array.of(80, 7));
    expect(80 + smoothing.offset(0)).toBe(100);
    expect(smoothing.offset(1)).toBe(0);
    let last = smoothing.offset(0);
    for (let i = 0; i < 12; i++) {
      smoothing.fade();
      expect(smoothing.offset(0)).toBeLessThan(last);
      last = smoothing.offset(0);
    }
    expect(last).toBeLessThan(2);
    for (let i = 0; i < 20; i++) smoothing.fade();
    expect(smoothing.offset(0)).toBe(0);
  });

  it('adds a second jump to what is left of the first', () => {
    const smoothing = createSmoothing(1, 50);
    smoothing.before(Float64Array.of(10));
    smoothing.corrected(Float64Array.of(0));
    smoothing.before(Float64Array.of(5));
    smoothing.corrected(Float64Array.of(0));
    expect(smoothing.offset(0)).toBe(15);
  });

  it('does not glide across the court: a jump past the limit is shown at once', () => {
    const smoothing = createSmoothing(1, 50);
    smoothing.before(Float64Array.of(300));
    smoothing.corrected(Float64Array.of(240));
    expect(smoothing.offset(0)).toBe(0);
  });
});
