// Every block of code in core's README and in the desync playbook: compiled under strict rules, run where it prints,
// and held to what it says. The blocks of the READMEs of exact and referee: the same, as the one program that each of
// them is. The TypeScript of the other READMEs: compiled. The page's script of the README is played in real tabs by
// tooling/e2e/test/packed.test.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createMatch, defineGame, recordMatch } from '@lite-rollback/core';
import { determinism } from '@lite-rollback/eslint-config';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, mistakes, promised, run } from './blocks.js';

const read = (/** @type {string} */ path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
/** @type {string} */ let dir;
beforeAll(() => {
  // Inside this package, so that imports resolve as in an app that has installed the packages.
  dir = mkdtempSync(fileURLToPath(new URL('../.blocks-', import.meta.url)));
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Shell commands, and what is not a program. */
const PROSE = ['sh', 'diff', 'text', 'json'];

describe.each(['packages/core/README.md', 'docs/desync-playbook.md'])('%s', (path) => {
  const blocks = blocksOf(read(path)).filter(({ language }) => !PROSE.includes(language));

  it('has blocks of code, in no other language', () => {
    expect(blocks.length).toBeGreaterThan(2);
    for (const { language, line } of blocks) expect(['ts', 'js'], `line ${line}`).toContain(language);
  });

  // As Vite's template has it for a page's script; stricter for what calls itself TypeScript.
  it.each(['js', 'ts'])('%s compiles', (language) => {
    const files = blocks
      .filter((block) => block.language === language)
      .map(({ source, line }) => {
        const file = join(dir, `from line ${line}.${language}`);
        writeFileSync(file, source);
        return file;
      });
    expect(
      files.length === 0 ? [] : mistakes(files, { noUnusedLocals: true, noUncheckedIndexedAccess: language === 'ts' }),
    ).toEqual([]);
  });

  const printing = blocks.filter(({ language, source }) => language === 'ts' && promised(source).length > 0);
  it.each(printing)('line $line prints what it says', ({ source }) =>
    expect(run(source, dir)).toEqual(promised(source)),
  );
});

describe('docs/desync-playbook.md', () => {
  /** @typedef {(game: import('@lite-rollback/core').AnyGame, ann: Uint8Array, ben: Uint8Array) => string} Judge */
  /** @type {Judge} */ let judge;
  beforeAll(async () => {
    const block = blocksOf(read('docs/desync-playbook.md')).find(({ source }) => source.includes('function judge'));
    const { outputText } = ts.transpileModule(String(block?.source), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    const file = join(dir, 'judge.mjs');
    writeFileSync(file, outputText);
    ({ judge } = await import(pathToFileURL(file).href));
  });
  /** @param {(value: number, frame: number) => number} change What one machine makes of its state. */
  const race = (change) =>
    defineGame({
      id: 'race/1',
      numPlayers: 1,
      fields: { x: { type: Int32Array, length: 1 } },
      simulate: ({ x }, inputs, frame) => {
        x[0] = change(Number(x[0]) + Number(inputs[0]), frame);
      },
    });
  const sound = race((value) => value);
  const faulty = race((value, frame) => (frame === 100 ? value + 1 : value));
  /** @param {ReturnType<typeof race>} game @param {number} pressed */
  const record = (game, pressed = 1) => {
    const match = createMatch({ game, random: () => 1, now: () => 0 });
    const recorder = recordMatch(match);
    for (let frame = 0; frame < 300; frame++) match.advance(frame === 50 ? pressed : 1);
    return recorder.bytes();
  };
  it('judges whose machine took another way', () => {
    expect(judge(sound, record(sound), record(sound))).toMatch(/^both are played alike/);
    expect(judge(sound, record(faulty), record(sound))).toMatch(/at or before 119 on, ann had another state/);
    expect(judge(sound, record(sound), record(faulty))).toMatch(/at or before 119 on, ben had another state/);
    expect(judge(sound, record(sound), record(sound, 2))).toMatch(/^player 0 has two inputs for frame 50/);
  });
  it('blames nobody where neither verifies', () => {
    const verdict = judge(faulty, record(sound), record(sound));
    expect(verdict).toMatch(/^neither verifies here, from frame 119 on/);
    expect(verdict).not.toMatch(/ann|ben/);
  });
});

// Their JavaScript and HTML is built and played by tooling/e2e/test/*-readme.test.ts and one-file.test.ts.
describe.each(['packages/arcade/README.md', 'packages/webrtc/README.md'])('%s', (path) => {
  it('has TypeScript that compiles as it stands, with its imports', () => {
    const files = blocksOf(read(path))
      .filter(({ language }) => language === 'ts')
      .map(({ source, line }) => {
        const file = join(dir, `from line ${line}.ts`);
        writeFileSync(file, source);
        return file;
      });
    expect(files.length).toBeGreaterThan(0);
    expect(
      mistakes(files, { noUnusedLocals: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }),
    ).toEqual([]);
  });
});

/** The blocks of a README as one file. @param {string} path */
const programOf = (path) =>
  blocksOf(read(path))
    .filter(({ language }) => language === 'ts')
    .map(({ source }) => source)
    .join('\n');

describe.each(['packages/exact/README.md', 'packages/referee/README.md'])('%s', (path) => {
  const program = programOf(path);

  it('is one program, which compiles', () => {
    const file = join(dir, 'program.ts');
    writeFileSync(file, program);
    expect(
      mistakes([file], { noUnusedLocals: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }),
    ).toEqual([]);
  });

  it('prints what it says', () => {
    expect(promised(program).length).toBeGreaterThan(5);
    expect(run(program, dir)).toEqual(promised(program));
  });
});

describe('packages/exact/README.md', () => {
  const readme = read('packages/exact/README.md');
  const program = programOf('packages/exact/README.md');

  it('has a game that the determinism rules have nothing against', async () => {
    const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: determinism({ files: ['**/*.js'] }) });
    const game = program.slice(0, program.indexOf('import { runSyncTest }'));
    const { outputText } = ts.transpileModule(game, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
    const found = async (/** @type {string} */ code) =>
      (await eslint.lintText(code, { filePath: 'sim/game.js' })).flatMap(({ messages }) => messages);
    expect(outputText).toContain('defineGame');
    expect(await found(outputText)).toEqual([]);
    expect(await found(`${outputText}\nMath.sin(1);`)).toHaveLength(1);
  });

  it('names the budgets that the build fails on', () => {
    const budgets = [
      ...read('tooling/size/src/size.js').matchAll(
        /pkg: 'exact', entry: '(\w+)', name: '(\S+)', limit: ([\d.]+) \* KB/g,
      ),
    ].map(([, entry, name, limit]) => `${entry} ${name} ${limit}`);
    expect(budgets.length).toBeGreaterThan(15);
    const entries = [...readme.matchAll(/^\| `@lite-rollback\/exact\/?(\w*)` \| ([\d.]+) KB \|/gm)].map(
      ([, entry, limit]) => `${entry || 'index'} * ${limit}`,
    );
    const functions = [...readme.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| ([\d.]+) KB \|/gm)].flatMap(([, names, limit]) =>
      [...String(names).matchAll(/\w+/g)].map(([name]) => `math ${name} ${limit}`),
    );
    const [, mul, pool] = /`mul` is ([\d.]+) KB, `definePool` ([\d.]+) KB/.exec(readme) ?? [];
    expect([...entries, ...functions, `fixed mul ${mul}`, `index definePool ${pool}`].sort()).toEqual(budgets.sort());
  });
});

describe('packages/core/README.md', () => {
  const readme = read('packages/core/README.md');

  it('has a match between two tabs in 20 lines, and the example app is that file', () => {
    const [script, ...others] = blocksOf(readme).filter(({ language }) => language === 'js');
    expect(others).toEqual([]);
    expect(script?.source.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
    expect(read('examples/blank-app/src/main.js')).toBe(script?.source);
  });

  it('names the budgets that the build fails on', () => {
    const budgets = new Map(
      [...read('tooling/size/src/size.js').matchAll(/pkg: 'core'.* name: '(\w+)', limit: (\d+)/g)].map(
        ([, name, limit]) => [name, Number(limit)],
      ),
    );
    expect(budgets.size).toBe(4);
    const rows = [...readme.matchAll(/^\| `(\w+)` \| ≤ ([\d.]+) KB \|/gm)];
    expect(rows.map(([, name]) => name)).toEqual([...budgets.keys()]);
    for (const [, name, said] of rows)
      expect(`${name} ${Math.ceil((budgets.get(String(name)) ?? 0) / 102.4) / 10}`).toBe(`${name} ${Number(said)}`);
  });

  it('names every option and every event of a match, with the defaults that the source has', () => {
    const source = read('packages/core/src/match/options.ts');
    const options = [...(/interface MatchOptions<[^]*?^}/m.exec(source)?.[0] ?? '').matchAll(/^ {2}(\w+)\??:/gm)].map(
      ([, name]) => name,
    );
    expect(options.length).toBeGreaterThan(15);
    const table = /\| option \| default \|[^]*?\n\n/.exec(readme)?.[0] ?? '';
    for (const option of options) expect(table, `option ${option}`).toContain(`\`${option}\``);
    const events = [
      ...(/interface MatchEvents[^]*?^}/m.exec(read('packages/core/src/match/events.ts'))?.[0] ?? '').matchAll(
        /^ {2}(\w+):/gm,
      ),
    ].map(([, name]) => name);
    expect(events.length).toBeGreaterThan(8);
    for (const event of events) expect(readme, `event ${event}`).toContain(`\`${event}\``);
  });
});

describe('blocksOf', () => {
  it('finds language, source and line', () =>
    expect(blocksOf('a\n\n```ts\nx\ny\n```\n\n```sh\nz\n```\n')).toEqual([
      { language: 'ts', source: 'x\ny\n', line: 4 },
      { language: 'sh', source: 'z\n', line: 9 },
    ]));
});
describe('promised', () => {
  it('takes the comment behind console.log, up to a colon', () =>
    expect(promised('let x;\nconsole.log(x); // 4,0\nconsole.log(f(1)); // 0: none yet\n')).toEqual(['4,0', '0']));
});
describe('mistakes', () => {
  it('finds a wrong type and an unused import', () => {
    const file = join(dir, 'wrong.ts');
    writeFileSync(file, "import { createMatch } from '@lite-rollback/core';\nexport const frame: number = 'x';\n");
    expect(mistakes([file], { noUnusedLocals: true }).join('\n')).toMatch(
      /wrong\.ts, line 1 .*never read[^]*line 2 .*not assignable/,
    );
  });
});
