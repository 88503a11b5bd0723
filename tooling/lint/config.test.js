// Every rule of config.js is shown to fail on what it forbids and to pass what it allows. The fixture tree holds one
// file per folder of core, so that imports resolve; the code under lint is given here, under the name of a file that
// does not exist.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { createConfig } from './config.js';

const root = fileURLToPath(new URL('./fixtures/', import.meta.url));
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: createConfig(root).filter((config) => !config.ignores || config.files),
});

/** The rules that `code` breaks when it stands in `file`. */
async function broken(file, code) {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  expect(result, `${file} must be linted`).toBeDefined();
  for (const message of result.messages) expect(message.fatal, message.message).not.toBe(true);
  return result.messages.map((message) => message.ruleId);
}

const CORE = 'packages/core/src/';
const folders = ['base', 'state', 'session', 'wire', 'match', 'replay', 'run', 'loop', 'testing'];
/** A second copy of the arrows, written from the architecture and not from config.js. */
const arrows = {
  base: '',
  state: 'base',
  session: 'base state',
  wire: 'base',
  match: 'base state session wire',
  replay: 'base state wire match',
  run: 'base',
  loop: 'base run',
  testing: 'base state session wire match replay run',
};

describe('what a browser may forbid', () => {
  it.each([
    'navigator.getGamepads()',
    "localStorage.getItem('x')",
    "sessionStorage.getItem('x')",
    'new AudioContext()',
  ])('%s is asked for in packages/arcade/src/browser alone', async (code) => {
    const line = `export const x = ${code};\n`;
    expect(await broken('packages/arcade/src/ui/x.ts', line)).toEqual(['no-restricted-globals']);
    expect(await broken('packages/arcade/src/browser/x.ts', line)).toEqual([]);
  });
});

describe('inside core', () => {
  for (const from of folders) {
    for (const to of folders) {
      const allowed = from === to || arrows[from].split(' ').includes(to);
      const path = from === to ? `./${to}.js` : `../${to}/${to}.js`;
      it(`${from} ${allowed ? 'may' : 'may not'} import ${to}`, async () => {
        expect(await broken(`${CORE}${from}/x.ts`, `export { ${to} } from '${path}';\n`)).toEqual(
          allowed ? [] : ['boundaries/dependencies'],
        );
      });
    }
  }
  it('a type counts as an import', async () => {
    expect(
      await broken(
        `${CORE}base/x.ts`,
        `import type { state } from '../state/state.js';\nexport type X = typeof state;\n`,
      ),
    ).toEqual(['boundaries/dependencies']);
  });
  it.each([
    ['index', 'testing', 'testing'],
    ['index', 'loop', 'loop'],
    ['testing', 'loop', 'loop'],
    ['loop', 'testing', 'testing'],
    ['loop', 'index', 'match'],
  ])('the entry %s does not load %s, nor its folder', async (entry, other, folder) => {
    for (const path of [`./${other}.js`, `./${folder}/${folder}.js`])
      expect(await broken(`${CORE}${entry}.ts`, `export { ${folder} } from '${path}';\n`)).toEqual([
        'no-restricted-imports',
      ]);
  });
  it('an entry loads its own folder', async () => {
    expect(await broken(`${CORE}index.ts`, `export { match } from './match/match.js';\n`)).toEqual([]);
    for (const name of ['loop', 'testing'])
      expect(await broken(`${CORE}${name}.ts`, `export { ${name} } from './${name}/${name}.js';\n`)).toEqual([]);
  });
  it('a module imports from the declaring file, not from an entry', async () => {
    for (const entry of ['index', 'loop', 'testing'])
      expect(await broken(`${CORE}match/x.ts`, `export { base } from '../${entry}.js';\n`)).toContain(
        'no-restricted-imports',
      );
  });
  it.each(['node:fs', 'fs', 'vitest', '@lite-rollback/local'])('core does not import %s', async (name) => {
    const code = `import * as x from '${name}';\nexport const y = x;\n`;
    expect(await broken(`${CORE}base/x.ts`, code)).toContain('no-restricted-imports');
    expect(await broken(`${CORE}index.ts`, code)).toContain('no-restricted-imports');
  });
  it.each([
    'performance.now()',
    'Date.now()',
    'new Date()',
    'crypto.randomUUID()',
    'setTimeout(f, 1)',
    'console.log(1)',
    'globalThis.x',
  ])('core does not touch %s outside match/defaults', async (code) => {
    const text = `declare const f: () => void;\nexport const x = [${code}, f];\n`;
    expect(await broken(`${CORE}match/x.ts`, text)).toEqual(['no-restricted-globals']);
    expect(await broken(`${CORE}match/defaults.ts`, text)).toEqual([]);
    expect(await broken(`${CORE}match/x.test.ts`, text)).toEqual([]);
  });
  it.each(['document.hidden', 'new Worker("")', 'requestAnimationFrame(f)', 'performance.now()', 'setInterval(f, 1)'])(
    'of the loop, two files touch %s and the others do not',
    async (code) => {
      const text = `declare const f: () => void;\nexport const x = [${code}, f];\n`;
      for (const name of ['page-surroundings', 'worker-timer'])
        expect(await broken(`${CORE}loop/${name}.ts`, text)).toEqual([]);
      for (const name of ['tick-loop', 'x'])
        expect(await broken(`${CORE}loop/${name}.ts`, text)).toEqual(['no-restricted-globals']);
    },
  );
  it('and not even they read a calendar, or chance', async () => {
    for (const code of ['Date.now()', 'crypto.randomUUID()', 'Math.random()'])
      expect(await broken(`${CORE}loop/page-surroundings.ts`, `export const x = ${code};\n`), code).toHaveLength(1);
  });
  it('the contract suite may wait, and reads no clock either', async () => {
    expect(
      await broken(`${CORE}testing/x.ts`, 'export const x = () => setTimeout(() => {}, globalThis.length);\n'),
    ).toEqual([]);
    expect(await broken(`${CORE}testing/x.ts`, 'export const x = performance.now();\n')).toEqual([
      'no-restricted-globals',
    ]);
  });
  it('core does not touch Math.random', async () => {
    expect(await broken(`${CORE}match/x.ts`, 'export const x = Math.random();\n')).toEqual([
      'no-restricted-properties',
    ]);
  });
  it('tests may import what they like', async () => {
    expect(
      await broken(
        `${CORE}base/x.test.ts`,
        `import { it } from 'vitest';\nimport { testing } from '../testing/testing.js';\nit('x', () => testing);\n`,
      ),
    ).toEqual([]);
  });
});

