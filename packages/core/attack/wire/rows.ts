// Rows of inputs: repeats of the row before, the next row XOR the one before, repeats, and so on.
import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';

export type Row = readonly number[];

export function writeRows(out: ByteWriter, before: Row, rows: readonly Row[]): void {
  let last = before;
  let repeats = 0;
  for (const row of rows) {
    if (row.every((word, i) => word >>> 0 === last[i]! >>> 0)) {
      repeats++;
      continue;
    }
    out.number(repeats);
    repeats = 0;
    out.numbers(row.map((word, i) => word ^ last[i]!));
    last = row;
  }
  out.number(repeats);
}

/** Undefined for rows that do not come to `count`. */
export function readRows(from: ByteReader, before: Row, count: number): Row[] | undefined {
  const rows: Row[] = [];
  let last = before;
  for (;;) {
    const repeats = from.number();
    if (!from.isSound || rows.length + repeats > count) return undefined;
    for (let i = 0; i < repeats; i++) rows.push(last);
    if (rows.length === count) return rows;
    last = last.map((word) => (word ^ from.number()) >>> 0);
    rows.push(last);
  }
}
