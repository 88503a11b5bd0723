// Both games, 20,000 frames each, on every JavaScript engine that can be had here as a program; Chromium's and
// Firefox's pages are in tooling/e2e. A state that differs by one bit on one frame changes every checksum after it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleGames } from './bundle.js';
import { ENGINES, runModule } from './engines.js';
import { differences, readGolden } from './golden.js';

const INSTALL = 10 * 60_000;

const golden = readGolden();

describe('the golden table', () => {
  it('covers both games, two and four players, with four seeds each', () => {
    expect(new Set(golden.map(({ game }) => game)).size).toBe(3);
    expect(new Set(golden.map(({ seed }) => seed)).size).toBe(4);
    expect(golden).toHaveLength(12);
    expect(new Set(golden.flatMap(({ sums }) => sums)).size).toBe(120);
  });
  it('comes from play in which something happens', () => {
    for (const { game, seed, matches, cues } of golden) {
      expect(matches, `${game} ${seed}: matches played to their end`).toBeGreaterThanOrEqual(2);
      expect(cues, `${game} ${seed}: frames with a cue`).toBeGreaterThan(200);
    }
  });
});

describe('differences', () => {
  const [first, ...others] = structuredClone(golden);
  if (first === undefined) throw new Error('an empty table');
  const sums = first.sums.with(9, '00000000');
  it('finds none in the table itself', () => expect(differences(structuredClone(golden))).toEqual([]));
  it('finds another checksum', () =>
    expect(differences([{ ...first, sums }, ...others]).join()).toMatch(
      /^pong\/1 with seed 1 differs in span 9 of 10: 00000000, not /,
    ));
  it('finds a run that is missing', () => expect(differences(others)).not.toEqual([]));
  it('finds missing checksums', () => expect(differences([{ ...first, sums: [] }, ...others])).toHaveLength(1));
  it('finds a redo that differs', () =>
    expect(differences([{ ...first, redoneAlike: false }, ...others])).toEqual([
      'pong/1 with seed 1 comes out otherwise when its frames are redone',
    ]));
});

describe('every engine plays the same games', () => {
  /** @type {string[]} */ const lines = [];
  /** @type {string} */ let dir;
  /** @type {string} */ let file;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'engines-'));
    file = join(dir, 'games.mjs');
    writeFileSync(file, await bundleGames('in-shell'));
  });
  afterAll(() => {
    rmSync(dir, { recursive: true });
    console.log(['engine'.padEnd(34) + 'frames of 12 games', ...lines].join('\n'));
  });

  for (const engine of ENGINES) {
    it(engine.name, { timeout: INSTALL }, ({ skip }) => {
      const program = engine.find();
      if (program === undefined) {
        lines.push(`${engine.name.padEnd(34)}skipped: ${engine.from} is not to be had here`);
        return skip(`${engine.from} is not to be had here`);
      }
      const started = performance.now();
      const found = differences(JSON.parse(runModule(engine, program, file)));
      lines.push(
        `${engine.name.padEnd(34)}${found.length === 0 ? 'agrees' : `${found.length} DIFFER`} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
      );
      expect(found).toEqual([]);
    });
  }
});
