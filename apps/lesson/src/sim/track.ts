// Rolls back: the whole game of the lesson. Two players on one line of cells.

/** Cells of the track, numbered from the left. */
export const CELLS = 16;
/** Where the players stand before frame 0. */
export const STARTS: readonly [number, number] = [3, 12];

/** What a press is on the wire: one of these three. */
export const STAY = 0;
export const LEFT = 1;
export const RIGHT = 2;

const LAST = CELLS - 1;

function walk(cell: number, press: number): number {
  const to = cell + (press === RIGHT ? 1 : 0) - (press === LEFT ? 1 : 0);
  return Math.min(LAST, Math.max(0, to));
}

/** One frame, in place. `cells` and `presses` hold one value for each player; player 0 is always left of player 1. */
export function stepTrack(cells: Int32Array, presses: Uint32Array): void {
  const first = walk(cells[0]!, presses[0]!);
  // @lesson stepTrack.move
  const second = walk(cells[1]!, presses[1]!);
  // To meet or to pass holds both: that is why a wrong guess about one player moves the other one, too.
  // @lesson stepTrack.hold
  if (first >= second) return;
  cells[0] = first;
  cells[1] = second;
}