describe('between packages', () => {
  const imports = (name) => `import * as x from '${name}';\nexport const y = x;\n`;
  const sisters = ['exact', 'local', 'referee', 'webrtc', 'arcade'];
  for (const from of sisters) {
    const file = `packages/${from}/src/x.ts`;
    it(`${from} may import core`, async () => expect(await broken(file, imports('@lite-rollback/core'))).toEqual([]));
    for (const to of [...sisters.filter((name) => name !== from), 'exact/math', 'webrtc/peerjs', 'pong']) {
      it(`${from} may not import ${to}`, async () =>
        expect(await broken(file, imports(`@lite-rollback/${to}`))).toEqual(['no-restricted-imports']));
    }
    it(`${from} does not reach into core's folder`, async () => {
      expect(await broken(file, imports('../../core/src/index.js'))).toEqual(['no-restricted-imports']);
      expect(await broken(file, imports('../../../packages/core/src/index.js'))).toEqual(['no-restricted-imports']);
    });
  }
  it('of webrtc, the main entry loads no rooms, and rooms load no particular signaling service', async () => {
    for (const path of ['./peerjs.js', './peerjs/x.js', './rooms.js', './rooms/x.js', './testing/x.js'])
      expect(await broken('packages/webrtc/src/index.ts', imports(path))).toEqual(['no-restricted-imports']);
    for (const from of ['rooms.ts', 'testing.ts'])
      expect(await broken(`packages/webrtc/src/${from}`, imports('./peerjs/x.js'))).toEqual(['no-restricted-imports']);
    for (const from of ['rooms/x.ts', 'testing/x.ts'])
      expect(await broken(`packages/webrtc/src/${from}`, imports('../peerjs/x.js'))).toEqual(['no-restricted-imports']);
    expect(await broken('packages/webrtc/src/peerjs.ts', imports('./rooms/x.js'))).toEqual([]);
    expect(await broken('packages/webrtc/src/testing/x.ts', imports('@lite-rollback/core/testing'))).toEqual([]);
    for (const from of ['peerjs/x.ts', 'rooms/x.ts'])
      for (const name of ['local', 'core/testing'])
        expect(await broken(`packages/webrtc/src/${from}`, imports(`@lite-rollback/${name}`))).toEqual([
          'no-restricted-imports',
        ]);
  });
  it.each([...['arcade', 'exact', 'local', 'referee', 'webrtc'].map((name) => `packages/${name}`), 'apps/shared'])(
    '%s uses core/testing in tests only',
    async (folder) => {
      const loading = imports('@lite-rollback/core/testing');
      expect(await broken(`${folder}/src/x.ts`, loading)).toEqual(['no-restricted-imports']);
      expect(await broken(`${folder}/src/x.test.ts`, loading)).toEqual([]);
    },
  );
  it('the arcade may import the loop, and a transport may not', async () => {
    expect(await broken('packages/arcade/src/x.ts', imports('@lite-rollback/core/loop'))).toEqual([]);
    for (const file of ['local/src/x.ts', 'webrtc/src/x.ts', 'webrtc/src/peerjs/x.ts'])
      expect(await broken(`packages/${file}`, imports('@lite-rollback/core/loop')), file).toEqual([
        'no-restricted-imports',
      ]);
  });
  it('an app may import every package and no other app', async () => {
    for (const name of [
      'core',
      'core/loop',
      'core/testing',
      'exact',
      'exact/fixed',
      'local',
      'referee',
      'webrtc',
      'webrtc/peerjs',
      'arcade',
    ])
      expect(await broken('apps/pong/src/x.ts', imports(`@lite-rollback/${name}`))).toEqual([]);
    expect(await broken('apps/pong/src/x.ts', imports('@lite-rollback/fighter'))).toEqual(['no-restricted-imports']);
    expect(await broken('apps/pong/src/x.ts', imports('../../fighter/src/x.js'))).toEqual(['no-restricted-imports']);
  });
  it('the fight of the landing page is the fighter’s own game and drawing, and nothing else of it', async () => {
    const fight = 'apps/landing/src/fight/x.ts';
    for (const path of ['game', 'sim/layout', 'draw/picture', 'rival/rivals'])
      expect(await broken(fight, imports(`@lite-rollback/fighter/src/${path}.js`)), path).toEqual([]);
    for (const name of ['fighter', 'fighter/src/main.js', 'fighter/src/cabinet.js', 'pong/src/game.js', 'lesson'])
      expect(await broken(fight, imports(`@lite-rollback/${name}`)), name).toEqual(['no-restricted-imports']);
    for (const file of ['apps/landing/src/race/x.ts', 'apps/pong/src/x.ts'])
      expect(await broken(file, imports('@lite-rollback/fighter/src/game.js')), file).toEqual([
        'no-restricted-imports',
      ]);
  });
});

