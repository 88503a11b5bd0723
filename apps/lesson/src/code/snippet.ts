import type { Piece } from '../../build/highlight.js';

/** A function as it stands in the repository. */
export interface ShownFunction {
  readonly name: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly lines: readonly {
    /** In the file, from 1. */
    readonly number: number;
    readonly pieces: readonly Piece[];
    /** The id of the mark that stands for this line. */
    readonly mark?: string;
  }[];
}

/** What the panel shows of a Place: the functions that hold its marks, in the order of the marks. */
export interface Snippet {
  /** Of its Place. */
  readonly id: string;
  readonly functions: readonly ShownFunction[];
}
