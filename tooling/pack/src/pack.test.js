// Every public package as it would be published: packed by pnpm, then looked at from outside.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../../packages/', import.meta.url));
const names = readdirSync(packages).filter(
  (name) => JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')).private !== true,
);

it('there are packages to look at', () => expect(names).toContain('core'));

describe.each(names)('%s', (name) => {
  /** @type {string} */ let dir;
  /** @type {Buffer} */ let tarball;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'pack-'));
    execFileSync('pnpm', ['pack', '--pack-destination', dir], {
      cwd: join(packages, name),
      shell: process.platform === 'win32',
      stdio: 'pipe',
    });
    const [file] = readdirSync(dir);
    if (file === undefined) throw new Error(`pnpm pack wrote nothing for ${name}`);
    tarball = readFileSync(join(dir, file));
  }, 60_000);
  afterAll(() => rmSync(dir, { recursive: true }));

  const unpacked = () => createPackageFromTarballData(new Uint8Array(tarball));
  const manifest = () => JSON.parse(unpacked().readFile(`/node_modules/@lite-rollback/${name}/package.json`));

  it('publint has nothing to say', async () => {
    const view = new Uint8Array(tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) },
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('its types resolve from an ES module, under Node and under a bundler', async () => {
    const result = await checkPackage(unpacked());
    if (result.types === false) throw new Error(`${name} ships no types`);
    // Each entry of the manifest was looked at, and no other.
    const entries = Object.keys(manifest().exports).filter((entry) => entry !== './package.json');
    expect(entries).toContain('.');
    expect(Object.keys(result.entrypoints).filter((entry) => entry !== './package.json')).toEqual(entries);
    // ES modules only: require() and the resolution of before 2021 are not offered.
    const problems = result.problems.filter(
      (problem) => !('resolutionKind' in problem) || ['node16-esm', 'bundler'].includes(problem.resolutionKind),
    );
    expect(problems).toEqual([]);
  });

  it('carries its licence and no test, source map or unresolved workspace range', () => {
    const files = unpacked().listFiles();
    expect(files.some((file) => file.endsWith('/LICENSE'))).toBe(true);
    expect(files.filter((file) => /\.test\.|\.map$|\/test\/|tsconfig|vitest/.test(file))).toEqual([]);
    expect(JSON.stringify(manifest())).not.toMatch(/workspace:|catalog:/);
  });

  it('says who made it, where its source is and where to report a fault', () => {
    const home = 'https://github.com/lite-rollback/lite-rollback';
    expect(manifest()).toMatchObject({
      author: 'lite-rollback authors',
      license: 'MIT',
      homepage: `${home}/tree/main/packages/${name}#readme`,
      repository: { type: 'git', url: `git+${home}.git`, directory: `packages/${name}` },
      bugs: `${home}/issues`,
    });
  });

  it.runIf(name !== 'core' && name !== 'eslint-config')('core is a peer: an app has one', () => {
    expect(manifest().dependencies ?? {}).not.toHaveProperty('@lite-rollback/core');
    expect(manifest().peerDependencies).toHaveProperty('@lite-rollback/core');
  });

  it.runIf(name === 'core')('core depends on nothing', () => {
    expect(manifest().dependencies ?? {}).toEqual({});
    expect(manifest().peerDependencies ?? {}).toEqual({});
    expect(manifest().sideEffects).toBe(false);
  });
});
