import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import readChangesets from '@changesets/read';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packages = readdirSync(`${root}packages`).map((name) => `@lite-rollback/${name}`);
const changesets = await readChangesets(root);

it('changesets are read, if there are any', () => {
  const files = readdirSync(`${root}.changeset`).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(changesets).toHaveLength(files.length);
});

it.each(changesets)('$id names public packages and says in whole sentences what changed', (changeset) => {
  const { releases, summary } = changeset;
  expect(releases.length).toBeGreaterThan(0);
  for (const { name, type } of releases) {
    expect(packages).toContain(name);
    // Below 1.0.0 a minor version may break; a major one would leave 0.x by accident.
    expect(['minor', 'patch']).toContain(type);
  }
  expect(summary).toMatch(/^[A-Z`‘“]/);
  expect(summary).toMatch(/[.`)]$/);
});
