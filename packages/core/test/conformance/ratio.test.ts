// Speed as ratios inside one run: never absolute times. The numbers are printed; the bounds are where something has
// gone wrong. Measured on what is built, which is not as fast as the source everywhere: test/build/build.ts has made
// it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILT } from '../build/build.js';

type Times = Readonly<Record<string, Readonly<Record<string, number>>>>;

function measure(): Times {
  const rounds = fileURLToPath(new URL('ratio-rounds.js', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [rounds, pathToFileURL(`${BUILT}index.js`).href], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Times; // what ratio-rounds.js prints
}

describe('speed, as a ratio to the least that could be done', () => {
  const runs: Times[] = [];
  beforeAll(() => {
    runs.push(measure());
  }, 120_000);

  /** The best ratio so far. A machine that was busy gets two more chances; code that is slow stays slow. */
  function ratio(row: string, of: string, to: string, bound: number): number {
    const best = () => Math.min(...runs.map((run) => (run[row]?.[of] ?? Number.NaN) / (run[row]?.[to] ?? Number.NaN)));
    while (runs.length < 3 && best() > bound) runs.push(measure());
    console.info(`${row}: ${of} is ${best().toFixed(2)} × ${to} (bound ${bound})`);
    return best();
  }

  it.each([
    ['192 B', 'step', 'bare', 8],
    ['64 KB', 'step', 'bare', 1.5],
    ['192 B', 'stepWithInputs', 'bare', 16],
    ['64 KB', 'stepWithInputs', 'bare', 1.8],
    // One frame and eight redone, and one copy back.
    ['192 B', 'redo8', 'bare', 9 * 8],
    ['64 KB', 'redo8', 'bare', 16],
    ['checksum', 'checksum', 'sum', 1.3],
  ] as const)('%s: %s ≤ %s × %d', (row, of, to, bound) => {
    expect(ratio(row, of, to, bound)).toBeLessThanOrEqual(bound);
  });
});
