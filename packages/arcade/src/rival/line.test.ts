import { describeTransport } from '@lite-rollback/core/testing';
import * as vitest from 'vitest';
import { describe, expect, it } from 'vitest';
import { createLine, type Line, type LineProfile } from './line.js';

describeTransport(vitest, 'a line within the page', () => {
  const line = createLine({ profile: { latencyMs: 3, jitterMs: 2, loss: 0.1 }, seed: 5 });
  // The suite waits for real time to pass.
  const timer = setInterval(() => line.advance(5), 5);
  const { near, far } = line;
  const close = (): void => {
    clearInterval(timer);
    near.close();
  };
  return Promise.resolve([{ ...near, close }, far]);
});

interface Arrival {
  readonly at: number;
  readonly number: number;
}

/** Sends one packet each 16 ms, numbered, and notes when each comes. */
function send(line: Line, packets: number, from = 0): Arrival[] {
  const arrivals: Arrival[] = [];
  const off = line.far.onMessage((payload) => {
    arrivals.push({ at: line.now(), number: new DataView(payload.buffer, payload.byteOffset).getUint32(0) });
  });
  const payload = new Uint8Array(8);
  for (let number = from; number < from + packets; number++) {
    new DataView(payload.buffer).setUint32(0, number);
    line.near.send(payload);
    line.advance(16);
  }
  line.advance(1000);
  off();
  return arrivals;
}

const delays = (arrivals: readonly Arrival[], startedAt = 0): number[] =>
  arrivals.map(({ at, number }) => at - startedAt - 16 * number);
const make = (profile: LineProfile, seed = 1): Line => createLine({ profile, seed });

describe('createLine', () => {
  it('delivers each packet after its latency, whatever the steps of the clock', () => {
    expect(delays(send(make({ latencyMs: 75 }), 50))).toEqual(new Array(50).fill(75));
  });

  it('varies the delay by the jitter, and lets no packet overtake another', () => {
    const arrivals = send(make({ latencyMs: 55, jitterMs: 35 }), 2000);
    const numbers = arrivals.map(({ number }) => number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    const late = delays(arrivals);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(20);
    expect(Math.min(...late)).toBeLessThan(25);
    expect(Math.max(...late)).toBeLessThanOrEqual(90);
    expect(Math.max(...late)).toBeGreaterThan(85);
  });

  it('loses the share that it says, and the same ones for the same seed', () => {
    const lost = (seed: number): number[] => {
      const come = new Set(send(make({ latencyMs: 5, loss: 0.1 }, seed), 5000).map(({ number }) => number));
      return Array.from({ length: 5000 }, (_, number) => number).filter((number) => !come.has(number));
    };
    expect(lost(1).length).toBeGreaterThan(400);
    expect(lost(1).length).toBeLessThan(600);
    expect(lost(1)).toEqual(lost(1));
    expect(lost(2)).not.toEqual(lost(1));
  });

  it('has gaps, as long and as frequent as it says', () => {
    const numbers = send(make({ latencyMs: 5, gaps: { enter: 0.02, exit: 0.25 } }), 20_000).map(({ number }) => number);
    const gaps = numbers.map((number, at) => number - (numbers[at - 1] ?? -1) - 1).filter((length) => length > 0);
    const mean = gaps.reduce((sum, length) => sum + length, 0) / gaps.length;
    expect(mean).toBeGreaterThan(3.5);
    expect(mean).toBeLessThan(4.5);
    expect(numbers.length / 20_000).toBeGreaterThan(0.9);
    expect(numbers.length / 20_000).toBeLessThan(0.95);
  });

  it('changes in mid-match: what is on its way keeps its time', () => {
    const line = make({ latencyMs: 100 });
    const came: number[] = [];
    line.far.onMessage((payload) => came.push(payload[0] ?? 0, line.now()));
    line.near.send(Uint8Array.of(1));
    line.profile = { latencyMs: 10 };
    line.advance(95);
    line.near.send(Uint8Array.of(2));
    line.advance(200);
    expect(line.profile.latencyMs).toBe(10);
    expect(came).toEqual([1, 100, 2, 105]);
  });

  it('keeps what was sent, though the sender uses its memory again', () => {
    const line = make({ latencyMs: 10 });
    const payload = Uint8Array.of(7, 8);
    const came: number[][] = [];
    line.far.onMessage((view) => came.push([...view]));
    line.near.send(payload);
    payload.fill(0);
    line.advance(10);
    expect(came).toEqual([[7, 8]]);
  });

  it('refuses a clock that goes back', () => {
    expect(() => make({ latencyMs: 1 }).advance(-1)).toThrow(RangeError);
    expect(() => make({ latencyMs: 1 }).advance(NaN)).toThrow('advance takes a number of ms from 0 on, got NaN');
  });
});
