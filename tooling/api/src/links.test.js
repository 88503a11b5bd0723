// Every link from one document of the repository to another leads somewhere, and to a heading that is there.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @param {string} folder @param {boolean} deep @returns {string[]} */
const documentsIn = (folder, deep) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return deep && !/^(node_modules|dist|src|test)$/.test(entry.name) ? documentsIn(path, true) : [];
    return entry.name.endsWith('.md') ? [path] : [];
  });
const documents = [
  ...documentsIn('.', false),
  ...['docs', 'packages', 'apps', 'examples'].flatMap((folder) => documentsIn(folder, true)),
];

/** A heading's name in an address, as GitHub makes it. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** @param {string} file */
const anchorsOf = (file) =>
  [...withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(String(heading)));

/** @param {string} markdown */
const withoutCode = (markdown) => markdown.replace(/^```.*?^```$/gms, '');

/**
 * The links of `markdown`, standing in the file `from`, that lead nowhere. @param {string} markdown @param {string}
 * from
 */
function broken(markdown, from) {
  const targets = [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => String(target));
  return targets.filter((target) => {
    if (/^(https?|mailto):/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? from : join(dirname(from), decodeURIComponent(path));
    if (!existsSync(file)) return true;
    if (anchor === undefined) return false;
    return !anchorsOf(statSync(file).isDirectory() ? join(file, 'README.md') : file).includes(anchor);
  });
}

it('there are documents', () =>
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', join('packages', 'core', 'README.md'), join('docs', 'glossary.md')]),
  ));

it.each(documents)('%s', (document) =>
  expect(broken(readFileSync(join(root, document), 'utf8'), join(root, document))).toEqual([]),
);

describe('broken', () => {
  const here = join(root, 'README.md');
  it.each([
    ['[a](packages/core)', true],
    ['[a](docs/glossary.md#who)', true],
    ['[a](#use-it)', true],
    ['[a](https://example.org/x#y)', true],
    ['[a](docs/glossar.md)', false],
    ['[a](docs/glossary.md#whom)', false],
    ['```md\n[a](nowhere.md)\n```\n', true],
  ])('%j: %s', (markdown, whole) => expect(broken(markdown, here)).toEqual(whole ? [] : [expect.any(String)]));
});
