import { describe, expect, it } from 'vitest';
import { PERFECT, resolveProfile, type LinkProfile } from './link-profile.js';
import { Link } from './link.js';

/**
 * Sends `count` packets, one every `everyMs`; each row is [sent at, first copy due, second copy due], NaN where there
 * is none.
 */
function send(
  profile: LinkProfile,
  count: number,
  { seed = 1, bytes = 100, everyMs = 16 } = {},
): [number, number, number][] {
  const link = new Link(seed, resolveProfile(profile, PERFECT));
  const clock = new Float64Array(1);
  const due = new Float64Array(2);
  const rows: [number, number, number][] = [];
  for (let i = 0; i < count; i++) {
    clock[0] = i * everyMs;
    const copies = link.transit(bytes, clock, due);
    rows.push([i * everyMs, copies > 0 ? due[0]! : NaN, copies > 1 ? due[1]! : NaN]);
  }
  return rows;
}
const lostOf = (rows: readonly [number, number, number][]): boolean[] => rows.map((row) => Number.isNaN(row[1]));
const ratio = (flags: readonly boolean[]): number => flags.filter(Boolean).length / flags.length;
/** Five standard deviations of a share measured over `n` independent packets. */
const tolerance = (p: number, n: number): number => 5 * Math.sqrt((p * (1 - p)) / n);

const N = 40_000;
const SEEDS = [0, 1, 2, 12345, 0xffff_ffff];

