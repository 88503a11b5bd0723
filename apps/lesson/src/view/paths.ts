// The two lines that the players draw down the timeline, and the pale ones of pasts that a rollback replaced. On a grid
// of one unit a cell and a row.
import { currentWall, type LessonState } from '../lesson.js';
import type { Row } from '../run.js';
import { CELLS, STARTS } from '../sim/track.js';

export interface Paths {
  readonly root: SVGSVGElement;
  show(state: LessonState): void;
}

type Point = readonly [number, number];
const pointAt = (cell: number, frame: number): Point => [cell + 0.5, frame + 1.5];
const lineThrough = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

/**
 * The last result that was replaced, from the row before it on, in runs of neighbouring frames that one rollback
 * replaced: two pasts are no one way.
 */
function replacedLines(rows: readonly Row[], player: 0 | 1): string {
  const lines: Point[][] = [];
  for (const { frame, replaced, replacedAt, cells } of rows) {
    const old = replaced.at(-1)?.[player];
    if (old === undefined || old === cells[player]) continue;
    const open = lines.at(-1);
    if (open !== undefined && open.at(-1)![1] === frame + 0.5 && rows[frame - 1]?.replacedAt === replacedAt)
      open.push(pointAt(old, frame));
    else lines.push([pointAt(rows[frame - 1]?.cells[player] ?? STARTS[player], frame - 1), pointAt(old, frame)]);
  }
  return lines.map(lineThrough).join('');
}

export function createPaths(): Paths {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'paths');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('preserveAspectRatio', 'none');
  const path = (name: string): SVGPathElement => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    made.setAttribute('class', name);
    made.setAttribute('vector-effect', 'non-scaling-stroke');
    svg.append(made);
    return made;
  };
  const players = ([0, 1] as const).map((player) => ({
    player,
    ghost: path(`path is-p${player + 1} is-ghost`),
    sure: path(`path is-p${player + 1}`),
    guess: path(`path is-p${player + 1} is-guess`),
  }));
  return {
    root: svg,
    show(state) {
      const wall = currentWall(state);
      const rows = wall?.rows ?? [];
      const sureRows = (wall?.figures.confirmedThrough ?? -1) + 1;
      svg.setAttribute('viewBox', `0 0 ${CELLS} ${state.settings.frames + 1}`);
      for (const { player, ghost, sure, guess } of players) {
        const points = [pointAt(STARTS[player], -1), ...rows.map(({ cells, frame }) => pointAt(cells[player], frame))];
        sure.setAttribute('d', lineThrough(points.slice(0, sureRows + 1)));
        guess.setAttribute('d', lineThrough(points.slice(sureRows)));
        ghost.setAttribute('d', replacedLines(rows, player));
      }
    },
  };
}
