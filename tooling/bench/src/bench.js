// `pnpm bench`: prints the tables. `pnpm bench --write` also puts them into the READMEs. `pnpm bench least` measures
// the sections whose names contain one of the words, and prints the tables that this fills.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measure } from './measure.js';
import { READMES } from './readmes.js';
import { renderTable, withBlock } from './render.js';
import { TABLES } from './rows.js';

const write = process.argv.includes('--write');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (write && words.length > 0) throw new Error('--write needs every section');

const machine = `Node.js ${process.version}, ${process.platform} on ${process.arch}.`;
const figures = await measure({
  only: (section) => words.length === 0 || words.some((word) => section.includes(word)),
  log: (line) => console.error(line),
});

for (const table of TABLES) {
  const ids = new Set(figures.map(({ row }) => row));
  if (words.length > 0) table.rows = table.rows.filter(({ id }) => ids.has(id));
  if (table.rows.length === 0) continue;
  const markdown = renderTable(table, figures, { machine });
  console.log(markdown);
  if (!write) continue;
  for (const { path, tables } of READMES) {
    if (!tables.includes(table.id)) continue;
    const file = fileURLToPath(path);
    writeFileSync(file, withBlock(readFileSync(file, 'utf8'), table.id, markdown));
  }
}
