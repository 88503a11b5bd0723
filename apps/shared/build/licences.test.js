import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { build } from 'vite';
import { licenceOf, licences } from './licences.js';

/** @type {string} */ let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'licences-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param {Record<string, string>} files */
function write(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A page with one package of npm and one font. @returns {Record<string, string>} */
const app = () => ({
  'package.json': '{ "type": "module" }',
  'index.html': '<script type="module" src="./main.js"></script>',
  'main.js': "import { f } from 'left'; import './main.css'; console.log(f);",
  'main.css': "@font-face { font-family: A; src: url('./face/a.woff2') format('woff2'); } body { font-family: A; }",
  'face/a.woff2': 'x'.repeat(8192),
  'node_modules/left/package.json':
    '{ "name": "left", "version": "1.2.3", "license": "ISC", "main": "index.js", "type": "module" }',
  'node_modules/left/index.js': 'export const f = document.title;',
  'node_modules/left/LICENSE': 'The text of left.',
});
const run = () => build({ root, logLevel: 'silent', configFile: false, plugins: [licences()] });

it('an app’s build names each package and each font with the text of its licence', async () => {
  write({ ...app(), 'face/OFL.txt': 'The text of the font.' });
  await run();
  const text = readFileSync(join(root, 'dist/licenses.txt'), 'utf8');
  expect(text).toContain('## left - 1.2.3 (ISC)\n\nThe text of left.\n');
  expect(text).toContain('## Fonts: a.woff2\n\nThe text of the font.\n');
});

it('a font without a licence fails the build', async () => {
  write(app());
  await expect(run()).rejects.toThrow(/a\.woff2 has no licence: put its text beside it/);
});

it('a licence counts for the folders below it, as far as its package reaches', () => {
  write({
    LICENSE: 'of something else',
    'p/package.json': '{}',
    'p/files/a.woff2': '',
    'q/LICENSE': 'of q',
    'q/files/a.woff2': '',
  });
  expect(licenceOf(join(root, 'q/files/a.woff2'))).toBe('of q');
  expect(() => licenceOf(join(root, 'p/files/a.woff2'))).toThrow('has no licence');
});
