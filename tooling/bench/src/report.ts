// What a section tells the bench: one line of JSON on its standard output.

export interface Figure {
  /** The row of the table, an id of rows.js. */
  readonly row: string;
  /** The column: bytes of state, for the tables that have columns. */
  readonly bytes?: number;
  /** Nanoseconds, unless the row says bytes. */
  readonly value: number;
  /** What it is divided by, in the same unit. */
  readonly basis?: number;
}

export function report(figures: readonly Figure[]): void {
  console.log(JSON.stringify(figures));
}

/** @throws Error unless it holds: a bench that measures the wrong thing must not print a number. */
export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`the bench does not measure what it says: ${what}`);
}
