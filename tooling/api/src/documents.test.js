// Every block of code in core's README and in the desync playbook: compiled under strict rules, run where it prints,
// and held to what it says. The blocks of exact's README: the same, as the one program that they are. The TypeScript of
// the other READMEs: compiled. The page's script of the README is played in real tabs by
// tooling/e2e/test/packed.test.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

describe('packages/exact/README.md', () => {
  const readme = read('packages/exact/README.md');
  const blocks = blocksOf(readme).filter(({ language }) => language === 'ts');
  const program = blocks.map(({ source }) => source).join('\n');

  it('is one program, which compiles', () => {
    expect(blocks.length).toBeGreaterThan(5);
    const file = join(dir, 'exact.ts');
    writeFileSync(file, program);
    expect(
      mistakes([file], { noUnusedLocals: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }),
    ).toEqual([]);
  });

  it('prints what it says', () => {
    expect(promised(program).length).toBeGreaterThan(8);
    expect(run(program, dir)).toEqual(promised(program));
  });

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
    expect(budgets.size).toBe(3);
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
