// The bench measures what it says, and the READMEs say what it measures. No figure is looked at: a test machine is
// busy.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measure } from './measure.js';
import { READMES } from './readmes.js';
import { blockOf, renderTable, withBlock } from './render.js';
import { TABLES } from './rows.js';

/** First cells of the rows of the one Markdown table in the text. @param {string} markdown */
const rowNames = (markdown) =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => (line.split(' | ')[0] ?? '').slice(2));

describe.each(READMES)('$path.pathname', ({ path, tables }) => {
  it.each(tables)('has the rows of the bench in table %s', (id) => {
    const block = blockOf(readFileSync(path, 'utf8'), id);
    expect(block, 'markers').toBeDefined();
    expect(rowNames(String(block))).toEqual(TABLES.find((table) => table.id === id)?.rows.map(({ name }) => name));
  });
});

it('every table stands in some README', () =>
  expect(new Set(READMES.flatMap(({ tables }) => tables))).toEqual(new Set(TABLES.map(({ id }) => id))));

it('every section runs, finds that it measures what it says, and fills every row', async () => {
  const sizes = [192];
  const figures = await measure({ quick: true, sizes });
  for (const { row, value, basis } of figures) {
    expect(value, row).toBeGreaterThanOrEqual(0);
    if (basis !== undefined) expect(basis, row).toBeGreaterThan(0);
  }
  for (const table of TABLES)
    expect(rowNames(renderTable(table, figures, { sizes, machine: '' }))).toEqual(table.rows.map(({ name }) => name));
});

describe('renderTable', () => {
  const table = {
    id: 't',
    bySize: true,
    head: 'h',
    note: 'n',
    rows: [
      { id: 'a', name: 'A', basis: 'b' },
      { id: 'm', name: 'M', unit: /** @type {const} */ ('bytes') },
    ],
  };
  const figures = [
    { row: 'a', bytes: 192, value: 1500, basis: 1000 },
    { row: 'a', bytes: 192, value: 1200, basis: 1000 },
    { row: 'm', bytes: 192, value: 2048 },
  ];
  it('gives ratio and time, the best of several', () =>
    expect(renderTable(table, figures, { sizes: [192], machine: 'on X' })).toBe(
      '| h | basis | 192 B |\n| --- | --- | --: |\n| A | b | 1.20 × (1.20 µs) |\n| M |  | 2.00 KB |\n\nn on X\n',
    ));
  it('throws for a row without a figure', () =>
    expect(() => renderTable(table, figures, { sizes: [192, 8192], machine: '' })).toThrow('no figure for A at 8 KB'));
});

describe('markers', () => {
  const text = 'before\n<!-- bench:x, written by pnpm bench --write -->\nold\n<!-- /bench:x -->\nafter\n';
  it('are kept, and what is between them replaced', () => {
    const once = withBlock(text, 'x', 'new\n');
    expect(once).toBe('before\n<!-- bench:x, written by pnpm bench --write -->\n\nnew\n\n<!-- /bench:x -->\nafter\n');
    expect(withBlock(once, 'x', 'new\n')).toBe(once);
  });
  it('must be there', () => expect(() => withBlock('none', 'x', 'new')).toThrow('no markers of x'));
});
