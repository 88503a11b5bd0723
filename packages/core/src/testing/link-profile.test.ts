import { describe, expect, it } from 'vitest';
import { milliseconds, PERFECT, requireNumber, resolveProfile } from './link-profile.js';

describe('resolveProfile', () => {
  it('fills in from the base what is left out, and undefined counts as left out', () => {
    const base = resolveProfile({ latencyMs: 50, burstLoss: { enter: 0.1, exit: 0.5 }, bytesPerSec: 100 }, PERFECT);
    expect(resolveProfile({}, base)).toEqual(base);
    expect(resolveProfile({ loss: 0.25, burstLoss: { enter: 0, exit: 1 }, bytesPerSec: Infinity }, base)).toEqual({
      ...PERFECT,
      latencyMs: 50,
      loss: 0.25,
    });
    const withUndefined: object = { latencyMs: undefined };
    expect(resolveProfile(withUndefined, base)).toEqual(base);
  });

  it.each([
    [{ latencyMs: -1 }, RangeError, /latencyMs.*-1/],
    [{ latencyMs: Infinity }, RangeError, /latencyMs/],
    [{ latencyMs: NaN }, TypeError, /latencyMs.*NaN/],
    [{ jitterMs: '5' }, TypeError, /jitterMs.*5/],
    [{ loss: 1.01 }, RangeError, /loss.*0 … 1.*1\.01/],
    [{ duplicate: -0.1 }, RangeError, /duplicate/],
    [{ reorder: 2 }, RangeError, /reorder/],
    [{ burstLoss: 0.5 }, TypeError, /burstLoss/],
    [{ burstLoss: null }, TypeError, /burstLoss/],
    [{ burstLoss: { enter: 0.5 } }, TypeError, /burstLoss\.exit/],
    [{ burstLoss: { enter: 2, exit: 0.5 } }, RangeError, /burstLoss\.enter/],
    [{ bytesPerSec: 0 }, RangeError, /bytesPerSec/],
    [{ latency: 50 }, TypeError, /latency'.*latencyMs/],
    [null, TypeError, /profile/],
    [7, TypeError, /profile/],
  ])('refuses %o', (profile, type, message) => {
    // Callers in JavaScript pass what they like.
    const call = (): unknown => resolveProfile(profile as object, PERFECT);
    expect(call).toThrow(type);
    expect(call).toThrow(message);
  });
});

describe('numbers', () => {
  it('milliseconds takes 0 and fractions, and its fallback for undefined', () => {
    expect(milliseconds('ms', 0, 9)).toBe(0);
    expect(milliseconds('ms', 16.6, 9)).toBe(16.6);
    expect(milliseconds('ms', undefined, 9)).toBe(9);
  });
  it.each([[undefined], [null], ['1'], [NaN], [1n], [{}]])('requireNumber refuses %o', (value) => {
    expect(() => requireNumber('ms', value)).toThrow(TypeError);
  });
});
