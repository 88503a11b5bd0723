// Speed as ratios inside one run: never absolute times. The numbers are printed; the bounds are where something has gone wrong.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src/', import.meta.url));
const compiled = mkdtempSync(join(tmpdir(), 'lite-rollback-ratio-'));
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

/** The source with its types taken off, file by file: what a bundler gives, without a bundler. */
function compile(): void {
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const target = join(compiled, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const { outputText } = ts.transpileModule(readFileSync(join(source, name), 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, verbatimModuleSyntax: true },
    });
    writeFileSync(target, outputText);
  }
  writeFileSync(join(compiled, 'package.json'), '{"type":"module"}');
}

type Times = Readonly<Record<string, Readonly<Record<string, number>>>>;

function measure(): Times {
  const rounds = fileURLToPath(new URL('ratio-rounds.js', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [rounds, pathToFileURL(join(compiled, 'index.js')).href], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Times; // what ratio-rounds.js prints
}

describe('speed, as a ratio to the least that could be done', () => {
  const runs: Times[] = [];
  beforeAll(() => {
    compile();
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
