import { describe, expect, it } from 'vitest';
import { createSequenceBuffer } from './sequence-buffer.js';

const WRAP = 0x100_0000;

describe('what comes', () => {
  it('is the newest, late, or refused', () => {
    const buffer = createSequenceBuffer();
    expect([5, 6, 9, 7, 9, 7, 8, 10].map((sequence) => buffer.accept(sequence))).toEqual([
      'newest',
      'newest',
      'newest',
      'late',
      'refused',
      'refused',
      'late',
      'newest',
    ]);
  });

  it('is refused when it is 256 or more below the newest', () => {
    const buffer = createSequenceBuffer();
    buffer.accept(1000);
    expect([745, 744, 700, 1001, 746].map((sequence) => buffer.accept(sequence))).toEqual([
      'late',
      'refused',
      'refused',
      'newest',
      'late',
    ]);
  });

  it('is the newest after any outage shorter than half of all numbers', () => {
    for (const gap of [128, 200, 255, 256, 1000, WRAP / 2 - 1]) {
      const buffer = createSequenceBuffer();
      buffer.accept(3);
      expect([buffer.accept(3 + gap), buffer.accept(3 + gap)]).toEqual(['newest', 'refused']);
    }
  });

  it('goes on across the wrap, and knows how often the numbers have wrapped', () => {
    const buffer = createSequenceBuffer();
    for (let round = 0; round < 2; round++) {
      buffer.accept(WRAP - 3);
      expect([buffer.wrapsOf(WRAP - 1), buffer.wrapsOf(2)]).toEqual([round, round + 1]);
      expect([buffer.accept(2), buffer.accept(WRAP - 1), buffer.accept(0), buffer.accept(2)]).toEqual([
        'newest',
        'late',
        'late',
        'refused',
      ]);
      expect([buffer.wrapsOf(WRAP - 2), buffer.wrapsOf(4)]).toEqual([round, round + 1]);
      // Round in thirds: what is half-way round would look like a step back.
      buffer.accept(Math.floor(WRAP / 3));
      buffer.accept(Math.floor((2 * WRAP) / 3));
    }
  });
});

describe('the loss', () => {
  it('is exact for losses by script', () => {
    const buffer = createSequenceBuffer();
    // The last 64 are not judged yet, and the first one is where counting begins: 200 are left, of which 50 are lost.
    for (let sequence = 0; sequence <= 264; sequence++) if (sequence % 4 !== 1) buffer.accept(sequence);
    expect(buffer.lossRatio()).toBe(0.25);
  });

  it('is 0 before anything came, and of a line that loses nothing', () => {
    const buffer = createSequenceBuffer();
    expect(buffer.lossRatio()).toBe(0);
    for (let sequence = 0; sequence < 1000; sequence++) buffer.accept(sequence);
    expect(buffer.lossRatio()).toBe(0);
  });

  it('is 0 under jitter alone: a packet that is late is no loss', () => {
    const buffer = createSequenceBuffer();
    const inOrderOfArrival = Array.from({ length: 1000 }, (_, sequence) => ({
      sequence,
      at: sequence + ((sequence * 17) % 40),
    })).sort((a, b) => a.at - b.at);
    let late = 0;
    for (const { sequence } of inOrderOfArrival) if (buffer.accept(sequence) === 'late') late++;
    expect(late).toBeGreaterThan(300);
    expect(buffer.lossRatio()).toBe(0);
  });

  it('does not count a doubled packet as two', () => {
    const buffer = createSequenceBuffer();
    for (let sequence = 0; sequence <= 264; sequence++) {
      if (sequence % 4 === 1) continue;
      buffer.accept(sequence);
      buffer.accept(sequence);
    }
    expect(buffer.lossRatio()).toBe(0.25);
  });

  it('forgets: a line that has mended reads as mended', () => {
    const buffer = createSequenceBuffer();
    for (let sequence = 0; sequence < 1000; sequence += 2) buffer.accept(sequence);
    expect(buffer.lossRatio()).toBeCloseTo(0.5, 1);
    for (let sequence = 1000; sequence < 3000; sequence++) buffer.accept(sequence);
    expect(buffer.lossRatio()).toBeLessThan(0.01);
  });
});