describe('in exact', () => {
  it.each([
    ['an approximated Math function', 'export const x = Math.sin(1);\n'],
    ['Math.random', 'export const x = Math.random();\n'],
    ['**', 'export const x = (a: number) => a ** 2;\n'],
    ['Date', 'export const x = Date.now();\n'],
    ['a locale', 'export const x = (1).toLocaleString();\n'],
    ['a sort that contradicts itself', 'export const x = (a: number[]) => a.sort((b, c) => b > c);\n'],
  ])('%s is refused, outside of tests', async (_name, code) => {
    for (const file of ['math/x.ts', 'fixed/x.ts', 'x.ts'])
      expect((await broken(`packages/exact/src/${file}`, code)).length).toBe(1);
    expect(await broken('packages/exact/src/x.test.ts', code)).toEqual([]);
    expect(await broken('packages/exact/test/x.ts', code)).toEqual([]);
  });
  it('a cell that hands a double on is allowed', async () =>
    expect(
      await broken(
        'packages/exact/src/x.ts',
        'const cell = new Float64Array(1);\nexport const x = () => {\n  cell[0] = Math.sqrt(2);\n};\n',
      ),
    ).toEqual([]));
});

describe('everywhere', () => {
  const file = 'packages/arcade/src/x.ts';
  it.each([
    ['a cast to any', 'export const x = (y: unknown) => y as any;\n'],
    ['export *', `export * from './y.js';\n`],
  ])('%s', async (_name, code) => {
    expect(await broken(file, code)).toContain('no-restricted-syntax');
    expect(await broken(`${CORE}base/x.ts`, code)).toContain('no-restricted-syntax');
  });
  it('any as a type, core apart', async () =>
    expect(await broken(file, 'export let x: any;\n')).toEqual(['@typescript-eslint/no-explicit-any']));
  it('a name that cannot be read', async () => {
    expect(await broken('packages/arcade/src/utils.ts', 'export const x = 1;\n')).toEqual(['no-restricted-syntax']);
    expect(await broken('packages/arcade/src/helpers.ts', 'export const x = 1;\n')).toEqual(['no-restricted-syntax']);
  });
  it('what nobody uses', async () =>
    expect(await broken(file, 'const x = 1;\n')).toEqual(['@typescript-eslint/no-unused-vars']));
  it('a disable comment that disables nothing', async () => {
    expect(await broken(file, '// eslint-disable-next-line eqeqeq\nexport const x = 1;\n')).toEqual([null]);
  });
});

describe('in a simulation', () => {
  const sim = 'apps/pong/src/sim/x.ts';
  it.each([
    ['Math.random', 'export const x = Math.random();\n'],
    ['Date', 'export const x = Date.now();\n'],
    ['performance', 'export const x = performance.now();\n'],
    ['an approximated Math function', 'export const x = Math.sin(1);\n'],
    ['**', 'export const x = (a: number, b: number) => a ** b;\n'],
    ['an import from outside', `import { y } from '../view/y.js';\nexport const x = y;\n`],
    ['an import of a package', `import { y } from '@lite-rollback/arcade';\nexport const x = y;\n`],
  ])('%s is refused', async (_name, code) => {
    expect((await broken(sim, code)).length).toBeGreaterThan(0);
    expect((await broken('apps/landing/src/race/sim/x.ts', code)).length).toBeGreaterThan(0);
    expect(await broken('apps/pong/src/view/x.ts', code), 'and only there').toEqual([]);
  });
  it('integer arithmetic, a neighbour and core pure helpers are allowed', async () => {
    expect(
      await broken(
        sim,
        `import { nextPRNG } from '@lite-rollback/core';\nimport { y } from './y.js';\nexport const x = (s: Uint32Array) => Math.imul(nextPRNG(s, 0), y) | 0;\n`,
      ),
    ).toEqual([]);
  });
});
