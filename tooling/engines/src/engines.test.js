// Both games, 20,000 frames each, and 20,000 results of each function of @lite-rollback/exact, on every JavaScript
// engine that can be had here as a program; Chromium's and Firefox's pages are in tooling/e2e. A state that differs by
// one bit on one frame changes every checksum after it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as exact from '@lite-rollback/exact';
import * as ease from '@lite-rollback/exact/ease';
import * as fixed from '@lite-rollback/exact/fixed';
import * as math from '@lite-rollback/exact/math';
import * as vector from '@lite-rollback/exact/vector';
import { bundleModule } from './bundle.js';
import { ENGINES, runModule } from './engines.js';
import { differences, readGolden } from './golden.js';

const INSTALL = 10 * 60_000;

const golden = readGolden();
const { games, functions } = golden;

describe('the golden table of games', () => {
  it('covers both games, two and four players, with four seeds each', () => {
    expect(new Set(games.map(({ game }) => game)).size).toBe(3);
    expect(new Set(games.map(({ seed }) => seed)).size).toBe(4);
    expect(games).toHaveLength(12);
    expect(new Set(games.flatMap(({ sums }) => sums)).size).toBe(120);
  });
  it('comes from play in which something happens', () => {
    for (const { game, seed, matches, cues } of games) {
      expect(matches, `${game} ${seed}: matches played to their end`).toBeGreaterThanOrEqual(2);
      expect(cues, `${game} ${seed}: frames with a cue`).toBeGreaterThan(200);
    }
  });
});

describe('the golden table of functions', () => {
  it('covers every function that takes and gives numbers', () => {
    for (const [entry, exports] of Object.entries({ ease, fixed, math, vector }))
      for (const [name, of] of Object.entries(exports))
        if (typeof of === 'function') expect(Object.keys(functions)).toContain(`${entry} ${name}`);
    expect(Object.keys(functions).length).toBeGreaterThan(55);
  });
  it('covers what keeps its state in fields', () => {
    const rows = Object.keys(functions).filter((name) => name.startsWith('index '));
    expect(rows).toEqual(
      ['pool', 'nextRange', 'nextChance', 'nextShuffle', 'timers', 'buttons'].map((name) => `index ${name}`),
    );
    expect(Object.keys(exact).length).toBeGreaterThan(rows.length);
  });
  it('has another checksum for each', () =>
    expect(new Set(Object.values(functions)).size).toBe(Object.keys(functions).length));
});

describe('differences', () => {
  const [first, ...others] = structuredClone(games);
  if (first === undefined) throw new Error('an empty table');
  const sums = first.sums.with(9, '00000000');
  /** @param {import('./play.js').Played[]} played */
  const ofGames = (...played) => differences({ games: played, functions });
  it('finds none in the tables themselves', () => expect(differences(structuredClone(golden))).toEqual([]));
  it('finds another checksum', () =>
    expect(ofGames({ ...first, sums }, ...others).join()).toMatch(
      /^pong\/1 with seed 1 differs in span 9 of 10: 00000000, not /,
    ));
  it('finds a run that is missing', () => expect(ofGames(...others)).not.toEqual([]));
  it('finds missing checksums', () => expect(ofGames({ ...first, sums: [] }, ...others)).toHaveLength(1));
  it('finds a redo that differs', () =>
    expect(ofGames({ ...first, redoneAlike: false }, ...others)).toEqual([
      'pong/1 with seed 1 comes out otherwise when its frames are redone',
    ]));
  it('finds a function that differs, is missing, or is new', () => {
    const { 'math sin': sine, ...rest } = functions;
    expect(differences({ games, functions: { ...functions, 'math sin': '00000000' } })).toEqual([
      `math sin comes to 00000000, not ${sine}`,
    ]);
    expect(differences({ games, functions: rest })).toHaveLength(1);
    expect(differences({ games, functions: { ...functions, 'math sinh': '1' } })).toHaveLength(1);
  });
});

describe('every engine computes the same', () => {
  /** @type {string[]} */ const lines = [];
  /** @type {string} */ let dir;
  /** @type {string} */ let file;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'engines-'));
    file = join(dir, 'computed.mjs');
    writeFileSync(file, await bundleModule('in-shell'));
  });
  afterAll(() => {
    rmSync(dir, { recursive: true });
    console.log(['engine'.padEnd(34) + '12 games and every function of exact', ...lines].join('\n'));
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
