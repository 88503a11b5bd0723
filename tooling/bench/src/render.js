// Figures into Markdown, and Markdown into READMEs.

/** @typedef {{ row: string, bytes?: number, value: number, basis?: number }} Figure as report.ts has it */
/** @typedef {import('./rows.js').Row} Row */

import { sizeName, SIZES } from './rows.js';

/** Three digits at most. @param {number} value */
const digits = (value) =>
  value >= 99.95 ? Math.round(value).toLocaleString('en-US') : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);

/** @param {number} value @param {Row['unit']} unit */
function quantity(value, unit) {
  if (unit === 'bytes') return value < 1024 ? `${Math.round(value)} B` : `${digits(value / 1024)} KB`;
  if (value < 1_000) return `${Math.round(value)} ns`;
  return value < 1e6 ? `${digits(value / 1e3)} µs` : `${digits(value / 1e6)} ms`;
}

/** @param {Row} row @param {readonly Figure[]} figures @param {number} [bytes] @returns {string} */
function cell(row, figures, bytes) {
  const found = figures.filter((figure) => figure.row === row.id && figure.bytes === bytes);
  // A row that several processes measured, as ours beside each of the others: the one least disturbed.
  const best = found.toSorted((a, b) => a.value - b.value)[0];
  if (best === undefined)
    throw new Error(`no figure for ${row.name}${bytes === undefined ? '' : ` at ${sizeName(bytes)}`}`);
  const time = quantity(best.value, row.unit);
  return best.basis === undefined ? time : `${digits(best.value / best.basis)} × (${time})`;
}

/**
 * @param {import('./rows.js').Table} table
 * @param {readonly Figure[]} figures
 * @param {{ sizes?: readonly number[], machine: string }} options
 * @returns {string} Markdown, ending in a line feed
 * @throws {Error} for a row without a figure
 */
export function renderTable(table, figures, { sizes = SIZES, machine }) {
  const columns = table.bySize ? sizes : [undefined];
  const withBasis = table.rows.some(({ basis }) => basis !== undefined && basis !== 'this library');
  const head = [
    table.head,
    ...(withBasis ? ['basis'] : []),
    ...columns.map((bytes) => (bytes === undefined ? 'cost' : sizeName(bytes))),
  ];
  const lines = table.rows.map((row) => [
    row.name,
    ...(withBasis ? [row.basis ?? ''] : []),
    ...columns.map((bytes) => cell(row, figures, bytes)),
  ]);
  const align = head.map((_, index) => (index < head.length - columns.length ? '---' : '--:'));
  return [head, align, ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('') + `\n${table.note} ${machine}\n`;
}

/** @param {string} id */
const markers = (id) => ({
  begin: `<!-- bench:${id}, written by pnpm bench --write -->\n`,
  end: `<!-- /bench:${id} -->`,
});

/**
 * What stands between a table's markers, undefined where there are none. @param {string} text @param {string} id
 * @returns {string | undefined}
 */
export function blockOf(text, id) {
  const { begin, end } = markers(id);
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  return from < 0 || to < from ? undefined : text.slice(from + begin.length, to);
}

/** @param {string} text @param {string} id @param {string} markdown */
export function withBlock(text, id, markdown) {
  const old = blockOf(text, id);
  if (old === undefined) throw new Error(`no markers of ${id}`);
  const { begin } = markers(id);
  const at = text.indexOf(begin) + begin.length;
  return `${text.slice(0, at)}\n${markdown}\n${text.slice(at + old.length)}`;
}
