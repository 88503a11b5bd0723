import type { Piece } from '../../build/highlight.js';

/** A function as it stands in the repository. */
export interface Snippet {
  /** Of its Place. */
  readonly id: string;
  /** The number of its first line in its file, from 1. */
  readonly first: number;
  readonly lines: readonly (readonly Piece[])[];
  /** Index in `lines` by the mark's id. A line that could not be found is left out. */
  readonly marks: Readonly<Record<string, number>>;
}