describe('Link', () => {
  it('delivers at once and in order without a profile', () => {
    expect(send({}, 5)).toEqual([0, 16, 32, 48, 64].map((t) => [t, t, NaN]));
  });

  it('delays by exactly the latency without jitter', () => {
    for (const [sent, due] of send({ latencyMs: 33.25 }, 50)) expect(due - sent).toBe(33.25);
  });

  it.each(SEEDS)('seed %i: loses the asked share, evenly from the first packets on', (seed) => {
    for (const loss of [0.01, 0.1, 0.35]) {
      const lost = lostOf(send({ loss }, N, { seed }));
      expect(Math.abs(ratio(lost) - loss)).toBeLessThan(tolerance(loss, N));
      // What follows a lost packet is lost as often as any other: no bursts where none were asked for.
      const afterLoss = lost.filter((_, i) => i > 0 && lost[i - 1]);
      expect(Math.abs(ratio(afterLoss) - loss)).toBeLessThan(tolerance(loss, afterLoss.length));
    }
  });

  it('does not lose the first packets more often than others, over many small seeds', () => {
    const firsts = Array.from({ length: 4000 }, (_, seed) => lostOf(send({ loss: 0.2 }, 1, { seed }))[0]!);
    expect(Math.abs(ratio(firsts) - 0.2)).toBeLessThan(tolerance(0.2, firsts.length));
  });

  it('loss 0 loses nothing, loss 1 everything', () => {
    expect(ratio(lostOf(send({ loss: 0 }, 5000)))).toBe(0);
    expect(ratio(lostOf(send({ loss: 1 }, 5000)))).toBe(1);
  });

  it('with more loss, loses the same packets and more', () => {
    const little = lostOf(send({ loss: 0.1, jitterMs: 5, duplicate: 0.2 }, 5000));
    const much = lostOf(send({ loss: 0.3 }, 5000));
    expect(ratio(little)).toBeGreaterThan(0);
    expect(little.every((lost, i) => !lost || much[i])).toBe(true);
    expect(ratio(much)).toBeGreaterThan(ratio(little));
  });

  it.each(SEEDS)('seed %i: burst loss has the share and the mean length of Gilbert–Elliott', (seed) => {
    const enter = 0.02;
    const exit = 0.25;
    const lost = lostOf(send({ burstLoss: { enter, exit } }, N, { seed }));
    const bursts = lost.filter((now, i) => now && !lost[i - 1]).length;
    const meanLength = lost.filter(Boolean).length / bursts;
    expect(bursts).toBeGreaterThan(400);
    // Burst lengths are geometric: standard deviation √(1-exit)/exit each.
    expect(Math.abs(meanLength - 1 / exit)).toBeLessThan((5 * Math.sqrt(1 - exit)) / exit / Math.sqrt(bursts));
    expect(Math.abs(ratio(lost) - enter / (enter + exit))).toBeLessThan(0.015);
  });

  it('enter 1 and exit 0 loses everything for good; enter 0 nothing', () => {
    expect(ratio(lostOf(send({ burstLoss: { enter: 1, exit: 0 } }, 1000)))).toBe(1);
    expect(ratio(lostOf(send({ burstLoss: { enter: 0, exit: 0 } }, 1000)))).toBe(0);
  });

  it('jitter spreads evenly over ± jitterMs, and reorders when it exceeds the interval', () => {
    const delays = send({ latencyMs: 100, jitterMs: 40 }, N).map(([sent, due]) => due - sent);
    const min = Math.min(...delays);
    const max = Math.max(...delays);
    expect(min).toBeGreaterThanOrEqual(60);
    expect(min).toBeLessThan(61);
    expect(max).toBeLessThanOrEqual(140);
    expect(max).toBeGreaterThan(139);
    const mean = delays.reduce((a, b) => a + b, 0) / N;
    expect(Math.abs(mean - 100)).toBeLessThan((5 * 80) / Math.sqrt(12 * N));
    expect(delays.filter((d) => d < 80).length / N).toBeCloseTo(0.25, 1);
    const overtaken = send({ latencyMs: 100, jitterMs: 40 }, 1000).filter(
      (row, i, all) => i > 0 && row[1] < all[i - 1]![1],
    );
    expect(overtaken.length).toBeGreaterThan(100);
  });

  it('jitter above the latency never delivers before the sending', () => {
    const delays = send({ latencyMs: 5, jitterMs: 40 }, 5000).map(([sent, due]) => due - sent);
    expect(Math.min(...delays)).toBe(0);
  });

  it('reorder holds the asked share back by 17 to 66 ms, so that 1 to 3 packets overtake at 60 a second', () => {
    const everyMs = 1000 / 60;
    const rows = send({ latencyMs: 30, reorder: 0.1 }, N, { everyMs });
    const held = rows.map(([sent, due]) => due - sent > 30 + 1e-9);
    expect(Math.abs(ratio(held) - 0.1)).toBeLessThan(tolerance(0.1, N));
    const overtakes = new Set<number>();
    rows.forEach(([, due], i) => {
      if (!held[i]) return;
      // Packets sent later that arrive before, were none of them held.
      let passed = 0;
      while (i + passed + 1 < N && rows[i + passed + 1]![0] + 30 < due) passed++;
      overtakes.add(passed);
    });
    expect([...overtakes].sort()).toEqual([1, 2, 3]);
  });

  it('duplicates the asked share of what gets through, each copy with its own delay', () => {
    const rows = send({ loss: 0.3, duplicate: 0.2, latencyMs: 50, jitterMs: 10 }, N);
    const through = rows.filter((row) => !Number.isNaN(row[1]));
    const doubled = through.filter((row) => !Number.isNaN(row[2]));
    expect(Math.abs(doubled.length / through.length - 0.2)).toBeLessThan(tolerance(0.2, through.length));
    expect(doubled.filter((row) => row[1] !== row[2]).length).toBeGreaterThan(doubled.length * 0.99);
    expect(rows.every((row) => !Number.isNaN(row[1]) || Number.isNaN(row[2]))).toBe(true);
  });

  it('the queue spaces packets by their size and the rate', () => {
    const rows = send({ bytesPerSec: 1000, latencyMs: 10 }, 5, { bytes: 100, everyMs: 0 });
    expect(rows.map((row) => row[1])).toEqual([110, 210, 310, 410, 510]);
    // Sent slower than the rate, nothing waits.
    expect(send({ bytesPerSec: 1000 }, 3, { bytes: 100, everyMs: 200 }).map((row) => row[1])).toEqual([100, 300, 500]);
  });

  it('the queue holds one second of bytes and drops what comes on top', () => {
    const lost = lostOf(send({ bytesPerSec: 1000 }, 15, { bytes: 100, everyMs: 0 }));
    expect(lost.indexOf(true)).toBe(10);
    expect(ratio(lost.slice(10))).toBe(1);
    // Twice the rate: half of it is lost in the long run, and what passes waits for a second at most.
    const rows = send({ bytesPerSec: 5000 }, 2000, { bytes: 100, everyMs: 10 });
    expect(ratio(lostOf(rows))).toBeCloseTo(0.5, 1);
    expect(Math.max(...rows.filter((row) => row[1] > 0).map(([sent, due]) => due - sent))).toBeLessThanOrEqual(1000);
  });

  it('a packet of more than a second passes an empty queue', () => {
    expect(send({ bytesPerSec: 100 }, 2, { bytes: 300, everyMs: 0 }).map((row) => row[1])).toEqual([3000, NaN]);
  });

  it('a packet lost on the way has used its share of the bandwidth', () => {
    const free = send({ bytesPerSec: 1000 }, 8, { everyMs: 0 });
    const lossy = send({ bytesPerSec: 1000, loss: 0.5 }, 8, { everyMs: 0 });
    expect(ratio(lostOf(lossy))).toBeGreaterThan(0);
    lossy.forEach((row, i) => {
      if (!Number.isNaN(row[1])) expect(row[1]).toBe(free[i]![1]);
    });
  });

  it('repeats from its seed and differs between seeds', () => {
    const profile = { latencyMs: 50, jitterMs: 20, loss: 0.2, duplicate: 0.1, reorder: 0.1 };
    expect(send(profile, 200, { seed: 7 })).toEqual(send(profile, 200, { seed: 7 }));
    expect(send(profile, 200, { seed: 7 })).not.toEqual(send(profile, 200, { seed: 8 }));
  });

  it('loses everything while cut', () => {
    const link = new Link(1, PERFECT);
    const clock = new Float64Array(1);
    const due = new Float64Array(2);
    link.cut = true;
    expect(link.transit(10, clock, due)).toBe(0);
    link.cut = false;
    expect(link.transit(10, clock, due)).toBe(1);
  });
});
