import { describe, expect, it } from 'vitest';
import { asPadControl, padControlName, quantise, TILT_OFF, TILT_ON } from './pad-control.js';

describe('quantise', () => {
  it('is -1, 0 or 1, with a dead zone and room against flicker', () => {
    expect([-1, -TILT_ON, -0.2, 0, 0.2, TILT_ON, 0.51, 1].map((value) => quantise(value, 0))).toEqual([
      -1, 0, 0, 0, 0, 0, 1, 1,
    ]);
    expect([0.4, TILT_OFF, 0.3].map((value) => quantise(value, 1))).toEqual([1, 0, 0]);
    expect(quantise(-0.4, 1)).toBe(0);
    expect([NaN, Infinity, undefined].map((value) => quantise(value, 1))).toEqual([0, 0, 0]);
  });
});

describe('a control', () => {
  it('is read back as it is written, and what is none is refused', () => {
    for (const control of ['button 0', 'button 16', 'axis 9 -', 'axis 3 +', 'hat up'])
      expect(asPadControl(control)).toBe(control);
    for (const other of [
      '',
      'button',
      'button 100',
      'axis 1',
      'axis 1 *',
      'hat',
      'hat north',
      'xbutton 1',
      7,
      null,
      {},
    ])
      expect(asPadControl(other)).toBeUndefined();
  });

  it('is named as people call it, where the pad is known', () => {
    expect(padControlName('button 0', 'standard')).toBe('Lower button');
    expect(padControlName('button 0', '')).toBe('Button 0');
    expect(padControlName('axis 1 -', '')).toBe('Stick ↑');
    expect(padControlName('axis 5 -', '')).toBe('Axis 5 −');
    expect(padControlName('hat left', '')).toBe('Cross ←');
  });
});
