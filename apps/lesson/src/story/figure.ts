// What all figures of the story share: they run while they are seen and nobody has paused them, tick by tick.
import { find } from '@lite-rollback/app-shared/find';
import { runWhileSeen, type Running } from '@lite-rollback/app-shared/run-while-seen';
import { sharpCanvas, type SharpCanvas } from '@lite-rollback/app-shared/sharp-canvas';

export interface FigureParts {
  /** Ms that a tick is on the screen. */
  readonly tickMs: number;
  /** One tick further. */
  tick(): void;
  /** @param alpha 0 … 1: how far time has gone from the last tick to the next */
  draw(sharp: SharpCanvas, alpha: number): void;
  /** What the words under the picture say now. */
  words(): string;
}

export interface Figure {
  readonly running: Running;
  /** Paints again at once, as after a change. */
  refresh(): void;
}

/** A page that could not keep up for longer than this lets the time go, ms. */
const LONGEST_BEAT = 200;

/** @param id of the figure in index.html */
export function createFigure(id: string, parts: FigureParts, wanted: boolean): Figure {
  const root = find(`#${id}`, HTMLElement);
  const says = find('.figure-says', HTMLElement, root);
  const canvas = find('canvas', HTMLCanvasElement, root);
  let since = 0;
  const alpha = (): number => Math.min(1, since / parts.tickMs);

  function refresh(): void {
    parts.draw(sharp, alpha());
    const words = parts.words();
    if (says.textContent !== words) says.textContent = words;
  }
  const sharp = sharpCanvas(canvas, () => refresh());
  const running = runWhileSeen(
    canvas,
    wanted,
    (elapsed) => {
      since += Math.max(0, Math.min(LONGEST_BEAT, elapsed));
      for (; since >= parts.tickMs; since -= parts.tickMs) parts.tick();
      refresh();
    },
    () => {},
  );
  return { running, refresh };
}
